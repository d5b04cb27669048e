import { isPlainObject, type PlainObject } from '../../common/plain-object.js'
import { formatStep } from '../common/verifier-path.js'
import { isMatcher } from '../like/like-matchers.js'

/** A template in the form of a pact file: the example, and the rules and generators by path. */
interface WrittenTemplate {
  readonly content: unknown
  readonly rules: PlainObject
  readonly generators: PlainObject | undefined
}

function formatRule(matcher: PlainObject): PlainObject {
  const { 'pact:matcher:type': match, min, regex } = matcher
  return { match, min, regex }
}

/** Converts a template of `like` to the form of a pact file of version 4. */
export function writeTemplate(template: unknown): WrittenTemplate {
  const rules: PlainObject = {}
  const generators: PlainObject = {}

  function write(value: unknown, path: string): unknown {
    if (isMatcher(value)) return writeMatcher(value as unknown as PlainObject, path)
    if (Array.isArray(value)) return value.map((item, index) => write(item, `${path}[${index}]`))
    if (!isPlainObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, write(member, `${path}${formatStep(name)}`)]),
    )
  }

  function writeMatcher(matcher: PlainObject, path: string): unknown {
    const { value, variants, expression } = matcher
    if (Array.isArray(variants)) return writeVariants(variants, path)
    rules[path] = { combine: 'AND', matchers: [formatRule(matcher)] }
    if (expression !== undefined) generators[path] = { expression, type: 'ProviderState' }
    // The matcher of the first element is for all elements.
    if (Array.isArray(value)) return value.map((item) => write(item, `${path}[*]`))
    return write(value, path)
  }

  function writeVariants(variants: readonly unknown[], path: string): unknown[] {
    const written = variants.map(writeTemplate)
    const numbered = written.map((each, index) => ({ ...each, content: undefined, index }))
    rules[path] = { combine: 'AND', matchers: [{ match: 'arrayContains', variants: numbered }] }
    return written.map(({ content }) => content)
  }

  const content = write(template, '$')
  return { content, rules, generators: isEmpty(generators) ? undefined : generators }
}

export function isEmpty(object: object): boolean {
  return Object.keys(object).length === 0
}

function sortMembers(_: string, value: unknown): unknown {
  if (!isPlainObject(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Formats a pact: sorted, so that the same interactions give the same bytes. */
export function formatPact(pact: unknown): string {
  return `${JSON.stringify(pact, sortMembers, 2)}\n`
}
