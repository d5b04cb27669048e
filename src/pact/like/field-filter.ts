import { listPaths, type Description } from '../../common/description.js'
import { InvalidOptionError } from '../../common/errors.js'
import { didYouMean, preview } from '../../common/text.js'
import { isWithin } from '../../contract/fields.js'

type ElementOf<T> = T extends readonly (infer Item)[] ? Item : T

type Below<Name extends string, T> = T extends object ? `${Name}.${PathsOf<T>}` : never

/** The dotted paths of a resource. A path through a list continues with the fields of its elements. */
export type PathsOf<T> = {
  [Name in keyof T & string]-?: Name | Below<Name, ElementOf<NonNullable<T[Name]>>>
}[keyof T & string]

/**
 * Creates a filter from the option `only`.
 *
 * @param isNeeds `true` for the fields that `conmock needs` has found: an object in `only` does not select its fields.
 * @throws InvalidOptionError For an unknown field, and for an empty list.
 */
export function createFieldFilter(
  schema: Description,
  only: readonly string[] | undefined,
  isNeeds = false,
): (path: string) => boolean {
  if (only === undefined) return () => true
  if (!Array.isArray(only) || only.length === 0) {
    throw new InvalidOptionError(
      'must be a list with at least one field; leave it out to select all fields',
      'only',
    )
  }
  const known = listPaths(schema)
  const selected: readonly string[] = [...only]
  const unknown = selected.findIndex((path) => !known.includes(path))
  if (unknown !== -1) {
    const text = preview(selected[unknown])
    throw new InvalidOptionError(
      `only: unknown field "${text}"${didYouMean(text, known)} Known fields: ${known.join(', ')}`,
    )
  }
  return (path) => selected.some((each) => isWithin(each, path) || (!isNeeds && isWithin(path, each)))
}
