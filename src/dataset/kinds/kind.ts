import * as z from 'zod/mini'
import { ConflictError } from '../../common/errors.js'
import { isPlainObject, type PlainObject } from '../../common/plain-object.js'
import { unwrapped } from '../../common/validate.js'
import type { Buildable, FactoryOptions } from '../build.js'
import type { Draft } from '../draft.js'
import type { Keys } from '../keys.js'
import type { Source } from '../source.js'
import type { Store } from '../store.js'
import type { DeepPartial } from '../where.js'

interface AnyRecord {
  readonly id: string
}

type TypesByName<Types> = Record<keyof Types, AnyRecord>

export type Lists<Types> = { readonly [Name in keyof Types]: readonly Types[Name][] }

export type Sources<Types> = { readonly [Name in keyof Types]: Source<Types[Name]> }

export type Stores<Types extends TypesByName<Types>> = { readonly [Name in keyof Types]: Store<Types[Name]> }

/** The records of each kind, with the writes of a running change. */
export type Drafts<Types extends TypesByName<Types>> = { readonly [Name in keyof Types]: Draft<Types[Name]> }

export interface Change<Types extends TypesByName<Types>> {
  readonly drafts: Drafts<Types>
  readonly seed: number
  /** The mock's time in milliseconds since 1970, if the option `now` is set. */
  readonly now: (() => number) | undefined
}

export interface Generation<Types> {
  readonly seed: number
  readonly edgeCases: boolean
  /** How many records to generate, for kinds whose number is an option. Other kinds derive their number from these. */
  readonly counts: { readonly [Name in keyof Types]?: number }
}

interface Others<T> {
  readonly before?: T | undefined
  readonly sameId?: T | undefined
  readonly sameKey?: T | undefined
}

/**
 * One kind of record: how it is generated, built from partial input and checked.
 *
 * @typeParam Types The record types that this kind works with: its own, and those that change together with it.
 */
export interface Kind<T extends AnyRecord, Types extends TypesByName<Types>> extends Buildable<T> {
  readonly noun: string
  readonly keys: Keys
  /** First id of records that factories build or tests create. Generated and hand-written records have lower ids. */
  readonly firstBuiltId: number
  readonly handMade: readonly T[]
  /** A partial record, for documentation. */
  readonly example: PlainObject
  /** The total numbers of records in the built-in data `default` and `many-pages`, if the number is an option. */
  readonly defaultTotals?: { readonly default: number; readonly 'many-pages': number }
  /** @param sources Returns the generated records of all kinds. Must not be called before a record is read. */
  generate(generation: Generation<Types>, sources: () => Sources<Types>): Source<T>
  /** By default, the list in a data file with the name of the kind. */
  fromData?(lists: Lists<Types>): readonly T[]
  /** By default, an export lists every record. */
  isExported?(record: T, stores: Stores<Types>): boolean
  /** Hint if someone passed a user id where a volunteer id is needed. */
  hint?(record: T): string
  /** Whether the ids of the records of other kinds that are created with a new record are free. */
  isFree?(change: Change<Types>, options: FactoryOptions): boolean
  /** Changes the partial record of a test before its missing fields are generated. */
  prepareCreate?(change: Change<Types>, partial: DeepPartial<T>): unknown
  /** Changes the update of a test before it is merged into the record. */
  prepareUpdate?(change: Change<Types>, record: T, changes: PlainObject): PlainObject
  checkConflicts(record: T, others: Others<T>): void
  /** Writes the records of other kinds that change with this one. */
  onPut?(change: Change<Types>, record: T): void
  /** Deletes the records of other kinds that cannot exist without this one. */
  onRemove?(change: Change<Types>, record: T): void
  /** Deletes the records of other kinds that cannot exist without records of this kind. */
  onClear?(change: Change<Types>): void
}

export function refuse(noun: string, problem: string, remedy: string): never {
  throw new ConflictError(`cannot write the ${noun}: ${problem}; ${remedy}`)
}

export function checkSameId(noun: string, before: string, after: string): void {
  if (before !== after)
    refuse(noun, `its id is "${before}" and cannot become "${after}"`, 'create another record')
}

/**
 * Merges changes into a record at every depth. Lists are replaced. `undefined` removes an optional field, and is ignored for
 * other fields.
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
