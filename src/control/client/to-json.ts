import { DataError, InvalidOptionError } from '../../common/errors.js'
import { formatPath } from '../../common/json-path.js'
import { isPlainObject, MAX_DEPTH } from '../../common/plain-object.js'
import { ABSENT } from '../../common/undefined-marker.js'

/** Creates the error for a value that JSON does not have. */
type Fail = (path: string) => Error

const REASON = 'is not JSON, so it cannot be sent to the server'

function copy(value: unknown, fail: Fail, path: readonly PropertyKey[]): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (Number.isFinite(value)) return value
  if (path.length > MAX_DEPTH) throw fail(formatPath(path))
  if (Array.isArray(value)) {
    return Array.from(value, (item: unknown, index) => copy(item, fail, [...path, index]))
  }
  if (!isPlainObject(value)) throw fail(formatPath(path))
  const members = Object.entries(value).map(([key, member]) => [
    key,
    member === undefined ? ABSENT : copy(member, fail, [...path, key]),
  ])
  return Object.fromEntries(members)
}

/**
 * Copies a record or a part of one. Members that are `undefined` become `{ "$absent": true }`.
 *
 * @param subject What the value is, for the message: `Volunteer`.
 * @throws DataError If a value is not JSON. It would become another value, for example `NaN` would become `null`.
 */
export function dataToJson(value: unknown, subject: string): unknown {
  return copy(value, (path) => new DataError(subject, [{ path, reason: REASON }]), [])
}

const refuseWhere: Fail = (path) =>
  new InvalidOptionError(`the condition is not JSON at ${path}; use a function instead`)

/**
 * Like `dataToJson`, for a condition.
 *
 * @throws InvalidOptionError If a value is not JSON.
 */
export function whereToJson(where: unknown): unknown {
  return copy(where, refuseWhere, [])
}
