import * as z from 'zod/mini'
import { isPlainObject, type PlainObject } from '../common/plain-object.js'
import { unwrapped } from '../common/validate.js'

/**
 * Merges changes of a test into a record, or given fields into a generated one, at every depth. Lists are replaced. `undefined`
 * removes an optional field, and is ignored for other fields.
 */
export function merge(schema: unknown, record: unknown, changes: unknown): unknown {
  if (!isPlainObject(record) || !isPlainObject(changes)) return changes
  const known = unwrapped(schema)
  const shape = known instanceof z.ZodMiniObject ? (known.shape as PlainObject) : {}
  const set = Object.entries(changes).filter(
    ([key, value]) => value !== undefined || shape[key] instanceof z.ZodMiniOptional,
  )
  const merged = set.map(([key, value]) => [key, merge(shape[key], record[key], value)] as const)
  return { ...record, ...Object.fromEntries(merged) }
}
