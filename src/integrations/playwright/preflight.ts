const safeMethods = new Set(['GET', 'HEAD', 'POST'])

/** Request headers that browsers set themselves, or that need no preflight with their usual values. */
const safeHeaders = new Set(
  (
    'accept accept-language content-language range accept-encoding cache-control connection content-length cookie dnt host ' +
    'origin pragma priority purpose referer te upgrade-insecure-requests user-agent'
  ).split(' '),
)

const SAFE_CONTENT_TYPE =
  /^\s*(?:application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\s*(?:;|$)/i

function isSafe(name: string, value: string): boolean {
  if (name === 'content-type') return SAFE_CONTENT_TYPE.test(value)
  return safeHeaders.has(name) || /^(?:sec|proxy)-/.test(name)
}

/** The request of a page, as Playwright describes it: the names of headers are in lower case. */
interface PageRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** Returns the preflight that a browser sends before a request, or `undefined` (Fetch standard, "CORS-preflight fetch"). */
export function createPreflight({ method, url, headers }: PageRequest): Request | undefined {
  const { origin } = headers
  if (origin === undefined || origin === new URL(url).origin) return undefined
  const unsafe = Object.entries(headers).flatMap(([name, value]) => (isSafe(name, value) ? [] : [name]))
  if (safeMethods.has(method) && unsafe.length === 0) return undefined
  return new Request(url, {
    method: 'OPTIONS',
    headers: {
      accept: '*/*',
      origin,
      'access-control-request-method': method,
      ...(unsafe.length > 0 && { 'access-control-request-headers': unsafe.toSorted().join(',') }),
    },
  })
}

function splitValues({ headers }: Request | Response, name: string): Set<string> {
  const parts = (headers.get(name) ?? '').split(',').map((part) => part.trim())
  return new Set(parts.filter((part) => part !== ''))
}

/** Whether the answer to a preflight allows the request that follows. */
export function allowsRequest(answer: Response, preflight: Request): boolean {
  const allowedOrigin = answer.headers.get('access-control-allow-origin')
  if (!answer.ok || (allowedOrigin !== '*' && allowedOrigin !== preflight.headers.get('origin'))) return false
  const method = preflight.headers.get('access-control-request-method')!
  const methods = splitValues(answer, 'access-control-allow-methods')
  if (!safeMethods.has(method) && !methods.has(method) && !methods.has('*')) return false
  const allowed = new Set(
    [...splitValues(answer, 'access-control-allow-headers')].map((name) => name.toLowerCase()),
  )
  return [...splitValues(preflight, 'access-control-request-headers')].every(
    (name) => allowed.has(name) || (allowed.has('*') && name !== 'authorization'),
  )
}
