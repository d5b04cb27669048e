import type { HttpHandler } from 'msw'
import { InvalidOptionError } from '../contract/errors.js'

type Headers = Readonly<Record<string, string>>

/** The parts of a request that CORS looks at. */
interface CorsRequest {
  readonly method: string
  readonly headers: { get(name: string): string | null }
}

/** Which pages may read the answers (the Fetch standard's CORS protocol). */
export interface Cors {
  /** Headers for the answer to a request; `undefined` stands for one that could not be read. */
  headers(request: CorsRequest | undefined): Headers
  /** Whether a request comes from a page whose origin is not allowed. For requests that change something. */
  forbids(request: CorsRequest): boolean
  /** Headers for the answer to a preflight, or `undefined` if this request is none. */
  preflight(request: CorsRequest): Headers | undefined
  /** The origins whose pages may read the answers, or `any`. */
  readonly origins: readonly string[] | 'any'
}

const EXPOSED = 'WWW-Authenticate, Allow, Retry-After, Conmock-Assumed'
const SECONDS_KEPT = '600'

/** A host of a web page: a name or an IPv4 address, or an IPv6 address in brackets. */
const WEB_ORIGIN = /^https?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/

function checkedOrigin(text: string): string {
  try {
    if (new URL(text).origin === text && WEB_ORIGIN.test(text)) return text
  } catch {
    // Falls through to the message, which is the same for what is no URL at all.
  }
  throw new InvalidOptionError(
    `cors must be * or an origin such as http://localhost:5173, without a path, but is "${text}"`,
  )
}

const ofApi = ['GET', 'HEAD']

/** The method of a handler, if it is for a single one. Those of GraphQL and WebSockets have none. */
export function methodOf({ info }: Partial<HttpHandler>): string | undefined {
  return typeof info?.method === 'string' ? info.method : undefined
}

/** The methods of the API and of the user's handlers, or `undefined` if one of them takes whatever method. */
function methodsOf(handlers: readonly HttpHandler[]): readonly string[] | undefined {
  const own = handlers.map(methodOf)
  if (!own.every((method) => typeof method === 'string')) return undefined
  return [...new Set([...ofApi, ...own])]
}

/**
 * @param allowed `*` for every origin – the data are fake, and a bearer token is needed besides – or the origins.
 * @param handlers The user's own handlers, whose methods a page may use.
 * @throws InvalidOptionError For what is no origin.
 */
export function createCors(allowed: string | readonly string[], handlers: readonly HttpHandler[] = []): Cors {
  const list: readonly string[] = typeof allowed === 'string' ? [allowed] : allowed
  if (!Array.isArray(list) || !list.every((origin) => typeof origin === 'string')) {
    throw new InvalidOptionError(
      'cors must be * or an origin such as http://localhost:5173, or a list of origins',
    )
  }
  const any = list.includes('*')
  const origins = any ? [] : list.map(checkedOrigin)
  const forAny: Headers = { 'access-control-allow-origin': '*', 'access-control-expose-headers': EXPOSED }
  const forOthers: Headers = { vary: 'Origin' }

  const methods = methodsOf(handlers)

  const byOrigin = new Map(
    origins.map((origin) => [origin, { ...forAny, ...forOthers, 'access-control-allow-origin': origin }]),
  )
  // The origin is not asked for where it does not matter: looking for it costs as much as the answer.
  const headers: Cors['headers'] = (request) =>
    any ? forAny : (byOrigin.get(request?.headers.get('origin') ?? '') ?? forOthers)

  return {
    headers,
    origins: any ? 'any' : origins,
    forbids(request) {
      const origin = request.headers.get('origin')
      return !any && origin !== null && !origins.includes(origin)
    },
    preflight(request) {
      const wanted = request.headers.get('access-control-request-method')
      if (request.method !== 'OPTIONS' || wanted === null) return undefined
      const allow = headers(request)
      if (!allow['access-control-allow-origin']) return allow
      return {
        ...allow,
        'access-control-allow-methods': (methods ?? [...ofApi, wanted]).join(', '),
        'access-control-allow-headers':
          request.headers.get('access-control-request-headers') ?? 'authorization',
        'access-control-max-age': SECONDS_KEPT,
      }
    },
  }
}
