import type { Problem } from '../common/errors.js'
import { formatPath, memberAt } from '../common/json-path.js'

/** A string that identifies a record, because no other record has the same one. */
export interface Key {
  /** Name for messages. Two keys with the same name must have different values, even in records of different kinds. */
  readonly name: string
  readonly path: readonly string[]
  /** Returns why no request can use a value of this key. */
  readonly problemOf?: (value: string) => string | undefined
}

/** The keys of a kind of record: the id, and at most one other. */
export type Keys = readonly [id: Key, other?: Key]

/** @param record May be partial. */
export function otherKey({ keys: [, key] }: { readonly keys: Keys }, record: unknown): string | undefined {
  const value = key && memberAt(record, key.path)
  return typeof value === 'string' ? value : undefined
}

/** Finds keys that the API specification allows but no request can use. @param place Path of the record. */
export function keyProblems(
  keys: readonly (Key | undefined)[],
  record: unknown,
  place: readonly PropertyKey[] = [],
): Problem[] {
  return keys.flatMap((key) => {
    const value = key && memberAt(record, key.path)
    const reason = typeof value === 'string' ? key?.problemOf?.(value) : undefined
    return key && reason !== undefined ? [{ path: formatPath([...place, ...key.path]), reason }] : []
  })
}

/** With a longer key, a path or a cursor could exceed the 16 KiB that Node allows for the headers of a request. */
const MAX_KEY_LENGTH = 1000

export function cursorProblem({ length }: string): string | undefined {
  return length > MAX_KEY_LENGTH
    ? `expected at most ${MAX_KEY_LENGTH} characters, received ${length}`
    : undefined
}
