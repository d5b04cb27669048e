import { DataError, InvalidOptionError } from '../../common/errors.js'
import { formatPath } from '../../common/json-path.js'
import { isPlainObject, MAX_DEPTH } from '../../common/plain-object.js'
import { ABSENT } from '../../common/undefined-marker.js'

/** Creates the error for a value that JSON does not have. */
type Fail = (path: string) => Error

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
  const reason = 'is not JSON, so it cannot be sent to the server'
  return copy(value, (path) => new DataError(subject, [{ path, reason }]), [])
}

const refuseWhere: Fail = (path) => new InvalidOptionError(`the condition is not JSON at ${path}`)

/** Longest condition in a URL. Servers and proxies accept about 8,000 characters. */
const MAX_LENGTH = 7000

/**
 * Returns a condition as a query parameter.
 *
 * @throws InvalidOptionError If the condition is not JSON, or too long.
 */
export function whereParameter(where: unknown): string {
  if (typeof where !== 'string' && !isPlainObject(where)) {
    throw new InvalidOptionError(
      'the condition must be an id or an object with members, because it is sent as JSON; a function cannot be sent',
    )
  }
  const text = JSON.stringify(copy(where, refuseWhere, []))
  if (encodeURIComponent(text).length <= MAX_LENGTH) return text
  throw new InvalidOptionError(`the condition is too long for a URL: ${text.length} characters`)
}
