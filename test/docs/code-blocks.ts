import { readFileSync } from 'node:fs'

/** A fenced block of a Markdown file. */
export interface CodeBlock {
  readonly language: string
  /** What follows the language: `vitest` in "```ts vitest"; for a file, its name. */
  readonly note: string
  readonly code: string
}

/** The fenced blocks of a Markdown file, in order. */
export function codeBlocks(file: URL): CodeBlock[] {
  const blocks = readFileSync(file, 'utf8').matchAll(/^```(\w+) ?([\w./-]*)\n(.*?)^```$/gms)
  return Array.from(blocks, ([, language = '', note = '', code = '']) => ({ language, note, code }))
}
