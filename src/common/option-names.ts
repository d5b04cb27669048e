import { InvalidOptionError } from './errors.js'
import { nearest } from './nearest.js'
import { isPlainObject } from './plain-object.js'

/** Creates the error for an unknown option. */
export function unknownOption(name: string, known: readonly string[]): InvalidOptionError {
  return new InvalidOptionError(
    `unknown option "${name}": did you mean "${nearest(name, known)}"? The options are: ${known.join(', ')}`,
  )
}

/**
 * Checks the names of options. Callers in plain JavaScript have no types, and a misspelt option would have no effect.
 *
 * @param checkedElsewhere An option that may be `null` here, because another check has a better message.
 * @throws InvalidOptionError If an option is unknown or `null`, or the options are not an object.
 */
export function checkOptionNames(
  options: unknown,
  known: readonly string[],
  checkedElsewhere?: string,
): void {
  if (!isPlainObject(options)) throw new InvalidOptionError('the options must be a plain object')
  const wrong = Object.keys(options).find((name) => !known.includes(name))
  if (wrong !== undefined) throw unknownOption(wrong, known)
  const empty = Object.keys(options).find((name) => options[name] === null && name !== checkedElsewhere)
  if (empty !== undefined) {
    throw new InvalidOptionError(`the option "${empty}" must not be null; leave it out to get its default`)
  }
}
