import { readFileSync, writeFileSync } from 'node:fs'
import { format, resolveConfig } from 'prettier'

/**
 * Puts a text between `<!-- generated: NAME -->` and `<!-- /generated -->` of a Markdown file, formatted as the file is.
 *
 * @returns Whether the file holds something else now than before.
 * @throws Error When the file has no such section.
 */
export async function writeSection(file: string, name: string, text: string): Promise<boolean> {
  const before = readFileSync(file, 'utf8')
  const marked = new RegExp(String.raw`(<!-- generated: ${name} -->\n)[^]*?(<!-- /generated -->)`)
  if (!marked.test(before)) throw new Error(`${file} has no section "${name}"`)
  const filled = before.replace(marked, (_, start: string, end: string) => `${start}\n${text}\n\n${end}`)
  const after = await format(filled, { ...(await resolveConfig(file)), filepath: file })
  if (after !== before) writeFileSync(file, after)
  return after !== before
}
