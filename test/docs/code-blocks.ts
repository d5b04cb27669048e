import { readFileSync } from 'node:fs'

/** A fenced block of a Markdown file. */
export interface CodeBlock {
  readonly language: string
  /** The word after the language, for example `vitest` in "```ts vitest", or the name of a file. */
  readonly note: string
  readonly code: string
}

/** Matches fenced blocks, with their fences. */
export const codeFences = /^```.*?^```$/gms

/** The fenced blocks of a Markdown file, in order. */
export function codeBlocks(file: URL): CodeBlock[] {
  const blocks = readFileSync(file, 'utf8').matchAll(/^```(\w+) ?([\w./-]*)\n(.*?)^```$/gms)
  return Array.from(blocks, ([, language = '', note = '', code = '']) => ({ language, note, code }))
}

/** Finds the code of the only block with this language and note. */
export function codeOf(blocks: readonly CodeBlock[], language: string, note: string): string {
  const [block, second] = blocks.filter((each) => each.language === language && each.note === note)
  if (block && !second) return block.code
  throw new Error(`expected one block "${language} ${note}"`)
}
