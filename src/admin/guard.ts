import { timingSafeEqual } from 'node:crypto'
import { createHostCheck, isValidHost } from '../common/hosts.js'
import { preview } from '../common/text.js'
import type { ApiRequest } from '../api/answer.js'
import { HEALTH_PATH, isDashboardPath } from './admin-path.js'
import { AdminError } from './answers.js'

/** The parts of a request that decide whether the admin API may answer it. */
type GuardedRequest = Pick<ApiRequest, 'method' | 'headers'>

export interface GuardOptions {
  /** Hosts that are allowed in addition to `localhost`, `127.0.0.1` and `[::1]`: `--host` and `--admin-host`. */
  readonly hosts: readonly string[]
  /** Hosts whose pages are allowed although the request has another Host, because a proxy has changed it: `--admin-host`. */
  readonly pages?: readonly string[] | undefined
  /** The token that every request must have (`--admin-token`). */
  readonly token?: string | undefined
  /** Whether the server listens on a loopback address, so that only this machine can reach it. */
  readonly isLoopback: boolean
}

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]']

const JSON_TYPE = /^application\/json(?:\s*;\s*charset="?utf-?8"?)?\s*$/i

/** Returns the URL of an origin with `http` or `https`. */
function parseOrigin(origin: string): URL | undefined {
  const url = URL.canParse(origin) ? new URL(origin) : undefined
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  return isWeb && url.origin === origin ? url : undefined
}

function otherOrigin(reason: string): AdminError {
  return new AdminError(403, `the admin API refuses pages of other origins: ${reason}`)
}

/** @param isAllowed Whether pages of a host are allowed with any Host header. */
function refusePage(
  { headers }: GuardedRequest,
  isAllowed: (host: string) => boolean,
): AdminError | undefined {
  const host = headers.get('host') ?? ''
  const origin = headers.get('origin')
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none')
    return otherOrigin(`the header Sec-Fetch-Site is "${preview(site)}"`)
  if (origin === null) return undefined
  const page = parseOrigin(origin)
  // Parses the host with the scheme of the origin, so that the default port is the same.
  if (page && (isAllowed(page.host) || page.host === new URL(`${page.protocol}//${host}`).host))
    return undefined
  const problem = `the header Origin is "${preview(origin)}", but Host is "${preview(host)}"`
  return otherOrigin(
    page
      ? `${problem}; if a proxy has changed one of them, allow the page with --admin-host ${preview(page.hostname)}`
      : problem,
  )
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
  const isAllowedPage = createHostCheck(options.pages ?? [])

  function refuseHost({ headers }: GuardedRequest): AdminError | undefined {
    const host = headers.get('host') ?? ''
    // Several headers are joined with a comma and a space, which no host has.
    if (host === '' || !isValidHost(host)) {
      return new AdminError(400, `the admin API needs one valid Host header, not "${host.slice(0, 40)}"`)
    }
    if (isKnown(host)) return undefined
    return new AdminError(
      403,
      `the admin API only answers requests to localhost, 127.0.0.1 and [::1], but the header Host is "${preview(host)}"; allow it with --admin-host ${preview(host.replace(/:\d*$/, ''))}`,
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
      refuseHost(request) ??
      (isFile ? undefined : (refusePage(request, isAllowedPage) ?? refuseToken(request)))
    if (refusal) return refusal
    if (isRead || JSON_TYPE.test(headers.get('content-type') ?? '')) return undefined
    return new AdminError(415, 'a call needs the header "Content-Type: application/json"')
  }
}
