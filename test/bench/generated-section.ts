import { readFileSync, writeFileSync } from 'node:fs'
import { format, resolveConfig } from 'prettier'

/**
 * Replaces the text between `<!-- generated: NAME -->` and the next `<!-- /generated -->`, and changes nothing else.
 *
 * @param text Markdown, which is formatted with the configuration of this repository.
 * @throws Error If the file does not have exactly one such section.
 */
export async function writeGeneratedSection(file: string, name: string, text: string): Promise<void> {
  const start = `<!-- generated: ${name} -->`
  const end = '<!-- /generated -->'
  const before = readFileSync(file, 'utf8')
  const [head, tail, ...more] = before.split(start)
  const length = tail?.indexOf(end) ?? -1
  if (tail === undefined || more.length > 0 || length < 0 || tail.slice(0, length).includes('<!--')) {
    throw new Error(`${file} has not exactly one section ${start} … ${end}`)
  }
  const formatted = await format(text, { ...(await resolveConfig(file)), parser: 'markdown' })
  writeFileSync(file, `${head}${start}\n\n${formatted.trim()}\n\n${tail.slice(length)}`)
}
