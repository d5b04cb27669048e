import type { ApiRequest } from '../api/answer.js'
import { InvalidOptionError } from '../common/errors.js'
import { foreignOrigin } from '../api/refusal.js'
import type { Refusal } from '../contract/operation.js'
import { preview } from '../common/text.js'
import type { Headers } from './send.js'

type CorsRequest = Pick<ApiRequest, 'method' | 'headers'>

/** Decides which pages may read answers (the CORS protocol of the Fetch standard). */
export interface Cors {
  /** Returns headers for the answer to a request. */
  headers(request: CorsRequest): Headers
  /** Says why the page that sends a request cannot read the answer. `undefined` if it can. */
  refusal(request: CorsRequest): Refusal | undefined
  /** Returns headers for the answer to a preflight, or `undefined` if the request is not a preflight. */
  preflight(request: CorsRequest): Headers | undefined
}

/** The headers that pages may read, with their meanings. */
export const exposedHeaders = {
  'WWW-Authenticate':
    'Why the mock does not accept the credential (RFC 6750), and the scope that the operation needs',
  Allow: 'With the status 405: the methods of the path',
  'Retry-After': 'Seconds to wait: with the status 429, or with a fault that has `retryAfter`',
  'Conmock-Assumed': 'The assumptions that the response depends on',
  'Conmock-Fault': 'The faults that changed the response, such as `status=503`',
} as const

const EXPOSED = Object.keys(exposedHeaders).join(', ')
const MAX_AGE_SECONDS = '600'

/** An origin whose host is a name, an IPv4 address, or an IPv6 address in brackets. */
const WEB_ORIGIN = /^https?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/

function isWebOrigin(text: string): boolean {
  return WEB_ORIGIN.test(text) && URL.canParse(text) && new URL(text).origin === text
}

function checkedOrigin(text: string): string {
  if (isWebOrigin(text)) return text
  throw new InvalidOptionError(
    `must be * or an origin such as http://localhost:5173 without a path, but is "${preview(text)}"`,
    'cors',
  )
}

/** Headers with lists, to which a response may have added its own. */
const lists = new Set(['vary', 'access-control-expose-headers'])

/** Adds to CORS headers what the headers of a response list themselves. */
export function withOwn(headers: Headers, own: Headers): Headers {
  const entries = Object.entries(headers).map(([name, value]) => {
    return [name, lists.has(name) && own[name] !== undefined ? `${own[name]}, ${value}` : value] as const
  })
  return Object.fromEntries(entries)
}

/** Copies the response of a custom handler. Adds CORS headers unless the response already has them. */
export function withCors(own: Response, headers: Headers): Response {
  const response = new Response(own.body, own)
  if (own.headers.has('access-control-allow-origin')) return response
  for (const [name, value] of Object.entries(withOwn(headers, Object.fromEntries(own.headers))))
    response.headers.set(name, value)
  return response
}

/**
 * Creates the CORS rules of a server.
 *
 * @param allowed The allowed origins. `*` for every origin is safe, because the data is fake and a token is needed.
 * @throws InvalidOptionError For an invalid origin.
 */
export function createCors(allowed: string | readonly string[]): Cors {
  const list: readonly string[] = typeof allowed === 'string' ? [allowed] : allowed
  if (!Array.isArray(list) || !list.every((origin) => typeof origin === 'string')) {
    throw new InvalidOptionError(
      'must be * or an origin such as http://localhost:5173, or a list of origins',
      'cors',
    )
  }
  const any = list.includes('*')
  const origins = any ? [] : list.map(checkedOrigin)
  const openHeaders: Headers = {
    'access-control-allow-origin': '*',
    'access-control-expose-headers': EXPOSED,
  }
  const varyHeaders: Headers = { vary: 'Origin' }

  const byOrigin = new Map(
    origins.map((origin) => [
      origin,
      {
        ...openHeaders,
        ...varyHeaders,
        'access-control-allow-origin': origin,
        // For `credentials: 'include'`. Browsers do not accept it together with `*`.
        'access-control-allow-credentials': 'true',
      },
    ]),
  )
  // With `*`, the origin is not read, because searching the headers takes as long as the answer.
  const headers: Cors['headers'] = (request) =>
    any ? openHeaders : (byOrigin.get(request.headers.get('origin') ?? '') ?? varyHeaders)

  return {
    headers,
    refusal(request) {
      const origin = any ? null : request.headers.get('origin')
      if (origin === null || origins.includes(origin)) return undefined
      return foreignOrigin(origin)
    },
    preflight(request) {
      if (request.method !== 'OPTIONS') return undefined
      const wanted = request.headers.get('access-control-request-method')
      if (wanted === null) return undefined
      const allow = headers(request)
      if (!allow['access-control-allow-origin']) return allow
      return {
        ...allow,
        // Also methods that the API refuses, because then the page can read why.
        'access-control-allow-methods': wanted,
        'access-control-allow-headers':
          request.headers.get('access-control-request-headers') ?? 'authorization',
        'access-control-max-age': MAX_AGE_SECONDS,
      }
    },
  }
}

/** Creates the CORS rules for the page that sends a request. It may read the response, also with `credentials: 'include'`. */
export function corsForPage({ headers }: CorsRequest): Cors {
  const origin = headers.get('origin') ?? ''
  return createCors(isWebOrigin(origin) ? origin : '*')
}
