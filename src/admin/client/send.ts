import { describeFetchFailure, InvalidOptionError, thrownAt } from '../../common/errors.js'
import { API_ROOT } from '../admin-path.js'
import { createProblemError, isProblem, RemoteError } from './problem-error.js'

export interface Call {
  /** Query parameters. Those that are `undefined` are not sent. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined
  readonly body?: unknown
}

/**
 * Sends a request, and returns the JSON of the response, or `undefined` if the response has no body.
 *
 * @param path Path below `/__conmock/v1`.
 * @throws The error of the library that the admin API reports, or a RemoteError.
 */
export type Send = <T>(method: string, path: string, call?: Call) => Promise<T>

/**
 * Sends a request, and reads the response.
 *
 * @throws RemoteError If there is no response.
 */
export async function exchange(
  base: string,
  path: string,
  init?: RequestInit,
  ask: typeof fetch = fetch,
): Promise<{ readonly status: number; readonly text: string }> {
  try {
    const response = await ask(base + path, init)
    return { status: response.status, text: await response.text() }
  } catch (error) {
    const reason = describeFetchFailure(error)
    const advice = /CERT|SIGNATURE/.test(reason)
      ? 'Node does not trust the certificate of the server. NODE_EXTRA_CA_CERTS=FILE adds a certificate'
      : 'Check the URL, and that the server runs: npx conmock'
    throw new RemoteError(`cannot reach ${base}: ${reason}. ${advice}.`)
  }
}

/** Parses JSON. Returns `undefined` for other texts. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Encodes a name or an id for a path.
 *
 * @throws InvalidOptionError If clients and servers would remove it from the path, so that the request is for something else.
 */
export function pathSegment(name: string): string {
  if (!['', '.', '..'].includes(name)) return encodeURIComponent(name)
  throw new InvalidOptionError(`"${name}" cannot be a name or an id`)
}

function queryOf(query: Call['query'] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return given.length === 0 ? '' : `?${new URLSearchParams(given as [string, string][]).toString()}`
}

/**
 * Reads one member of an answer. Debuggers read properties without awaiting them, so a failure must not become an unhandled
 * rejection.
 */
export function readMember<T>(send: Send, path: string, name: string, query?: Call['query']): Promise<T> {
  const value = send<Record<string, T>>('GET', path, { query }).then((answer) => answer[name] as T)
  value.catch(() => undefined)
  return value
}

/** Replaces functions with `null`, which the server refuses. `JSON.stringify` would leave them out. */
function replaceFunction(_name: string, value: unknown): unknown {
  return typeof value === 'function' ? null : value
}

/**
 * @param base URL of the server, without a slash at the end.
 * @param ask Sends requests to the admin API.
 */
export function createSend(base: string, token: string | undefined, ask?: typeof fetch): Send {
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  }
  return async (method, path, { query, body } = {}) => {
    const call = new Error()
    const sent = body === undefined ? {} : { body: JSON.stringify(body, replaceFunction) }
    const url = API_ROOT + path + queryOf(query)
    const { status, text } = await exchange(base, url, { method, headers, ...sent }, ask)
    if (status === 204) return undefined as never
    const answer = parseJson(text)
    if (isProblem(answer)) throw thrownAt(call, createProblemError(answer, status))
    if (status < 300 && answer !== undefined) return answer as never
    throw new RemoteError(
      `${base} did not answer ${method} ${API_ROOT}${path} like conmock (status ${status})`,
      status,
    )
  }
}
