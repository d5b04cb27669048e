import * as z from 'zod/mini'
import { InvalidOptionError } from '../../contract/errors.js'
import { nearest, shown } from '../../contract/settings.js'
import { unwrapped } from '../../contract/validate.js'

type ElementOf<T> = T extends readonly (infer Item)[] ? Item : T

type Below<Name extends string, T> = T extends object ? `${Name}.${PathsOf<T>}` : never

/** The dotted paths of a resource; those of a list go on into its elements. */
export type PathsOf<T> = {
  [Name in keyof T & string]-?: Name | Below<Name, ElementOf<NonNullable<T[Name]>>>
}[keyof T & string]

/** A schema without what may be around it: optional, nullable, a list. */
function core(schema: unknown): unknown {
  const inner = unwrapped(schema)
  return inner instanceof z.ZodMiniArray ? core(inner.def.element) : inner
}

function pathsOf(schema: z.ZodMiniObject): string[] {
  return Object.entries(schema.shape).flatMap(([name, field]) => {
    const inner = core(field)
    const below = inner instanceof z.ZodMiniObject ? pathsOf(inner) : []
    return [name, ...below.map((path) => `${name}.${path}`)]
  })
}

/** Tells whether a place of a resource is asked for. */
export type Selects = (path: string) => boolean

/**
 * Reads which fields are asked for: all when nobody says.
 *
 * @throws InvalidOptionError For a path that the resource does not have, and for an empty list.
 */
export function selection(schema: z.ZodMiniObject, only: readonly string[] | undefined): Selects {
  if (only === undefined) return () => true
  if (!Array.isArray(only) || only.length === 0) {
    throw new InvalidOptionError('"only" must be a list of at least one field; leave it out to ask for all')
  }
  const known = pathsOf(schema)
  for (const path of only as readonly unknown[]) {
    if (typeof path === 'string' && known.includes(path)) continue
    const text = shown(path)
    throw new InvalidOptionError(
      `only: there is no field "${text}": did you mean "${nearest(text, known)}"? The fields are: ${known.join(', ')}`,
    )
  }
  const asked = [...only]
  return (path) =>
    asked.some((each) => each === path || path.startsWith(`${each}.`) || each.startsWith(`${path}.`))
}
