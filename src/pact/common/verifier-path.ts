import { isPlainObject } from '../../common/plain-object.js'

/** A step of a path: the name of a field, an index, or `*` for all. */
export interface Step {
  readonly name: string
  readonly isWildcard: boolean
}

/** Splits a path such as `$.departments[0].name`, `$.departments[*]` or `$['odd name']` into steps. */
export function parseSteps(path: string): Step[] {
  const steps = path.matchAll(/\.([^.[\]]+)|\[(\d+|\*)\]|\['((?:[^'\\]|\\.)*)'\]/g)
  return Array.from(steps, ([, member, index, quoted]) => ({
    name: member ?? index ?? quoted ?? '',
    isWildcard: (member ?? index) === '*',
  }))
}

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

/** Finds all places in a JSON value that match a path of the verifier. */
export function placesAt(value: unknown, path: string): Place[] {
  return parseSteps(path).reduce(
    (places: Place[], step) => places.flatMap((place) => below(place, step)),
    [{ path: [], value }],
  )
}

export function valueAt(value: unknown, path: string): unknown {
  return placesAt(value, path)[0]?.value
}

/** Formats the name of a member for a path: `.name`, or `['odd name']`. */
export function formatStep(name: string): string {
  return /^[A-Za-z_][\w-]*$/.test(name) ? `.${name}` : `['${name}']`
}

export function formatPlace(path: readonly string[]): string {
  return path.reduce((text, name) => text + (/^\d+$/.test(name) ? `[${name}]` : formatStep(name)), '$')
}
