import * as z from 'zod/mini'
import { isPlainObject, type PlainObject } from '../common/plain-object.js'
import { unwrapped } from '../common/validate.js'
import type { Buildable, FactoryOptions } from './build.js'
import type { KindName, RecordTypes } from '../convention/resources.js'
import type { Keys } from './keys.js'
import type { Source } from './source.js'

export type Sources = { readonly [Name in KindName]: Source<RecordTypes[Name]> }

export interface Generation {
  readonly seed: number
  /** How many records to generate, for kinds whose number is an option. Other kinds derive their number from these. */
  readonly counts: { readonly [Name in KindName]?: number }
}

/** What the missing fields of a record depend on in a mock. */
interface Known {
  /** The time of the mock's clock, if the option `now` is set. */
  readonly date?: string | undefined
  /** The existing record that the new one contains. */
  readonly contained?: object | undefined
}

/** One kind of record: how it is generated, built from partial input and checked. */
export interface Kind<T extends { readonly id: string }> extends Buildable<T> {
  readonly noun: string
  readonly keys: Keys
  /**
   * The member of a record that is a record of another kind. Its id must be the other key. The two are written together, and
   * deleting the contained record deletes both.
   */
  readonly contains?: { readonly kind: KindName; readonly member: string }
  /** First id of records that factories build or tests create. Generated and hand-written records have lower ids. */
  readonly firstBuiltId: number
  readonly handMade: readonly T[]
  /** The total numbers of records in the built-in data `default` and `many-pages`, if the number is an option. */
  readonly defaultTotals?: { readonly default: number; readonly 'many-pages': number }
  /** @param sources Returns the generated records of all kinds. Must not be called before a record is read. */
  generate(generation: Generation, sources: () => Sources): Source<T>
  /** Adds the missing fields. They may also depend on what a mock knows. */
  complete(partial: unknown, options: FactoryOptions, known?: Known): unknown
  /**
   * Merges the changes of a test into a record, if `merge` is not enough.
   *
   * @param options.date The time of the mock's clock, if the option `now` is set.
   */
  update?(
    record: T,
    changes: unknown,
    options: { readonly seed: number; readonly date: string | undefined },
  ): unknown
}

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
