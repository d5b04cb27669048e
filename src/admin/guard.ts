import { timingSafeEqual } from 'node:crypto'
import { createHostCheck, isValidHost } from '../common/hosts.js'
import type { ApiRequest } from '../api/answer.js'
import { HEALTH_PATH, isDashboardPath } from './admin-path.js'
import { AdminError } from './answers.js'

/** The parts of a request that decide whether the admin API may answer it. */
type GuardedRequest = Pick<ApiRequest, 'method' | 'headers'>

export interface GuardOptions {
  /** Hosts that are allowed in addition to `localhost`, `127.0.0.1` and `[::1]`: `--host` and `--admin-host`. */
  readonly hosts: readonly string[]
  /** The token that every request must have (`--admin-token`). */
  readonly token?: string | undefined
  /** Whether the server listens on a loopback address, so that only this machine can reach it. */
  readonly isLoopback: boolean
}

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]']

const JSON_TYPE = /^application\/json(?:\s*;\s*charset="?utf-?8"?)?\s*$/i

/** Whether an Origin header is the origin of a page that this server has sent. */
function isOwnOrigin(origin: string, host: string): boolean {
  try {
    const url = new URL(origin)
    const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
    // Parses the host with the scheme of the origin, so that the default port is the same.
    return isWeb && url.origin === origin && url.host === new URL(`${url.protocol}//${host}`).host
  } catch {
    return false
  }
}

function refusePage({ headers }: GuardedRequest): AdminError | undefined {
  const host = headers.get('host') ?? ''
  const origin = headers.get('origin')
  const site = headers.get('sec-fetch-site')
  const isOwn =
    (origin === null || isOwnOrigin(origin, host)) &&
    (site === null || site === 'same-origin' || site === 'none')
  return isOwn ? undefined : new AdminError(403, 'the admin API does not answer pages of other origins')
}

/** Compares in constant time, so that the time of a response does not help to guess the token. */
function isSameToken(authorization: string | null, token: string): boolean {
  const [, text = ''] = /^bearer +(\S+)$/i.exec(authorization ?? '') ?? []
  const [given, known] = [Buffer.from(text), Buffer.from(token)]
  return given.length === known.length && timingSafeEqual(given, known)
}

/**
 * Returns a function that decides whether the admin API may answer a request. It returns the refusal, or `undefined`.
 *
 * The admin API changes the mock, so a page that a developer visits must not reach it: not by a request to another
 * origin (`Origin`, `Sec-Fetch-Site`, `Content-Type`), and not by DNS rebinding (`Host`).
 */
export function createGuard(
  options: GuardOptions,
): (request: GuardedRequest, path: string) => AdminError | undefined {
  const { token, isLoopback } = options
  const isKnown = createHostCheck([...LOOPBACK_HOSTS, ...options.hosts])

  function refuseHost({ headers }: GuardedRequest): AdminError | undefined {
    const host = headers.get('host') ?? ''
    // Several headers are joined with a comma and a space, which no host has.
    if (host === '' || !isValidHost(host)) {
      return new AdminError(400, `the admin API needs one valid Host header, not "${host.slice(0, 40)}"`)
    }
    if (isKnown(host)) return undefined
    return new AdminError(
      403,
      'the admin API only answers requests to localhost, 127.0.0.1 and [::1]; allow another host with --admin-host HOST',
    )
  }

  function refuseToken({ headers }: GuardedRequest): AdminError | undefined {
    if (token === undefined || isSameToken(headers.get('authorization'), token)) return undefined
    return new AdminError(
      401,
      'the admin API needs the token of --admin-token: send the header "Authorization: Bearer TOKEN"',
      { 'www-authenticate': 'Bearer' },
    )
  }

  return (request, path) => {
    const { method, headers } = request
    const isRead = method === 'GET' || method === 'HEAD'
    if (path === HEALTH_PATH && isRead) return undefined
    if (!isLoopback && token === undefined) {
      return new AdminError(
        404,
        'the admin API is off, because other machines can reach this server; turn it on with --admin-token TOKEN',
      )
    }
    // A link on any page may open the dashboard, which asks for the token. No other page can read or frame it.
    const isFile = isDashboardPath(path) && isRead
    const refusal =
      refuseHost(request) ?? (isFile ? undefined : (refusePage(request) ?? refuseToken(request)))
    if (refusal) return refusal
    if (isRead || JSON_TYPE.test(headers.get('content-type') ?? '')) return undefined
    return new AdminError(415, 'a call needs the header "Content-Type: application/json"')
  }
}
