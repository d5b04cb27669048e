import { ConflictError } from '../../common/errors.js'
import { isPlainObject, type PlainObject } from '../../common/plain-object.js'
import type { Role, User, Volunteer } from '../../contract/resources.js'
import type { Draft } from '../change.js'
import type { StoreKind } from '../store.js'
import type { DeepPartial } from '../where.js'

/** The record type of each kind. The name of a kind is a plural, as in `mock.volunteers`. */
export interface RecordTypes {
  users: User
  volunteers: Volunteer
  roles: Role
}

/** Name of a kind of record. */
export type KindName = keyof RecordTypes

/** A running change: its view of the records, and what new records need. */
export interface Change {
  readonly drafts: { readonly [Name in KindName]: Draft<RecordTypes[Name]> }
  readonly seed: number
  /** The mock's time in milliseconds since 1970, if the mock was given a clock. */
  readonly now: (() => number) | undefined
  /** Returns the next factory options that `isFree` accepts. Each call of a mock returns different ones. */
  next(isFree: (options: { seed: number; index: number }) => boolean): { seed: number; index: number }
}

/** One kind of record: how it is created, changed and deleted, and what must be unique. */
export interface Kind<T extends { readonly id: string }> extends StoreKind<T> {
  /** The kind in the singular, for messages. */
  readonly noun: string
  /** Returns the unique key in a condition, if there is one. */
  readonly keyIn?: (condition: DeepPartial<T>) => string | undefined
  /** Returns a hint for a caller who used the unique key of this record as its id. */
  readonly hint?: (record: T) => string
  create(change: Change, partial: DeepPartial<T>): T
  update(change: Change, record: T, changes: DeepPartial<T>): T
  remove(change: Change, record: T): void
  /** Removes all records. */
  clear(change: Change): void
}

/** @throws ConflictError */
export function refuse(noun: string, problem: string, remedy: string): never {
  throw new ConflictError(`cannot write the ${noun}: ${problem}; ${remedy}`)
}

/** @throws ConflictError If an update changes the id of a record. */
export function checkSameId(noun: string, before: string, after: string): void {
  if (before !== after)
    refuse(noun, `its id is "${before}" and cannot become "${after}"`, 'create another record')
}

/**
 * Merges changes into a record at every depth. Lists are replaced. `undefined` removes `preferredName`, the only optional
 * field outside of lists, and is ignored for other fields.
 */
export function merge(record: unknown, changes: unknown): unknown {
  if (!isPlainObject(record) || !isPlainObject(changes)) return changes
  const set = Object.entries(changes).filter(([key, value]) => value !== undefined || key === 'preferredName')
  const merged: PlainObject = Object.fromEntries(set.map(([key, value]) => [key, merge(record[key], value)]))
  return { ...record, ...merged }
}
