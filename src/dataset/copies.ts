import { isObject, isPlainObject } from '../common/plain-object.js'
import type { AnyRecord, Kind } from '../contract/kind.js'
import type { Settings } from '../contract/assumption.js'

/** The kinds of the records that answers may return. */
const kinds = new WeakMap<object, Kind>()

/** Marks a record that an answer may return. */
export function markKind(kind: Kind, record: AnyRecord): void {
  kinds.set(record, kind)
}

/** Returns a value with the records in it as the API sends them, at any depth. */
export function presentCopies(value: unknown, settings: Settings): unknown {
  if (Array.isArray(value)) return value.map((item) => presentCopies(item, settings))
  if (!isPlainObject(value)) return value
  const kind = kinds.get(value)
  if (kind?.present) return kind.present(value as unknown as AnyRecord, settings)
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      isObject(member) ? presentCopies(member, settings) : member,
    ]),
  )
}
