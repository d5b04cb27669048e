import { describeFetchFailure, InvalidOptionError, withCallSite } from '../../common/errors.js'
import { formatPath } from '../../common/json-path.js'
import { ABSENT, isPlainObject, MAX_DEPTH, parseJson } from '../../common/plain-object.js'
import { API_PATH, MEMBERS_PATH } from '../admin-path.js'
import { createError, isProblem, RemoteError } from './remote-error.js'

/**
 * Calls a member below `/__conmock/v1`, for example `w3/roles.create`.
 *
 * @throws The error of the member, or a RemoteError.
 */
export type Call = (path: string, args: readonly unknown[]) => Promise<unknown>

/**
 * Sends a request, and reads the response.
 *
 * @throws RemoteError If there is no response.
 */
async function exchange(
  base: string,
  path: string,
  init?: RequestInit,
): Promise<{ readonly status: number; readonly text: string }> {
  try {
    const response = await fetch(base + path, init)
    return { status: response.status, text: await response.text() }
  } catch (error) {
    const reason = describeFetchFailure(error)
    const advice = /CERT|SIGNATURE/.test(reason)
      ? 'Node does not trust the certificate of the server. NODE_EXTRA_CA_CERTS=FILE adds a certificate'
      : 'Check the URL, and that the server runs: npx conmock'
    throw new RemoteError(`cannot reach ${base}: ${reason}. ${advice}.`)
  }
}

/**
 * Copies the arguments of a call. `undefined` becomes `{ "$absent": true }`.
 *
 * @throws InvalidOptionError If a value is not JSON. It would become another value, for example `NaN` would become `null`.
 */
export function toJson(
  value: unknown,
  path: readonly PropertyKey[] = [],
  outer: readonly unknown[] = [],
): unknown {
  // Below this depth, the server does not look for it.
  if (value === undefined) return path.length > MAX_DEPTH ? undefined : ABSENT
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (Number.isFinite(value)) return value
  const isCyclic = outer.includes(value)
  const inside = (member: unknown, key: PropertyKey) => toJson(member, [...path, key], [...outer, value])
  if (!isCyclic && Array.isArray(value)) return Array.from(value, inside)
  if (!isCyclic && isPlainObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, inside(member, key)]))
  }
  const what = typeof value === 'function' ? 'a function' : 'not JSON'
  throw new InvalidOptionError(
    `the argument ${formatPath(path).slice(1)} is ${what}, so it cannot be sent to the server`,
  )
}

export function notConmock(base: string, status: number): RemoteError {
  const advice = 'Check the URL, and that the server does not run with --no-admin.'
  return new RemoteError(`${base} did not answer like conmock (status ${status}). ${advice}`, status)
}

function headersWith(token: string | undefined): Record<string, string> {
  return {
    accept: 'application/json',
    'content-type': 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  }
}

/** Reads what a running server says about its API. */
export async function readDescription(base: string, token: string | undefined): Promise<object> {
  const { status, text } = await exchange(base, API_PATH, { headers: headersWith(token) })
  const answer = parseJson(text)
  if (status === 200 && isPlainObject(answer)) return answer
  throw notConmock(base, status)
}

/**
 * Creates a function that calls the members of a running server.
 *
 * @param base URL of the server, without a slash at the end.
 * @param token The token of the admin API.
 */
export function createCall(base: string, token: string | undefined): Call {
  const headers = headersWith(token)
  return async (path, args) => {
    const called = new Error()
    const body = JSON.stringify(toJson(args))
    const url = `${MEMBERS_PATH}/${path}`
    const { status, text } = await exchange(base, url, { method: 'POST', headers, body })
    if (status === 204) return undefined
    const answer = parseJson(text)
    if (isProblem(answer)) throw withCallSite(called, createError(answer, status))
    if (status === 200 && answer !== undefined) return answer
    throw notConmock(base, status)
  }
}
