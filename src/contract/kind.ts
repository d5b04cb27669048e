import type * as z from 'zod/mini'
import type { Settings } from './assumption.js'

/** A record of any kind. */
export interface AnyRecord {
  readonly id: string
}

/** What a field can be found by. */
export type Scalar = string | number | boolean

/** A string that identifies a record, because no other record has the same one. */
export interface Key {
  /** Name for messages. Two keys with the same name must have different values, even in records of different kinds. */
  readonly name: string
  readonly path: readonly string[]
}

/** The keys of a kind of record: the id, and at most one other. */
export type Keys = readonly [id: Key, other?: Key]

/** Reads the records of one kind. They never change: an update creates a new object. */
export interface Rows<T extends AnyRecord = AnyRecord> {
  readonly size: number
  /** Faster than `get`, because no record is generated. */
  has(id: string): boolean
  get(id: string): T | undefined
  /** @param key The unique key of a record beside its id. */
  getByKey(key: string): T | undefined
  /** Iterates in the order of ids: over all records, or over those after an id and up to another, which need not exist. */
  from(after?: string, last?: string): Iterable<T>
  /** Iterates over the records with this value in a field, or in the list of values in it. Faster than to read all. */
  having(field: string, value: Scalar): Iterable<T>
}

/** The initial records of one kind. They never change. */
export interface Source<T extends AnyRecord = AnyRecord> extends Rows<T> {
  /** Returns the record at a position below `size`, in the order of ids. Generated on demand; may be generated again. */
  at(position: number): T
  /** Returns the position of a record, or -1. */
  indexOf(id: string): number
  /** Returns the position of a record by its place in the order of creation, counted from 0. */
  createdAt(place: number): number
}

/** The initial records of all kinds. They never change, so mocks can share them. */
export type Sources = { readonly [kind: string]: Source }

export interface Generation {
  readonly seed: number
  /** How many records to generate, for kinds whose number is an option. Other kinds derive their number from these. */
  readonly counts: { readonly [kind: string]: number | undefined }
}

/** The generated records of one kind. Their ids are numbers that follow each other. */
export interface Generated<T extends AnyRecord = AnyRecord> {
  readonly size: number
  readonly firstId: number
  /** Makes a record from its number, from 0. */
  make(index: number, id: string): T
  /** Returns the number of the record with this unique key. The number may be that of no record. */
  indexOfKey?(key: string): number
}

/** Options of the factories. They decide the values of the fields that the caller does not set. */
export interface FactoryOptions {
  /**
   * Seed of the generated values, a whole number from 0 to 2^53 - 1.
   *
   * @default 1
   */
  readonly seed?: number | undefined
  /**
   * Number of the record, from 0. Each index has its own id.
   *
   * @default 0
   */
  readonly index?: number | undefined
}

/** What building and checking a record need to know of its kind. */
export interface Buildable<T extends AnyRecord = AnyRecord> {
  /** What messages call an invalid record, and the name of its schema: `Role`. */
  readonly resource: string
  readonly schema: z.ZodMiniType<T>
  /** Adds the missing fields of a record. Keeps given values, so that a check of the result finds invalid ones. */
  complete(partial: unknown, options: FactoryOptions, known?: Known): unknown
}

/** What the missing fields of a record depend on in a mock. */
interface Known {
  /** The time of the mock's clock, if the option `now` is set. */
  readonly date?: string | undefined
  /** The existing record that the new one contains. */
  readonly contained?: AnyRecord | undefined
}

/** One kind of record: how it is generated, built from partial input and checked. */
export interface Kind<T extends AnyRecord = AnyRecord> extends Buildable<T> {
  /** The noun for one record, for messages: `role`. */
  readonly one: string
  /** The noun for all records: `roles`. It is also the name of the kind. */
  readonly many: string
  readonly keys: Keys
  /** Further fields, or lists of fields, that no two records share. */
  readonly unique?: readonly (readonly string[])[]
  /** Fields with the id, or a list of ids, of records of another kind. Deleting such a record deletes those that refer to it. */
  readonly references?: { readonly [field: string]: string }
  /**
   * The member of a record that is a record of another kind. Its id must be the other key. The two are written together, and
   * deleting the contained record deletes both.
   */
  readonly contains?: { readonly kind: string; readonly member: string }
  /** First id of records that factories build or tests create. Generated and hand-written records have lower ids. */
  readonly firstBuiltId: number
  readonly handMade: readonly T[]
  /** The total numbers of records in the built-in data `default` and `many-pages`, if the number is an option. */
  readonly defaultTotals?: { readonly default: number; readonly 'many-pages': number }
  /** Returns the hand-written records, if they depend on the records of the kinds before. Not called for empty data. */
  readonly initial?: (seed: number, sources: Sources) => readonly T[]
  /** @param generated Returns a generated record of another kind by its number. Must not be called before a record is read. */
  generate(generation: Generation, generated: (kind: string, index: number) => AnyRecord): Generated<T>
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
  /** Returns a record as the API sends it: with the fields that the assumptions add, and without others. */
  present?(record: T, settings: Settings): T
}
