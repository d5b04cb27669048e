import { memberAt } from '../common/json-path.js'

/** A string that identifies a record, because no other record has the same one. */
export interface Key {
  /** Name for messages. Two keys with the same name must have different values, even in records of different kinds. */
  readonly name: string
  readonly path: readonly string[]
}

/** The keys of a kind of record: the id, and at most one other. */
export type Keys = readonly [id: Key, other?: Key]

/** @param record May be partial. */
export function otherKey({ keys: [, key] }: { readonly keys: Keys }, record: unknown): string | undefined {
  const value = key && memberAt(record, key.path)
  return typeof value === 'string' ? value : undefined
}
