import type * as z from 'zod/mini'
import { describe, listPaths } from '../common/description.js'
import { isPlainObject } from '../common/plain-object.js'

/**
 * Merges changes of a test into a record, or given fields into a generated one, at every depth. Lists are replaced. `undefined`
 * removes an optional field, and is ignored for other fields.
 *
 * @param path The path of the changes, with a dot at its end.
 */
export function merge(schema: z.ZodMiniType, record: unknown, changes: unknown, path = ''): unknown {
  if (!isPlainObject(record) || !isPlainObject(changes)) return changes
  const isOptional = (place: string) =>
    listPaths(describe(schema), (field) => field.isOptional).includes(place)
  const set = Object.entries(changes).filter(([key, value]) => value !== undefined || isOptional(path + key))
  const merged = set.map(
    ([key, value]) => [key, merge(schema, record[key], value, `${path}${key}.`)] as const,
  )
  return { ...record, ...Object.fromEntries(merged) }
}
