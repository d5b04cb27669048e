import { InvalidOptionError } from './errors.js'
import { nearest } from './text.js'
import { isPlainObject } from './plain-object.js'

export const NOT_NULL = 'must not be null; leave it out to get its default'

/** Creates the error for an unknown option. @param parent The option that has it as a field. */
export function unknownOption(name: string, known: readonly string[], parent?: string): InvalidOptionError {
  const [what, all] =
    parent === undefined ? ['unknown option', 'The options are'] : ['has an unknown field', 'The fields are']
  return new InvalidOptionError(
    `${what} "${name}": did you mean "${nearest(name, known)}"? ${all}: ${known.join(', ')}`,
    parent,
  )
}

/**
 * Checks the names of options. Callers in plain JavaScript have no types, and a misspelled option would have no effect.
 *
 * @throws InvalidOptionError If an option is unknown or `null`, or the options are not an object.
 */
export function checkOptionNames(options: unknown, known: readonly string[]): void {
  if (!isPlainObject(options)) throw new InvalidOptionError('the options must be a plain object')
  const wrong = Object.keys(options).find((name) => !known.includes(name))
  if (wrong !== undefined) throw unknownOption(wrong, known)
  const empty = Object.keys(options).find((name) => options[name] === null)
  if (empty !== undefined) throw new InvalidOptionError(NOT_NULL, empty)
}
