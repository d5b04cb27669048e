import { Query } from '@msw/data'
import { InvalidOptionError } from '../common/errors.js'
import { deepFreeze } from '../common/freeze.js'
import { isObject, isPlainObject, MAX_DEPTH } from '../common/plain-object.js'
import { describeUnknown, unknownFields } from '../common/validate.js'

/** Like `T`, but all members are optional at every depth. */
export type DeepPartial<T> = T extends readonly (infer Item)[]
  ? DeepPartial<Item>[]
  : T extends object
    ? { [Key in keyof T]?: DeepPartial<T[Key]> | undefined }
    : T

type Conditions<T> = { [Key in keyof T]?: Condition<T[Key]> }

/**
 * A condition in a query: the value itself, some of its members, or a predicate. For a list: a condition for every element,
 * or a predicate for the whole list. A missing value never matches.
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
  /** Adds a condition. */
  where(condition: Condition<T>): RecordQuery<T>
  /** Adds several conditions. */
  and(...conditions: (Condition<T> | RecordQuery<T>)[]): RecordQuery<T>
  /** Matches if this query or one of these conditions matches. */
  or(...conditions: (Condition<T> | RecordQuery<T>)[]): RecordQuery<T>
}

/**
 * Selects records by one of:
 *
 * - an id: `'42'`
 * - some members: `{ user: { id: '42' } }`. Each element of a list must match an element of the record's list. `undefined`
 *   matches an absent member.
 * - a predicate: `({ name }) => name.startsWith('hr')`
 * - a query of \@msw/data: `(q) => q.where({ name: (name) => name.startsWith('hr') }).or({ id: '1' })`
 *
 * An id, the user id of a volunteer and the name of a role are fast. All other conditions read every record.
 */
export type Where<T> = string | DeepPartial<T> | ((record: T & RecordQuery<T>) => boolean | RecordQuery<T>)

/** Each element of a wanted list must match an element of the list. */
export function matches(actual: unknown, wanted: unknown): boolean {
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

/** Replaces the check of @msw/data: in version 1.1.7, a predicate for a list or an object matches everything. */
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

/** Adds the methods of a query to a record, because a function may be a predicate or build a query. */
function queryable<T extends object>(record: T): T & RecordQuery<T> {
  const query = new BuiltQuery(new Query<T>())
  const methods = (['where', 'and', 'or'] as const).map(
    (name) => [name, { value: query[name].bind(query) }] as const,
  )
  return Object.freeze(Object.defineProperties({ ...record }, Object.fromEntries(methods))) as T &
    RecordQuery<T>
}

/** Converts a function to a test: the function itself, or the query that it builds at its first call. */
function testFromFunction<T extends object>(
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

export function createTest<T extends { readonly id: string }>(where: Where<T>): (record: T) => boolean {
  if (typeof where === 'function') return testFromFunction(where)
  if (typeof where === 'string') return ({ id }) => id === where
  return (record) => matches(record, where)
}

/** Only copies arrays and plain objects. */
export function copyOf<T>(value: T, depth = 0): T {
  if (depth > MAX_DEPTH) return value
  if (Array.isArray(value)) return value.map((item: unknown) => copyOf(item, depth + 1)) as T
  if (!isPlainObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, copyOf(member, depth + 1)]),
  ) as T
}

export function checkWhere<T>(where: Where<T>, schema: unknown): Where<T> {
  const [unknown] = unknownFields(schema, where)
  if (unknown) {
    const { path, reason } = describeUnknown(unknown)
    throw new InvalidOptionError(`invalid condition: ${path}: ${reason}`)
  }
  if (typeof where === 'string' || typeof where === 'function' || isPlainObject(where)) return copyOf(where)
  throw new InvalidOptionError(
    'the condition must be an id, an object with members of the record, a function or a query',
  )
}
