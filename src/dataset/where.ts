import { Query } from '@msw/data'
import { InvalidOptionError } from '../contract/errors.js'
import { deepFreeze } from '../contract/freeze.js'
import { isObject, isPlainObject, MAX_DEPTH } from '../contract/plain-object.js'

/** Like `T`, with every member optional at every depth. */
export type DeepPartial<T> = T extends readonly (infer Item)[]
  ? DeepPartial<Item>[]
  : T extends object
    ? { [Key in keyof T]?: DeepPartial<T[Key]> | undefined }
    : T

type Conditions<T> = { [Key in keyof T]?: Condition<T[Key]> }

/**
 * What a query asks of a value: the value itself, members of it, or a function that decides. Of a list: what it asks of
 * every element, or a function that gets the list. What is absent meets no condition.
 */
export type Condition<T> =
  | T
  | ((value: Exclude<T, undefined>) => unknown)
  | (NonNullable<T> extends readonly (infer Item)[]
      ? Item extends object
        ? Conditions<Item>
        : Item
      : NonNullable<T> extends object
        ? Conditions<NonNullable<T>>
        : never)

/** A query of \@msw/data. */
export interface RecordQuery<T> {
  /** Records that also meet this condition. */
  where(condition: Condition<T>): RecordQuery<T>
  /** Records that also meet all these conditions. */
  and(...conditions: (Condition<T> | RecordQuery<T>)[]): RecordQuery<T>
  /** Records that meet this query or one of these conditions. */
  or(...conditions: (Condition<T> | RecordQuery<T>)[]): RecordQuery<T>
}

/**
 * Says which records are meant:
 *
 * - the id of the record: `'42'`;
 * - members that it has: `{ user: { id: '42' } }`. A list matches if each of its elements matches one of the record's.
 *   `undefined` matches what is absent;
 * - a function that tells: `({ name }) => name.startsWith('hr')`;
 * - a query of \@msw/data: `(q) => q.where({ name: (name) => name.startsWith('hr') }).or({ id: '1' })`.
 *
 * An id, the id of a volunteer's user and the name of a role are looked up at once. Everything else looks at every record.
 */
export type Where<T> = string | DeepPartial<T> | ((record: T & RecordQuery<T>) => boolean | RecordQuery<T>)

function matches(actual: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) {
    return Array.isArray(actual) && wanted.every((item) => actual.some((other) => matches(other, item)))
  }
  if (!isObject(wanted)) return Object.is(actual, wanted)
  return (
    isObject(actual) &&
    Object.entries(wanted).every(([key, value]) =>
      matches(Object.hasOwn(actual, key) ? actual[key] : undefined, value),
    )
  )
}

/** Not left to the query of @msw/data 1.1.7, where a function for a list or an object matches everything. */
function meets(actual: unknown, condition: unknown): boolean {
  if (actual === undefined) return false
  if (typeof condition === 'function') return Boolean(condition(actual))
  if (Array.isArray(condition)) {
    return (
      Array.isArray(actual) &&
      actual.length === condition.length &&
      condition.every((each, index) => meets(actual[index], each))
    )
  }
  if (Array.isArray(actual)) return actual.every((item) => meets(item, condition))
  return isObject(condition)
    ? isObject(actual) && Object.entries(condition).every(([key, value]) => meets(actual[key], value))
    : Object.is(actual, condition)
}

class BuiltQuery<T> implements RecordQuery<T> {
  readonly #query: Query<T>

  constructor(query: Query<T>) {
    this.#query = query
  }

  static #operand<T>(condition: Condition<T> | RecordQuery<T>): Query<T> | ((record: T) => boolean) {
    return condition instanceof BuiltQuery ? condition.#query : (record) => meets(record, condition)
  }

  where(condition: Condition<T>): BuiltQuery<T> {
    return this.and(condition)
  }

  and(...conditions: (Condition<T> | RecordQuery<T>)[]): BuiltQuery<T> {
    return new BuiltQuery(this.#query.and(...conditions.map((each) => BuiltQuery.#operand<T>(each))))
  }

  or(...conditions: (Condition<T> | RecordQuery<T>)[]): BuiltQuery<T> {
    return new BuiltQuery(this.#query.or(...conditions.map((each) => BuiltQuery.#operand<T>(each))))
  }

  test(record: T): boolean {
    return this.#query.test(record)
  }
}

/** The record with the methods of a query: only the caller's function knows whether it decides or builds a query. */
function queryable<T extends object>(record: T): T & RecordQuery<T> {
  const query = new BuiltQuery(new Query<T>())
  const methods = (['where', 'and', 'or'] as const).map(
    (name) => [name, { value: query[name].bind(query) }] as const,
  )
  return Object.freeze(Object.defineProperties({ ...record }, Object.fromEntries(methods))) as T &
    RecordQuery<T>
}

/** The test that a function stands for: itself, or the query that it builds when it is called for the first time. */
function testOf<T extends object>(
  where: (record: T & RecordQuery<T>) => boolean | RecordQuery<T>,
): (record: T) => boolean {
  let query: BuiltQuery<T> | undefined
  let isFirst = true
  return (record) => {
    deepFreeze(record)
    if (query) return query.test(record)
    const answer = where(isFirst ? queryable(record) : (record as T & RecordQuery<T>))
    if (isFirst && answer instanceof BuiltQuery) query = answer
    isFirst = false
    return query ? query.test(record) : Boolean(answer)
  }
}

/** Returns the test that a record must pass. */
export function createTest<T extends { readonly id: string }>(where: Where<T>): (record: T) => boolean {
  if (typeof where === 'function') return testOf(where)
  if (typeof where === 'string') return ({ id }) => id === where
  return (record) => matches(record, where)
}

/** Copies what a caller passed, so that later changes of it have no effect. Other objects than plain ones stay. */
export function copyOf<T>(value: T, depth = 0): T {
  if (depth > MAX_DEPTH) return value
  if (Array.isArray(value)) return value.map((item: unknown) => copyOf(item, depth + 1)) as T
  if (!isPlainObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, copyOf(member, depth + 1)]),
  ) as T
}

/** @throws InvalidOptionError If the value is no `Where`. */
export function checkWhere<T>(where: Where<T>): Where<T> {
  if (typeof where === 'string' || typeof where === 'function' || isPlainObject(where)) return copyOf(where)
  throw new InvalidOptionError(
    'records are selected by an id, an object with members that they have, a function or a query',
  )
}
