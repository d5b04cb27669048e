import { readFileSync, writeFileSync } from 'node:fs'
import { format, resolveConfig } from 'prettier'

/** A part of a Markdown file that a program writes. */
interface GeneratedSection {
  readonly file: string
  /** The name in `<!-- generated: NAME -->`. */
  readonly name: string
  /** Markdown, which is formatted with the configuration of this repository. */
  readonly text: string
  /** The command that writes the section, for the message if it is out of date. */
  readonly command: string
}

/**
 * Replaces the text between `<!-- generated: NAME -->` and the next `<!-- /generated -->`, and changes nothing else.
 * Does not write a file that would not change. With `CI=true` in the environment, writes no file.
 *
 * @throws Error If the file does not have exactly one such section, or with `CI=true`, if the section would change.
 */
export async function writeGeneratedSection({ file, name, text, command }: GeneratedSection): Promise<void> {
  const start = `<!-- generated: ${name} -->`
  const end = '<!-- /generated -->'
  const before = readFileSync(file, 'utf8')
  const [head, tail, ...more] = before.split(start)
  const length = tail?.indexOf(end) ?? -1
  if (tail === undefined || more.length > 0 || length < 0 || tail.slice(0, length).includes('<!--')) {
    throw new Error(`${file} has not exactly one section ${start} … ${end}`)
  }
  const formatted = await format(text, { ...(await resolveConfig(file)), parser: 'markdown' })
  const after = `${head}${start}\n\n${formatted.trim()}\n\n${tail.slice(length)}`
  if (after === before) return
  if (process.env['CI'] === 'true') {
    throw new Error(`the section "${name}" of ${file} is out of date: run ${command}`)
  }
  writeFileSync(file, after)
}
