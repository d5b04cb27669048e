import { isPlainObject } from '../../contract/plain-object.js'

/** A step of a path: the name of a member, an index, or `*` for all of them. */
export interface Step {
  readonly name: string
  readonly isWildcard: boolean
}

/** The steps of a path such as `$.departments[0].name`, `$.departments[*]` or `$['odd name']`. */
export function stepsOf(path: string): Step[] {
  const steps = path.matchAll(/\.([^.[\]]+)|\[(\d+|\*)\]|\['((?:[^'\\]|\\.)*)'\]/g)
  return Array.from(steps, ([, member, index, quoted]) => ({
    name: member ?? index ?? quoted ?? '',
    isWildcard: (member ?? index) === '*',
  }))
}

/** A value, and the names that lead to it. */
export interface Place {
  readonly path: readonly string[]
  readonly value: unknown
}

function below({ path, value }: Place, { name, isWildcard }: Step): Place[] {
  if (!Array.isArray(value) && !isPlainObject(value)) return []
  if (isWildcard)
    return Object.entries(value).map(([key, member]) => ({ path: [...path, key], value: member }))
  return Object.hasOwn(value, name)
    ? [{ path: [...path, name], value: (value as { readonly [name: string]: unknown })[name] }]
    : []
}

/** Every place of a JSON value that a path of the verifier's means. */
export function placesAt(value: unknown, path: string): Place[] {
  return stepsOf(path).reduce(
    (places: Place[], step) => places.flatMap((place) => below(place, step)),
    [{ path: [], value }],
  )
}

/** What a JSON value holds at a path of the verifier's, in the first of its places; `undefined` where it holds nothing. */
export function valueAt(value: unknown, path: string): unknown {
  return placesAt(value, path)[0]?.value
}

/** A path as the verifier writes it. */
export function formatPlace(path: readonly string[]): string {
  return path.reduce((text, name) => {
    if (/^\d+$/.test(name)) return `${text}[${name}]`
    return /^[A-Za-z_][\w-]*$/.test(name) ? `${text}.${name}` : `${text}['${name}']`
  }, '$')
}
