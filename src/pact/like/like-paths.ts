import * as z from 'zod/mini'
import { InvalidOptionError } from '../../common/errors.js'
import { nearest } from '../../common/nearest.js'
import { shown } from '../../common/shown.js'
import { unwrapped } from '../../common/validate.js'

type ElementOf<T> = T extends readonly (infer Item)[] ? Item : T

type Below<Name extends string, T> = T extends object ? `${Name}.${PathsOf<T>}` : never

/** The dotted paths of a resource. A path through a list continues with the fields of its elements. */
export type PathsOf<T> = {
  [Name in keyof T & string]-?: Name | Below<Name, ElementOf<NonNullable<T[Name]>>>
}[keyof T & string]

/** Removes optional, nullable and list from a schema. */
function unwrapElement(schema: unknown): unknown {
  const inner = unwrapped(schema)
  return inner instanceof z.ZodMiniArray ? unwrapElement(inner.def.element) : inner
}

function pathsOf(schema: z.ZodMiniObject): string[] {
  return Object.entries(schema.shape).flatMap(([name, field]) => {
    const inner = unwrapElement(field)
    const below = inner instanceof z.ZodMiniObject ? pathsOf(inner) : []
    return [name, ...below.map((path) => `${name}.${path}`)]
  })
}

/** Whether a field of a resource is selected. */
export type Selects = (path: string) => boolean

/**
 * Creates a filter from the option `only`. Without the option, all fields are selected.
 *
 * @throws InvalidOptionError For an unknown field, and for an empty list.
 */
export function createFieldFilter(schema: z.ZodMiniObject, only: readonly string[] | undefined): Selects {
  if (only === undefined) return () => true
  if (!Array.isArray(only) || only.length === 0) {
    throw new InvalidOptionError(
      '"only" must be a list with at least one field; leave it out to select all fields',
    )
  }
  const known = pathsOf(schema)
  for (const path of only as readonly unknown[]) {
    if (typeof path === 'string' && known.includes(path)) continue
    const text = shown(path)
    throw new InvalidOptionError(
      `only: unknown field "${text}": did you mean "${nearest(text, known)}"? Known fields: ${known.join(', ')}`,
    )
  }
  const selected = [...only]
  return (path) =>
    selected.some((each) => each === path || path.startsWith(`${each}.`) || each.startsWith(`${path}.`))
}
