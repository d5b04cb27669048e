import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { codeFences } from './code-blocks.js'

/** A link from a Markdown file to a file of this repository. */
export interface Link {
  /** The file with the link, below the root. */
  readonly from: string
  /** The file or folder that it leads to, below the root. */
  readonly to: string
  /** The heading, without `#`; empty for a link without a heading. */
  readonly anchor: string
}

/** Reads the relative links of a Markdown file, without those in code. */
export function relativeLinks(root: string, from: string): Link[] {
  const text = readFileSync(join(root, from), 'utf8').replaceAll(codeFences, '')
  return Array.from(text.matchAll(/\]\((?!\w+:)([^)#\s]*)#?([^)\s]*)\)/g), ([, path = '', anchor = '']) => ({
    from,
    to: path === '' ? from : normalize(join(dirname(from), path)),
    anchor,
  }))
}

/** The anchors that GitHub gives to the headings of a Markdown file. */
export function anchorsOf(root: string, file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8').replaceAll(codeFences, '')
  return Array.from(text.matchAll(/^#+ (.*)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  )
}
