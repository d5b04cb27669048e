import { DataError } from '../common/errors.js'
import { validate } from '../common/validate.js'
import { keyProblems } from './keys.js'
import { resourceSchemas, type Resources } from './resources.js'

/**
 * Returns a copy of a record that is valid, and whose keys requests can use.
 *
 * @throws DataError With the JSON path of every problem.
 */
export function parseRecord<Name extends keyof Resources>(name: Name, input: unknown): Resources[Name] {
  const { problems, value } = validate(resourceSchemas[name], input)
  const all = [...problems, ...keyProblems(name, input)]
  if (all.length > 0) throw new DataError(name, all)
  return value as Resources[Name]
}
