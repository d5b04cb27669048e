import { readdirSync, readFileSync } from 'node:fs'
import { codeBlocks, codeFences, type CodeBlock } from './code-blocks.js'

const docs = new URL('../../docs/', import.meta.url)

/** The code blocks of a page, by its path in docs/ without the ending, such as `guides/tokens`. */
export function blocksOf(page: string): CodeBlock[] {
  return codeBlocks(new URL(`${page}.md`, docs))
}

/** All pages of docs/, by their paths without the ending. */
export const pages = readdirSync(docs, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .map((file) => file.replace(/\.md$/, ''))
  .toSorted()

/** Counts the words of a Markdown file that were written by hand: outside of code blocks and of generated parts. */
export function countWords(file: URL): number {
  const text = readFileSync(file, 'utf8')
    .replaceAll(codeFences, '')
    .replaceAll(/<!-- generated: .*?<!-- \/generated -->/gs, '')
  return text.match(/\S*[\p{L}\p{N}]\S*/gu)!.length
}

/** Counts the words of a page that were written by hand. */
export function wordsOf(page: string): number {
  return countWords(new URL(`${page}.md`, docs))
}
