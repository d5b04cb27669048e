import * as z from 'zod/mini'
import { matchPath, targetOf } from '../api/match-path.js'
import { checkOptions, httpUrl, optionsSchema, token, withoutCredentials } from '../common/check-options.js'
import { describeFetchFailure } from '../common/errors.js'
import { withoutHopByHop } from '../common/hop-by-hop.js'
import { FORWARDED_HEADER } from '../mock/custom-handlers.js'

/** Options of `passThrough`. */
export interface PassThroughOptions {
  /** Base URL of the real service. The path and the query of each request are appended to it. */
  readonly to: string
  /**
   * The token of your app for the real service, without `Bearer`. The tokens of the mock are never sent.
   *
   * @default requests without a token
   */
  readonly token?: string | undefined
}

/** How the tokens of a mock start, unless the user has chosen them. */
const MOCK_TOKEN = /^mock-/

const schema = optionsSchema<PassThroughOptions>({
  to: httpUrl.check(withoutCredentials),
  token: z.optional(
    token.check(
      z.refine((text) => !MOCK_TOKEN.test(text), 'must be a token of the real service, not of the mock'),
    ),
  ),
})

/** The only headers of the app that are sent. Any other one may contain a token. */
const sentHeaders = ['accept', 'accept-language']

/** Headers of a response for the origin of the real service, and those of the encoding, because `fetch` has decoded the body. */
const DROPPED =
  /^(?:proxy-.+|content-(?:encoding|length)|set-cookie|alt-svc|strict-transport-security|access-control-.+)$/

/** What `bypass` of msw adds to the header Accept. */
const BYPASS = 'msw/passthrough'

/** Whether the mock must answer a request: others are not reads, are for the API, or have already been forwarded. */
function isForMock({ method, url, headers }: Request): boolean {
  const path = targetOf(url).path.replace(/^.*?(?=\/api\/v0\/)/, '')
  const isRead = method === 'GET' || method === 'HEAD'
  return !isRead || matchPath(path).kind !== 'unknown' || Boolean(headers.get('accept')?.includes(BYPASS))
}

/** Returns the path and the query, without parameters that are a token of the mock. */
function targetWithoutTokens({ url, headers }: Request): string {
  const target = new URL(url)
  const bearer = headers.get('authorization')?.split(' ').at(-1)
  const isToken = (text: string) => text === 'access_token' || text === bearer || MOCK_TOKEN.test(text)
  const names = Array.from(target.searchParams).flatMap((pair) => (pair.some(isToken) ? [pair[0]] : []))
  for (const name of names) target.searchParams.delete(name)
  return target.pathname + target.search
}

function keptHeaders(headers: Headers): Headers {
  const forwarded = Object.entries(withoutHopByHop<Record<string, string>>(Object.fromEntries(headers)))
  return new Headers(forwarded.filter(([name]) => !DROPPED.test(name)))
}

function unreachable(to: string, error: unknown): Response {
  // A header can only be ASCII.
  const reason = describeFetchFailure(error).replaceAll(/[^\x20-\x7e]/g, '?')
  const detail = `${to}, which cannot be reached: ${reason}`
  return Response.json(
    {
      type: 'about:blank',
      title: 'Bad Gateway',
      status: 502,
      detail: `The request was forwarded to ${detail}`,
    },
    { status: 502, headers: { 'content-type': 'application/problem+json', [FORWARDED_HEADER]: detail } },
  )
}

/**
 * Forwards reads that the API specification does not have to the real service. All other requests go to the next handler.
 *
 * @returns A resolver for a handler of msw. It sends `Accept` and `Accept-Language` of the request, and neither its other
 *   headers nor tokens of the mock.
 * @throws InvalidOptionError For an invalid URL or token.
 * @example
 * http.get('*\/api/*', passThrough({ to: 'https://reg.example.com', token: process.env.REG_TOKEN }))
 */
export function passThrough(
  options: PassThroughOptions,
): (info: { readonly request: Request }) => Promise<Response | undefined> {
  checkOptions(schema, options)
  const to = new URL(options.to).href.replace(/\/+$/, '')
  return async ({ request }) => {
    if (isForMock(request)) return undefined
    const { bypass } = await import('msw')
    const headers = new Headers(
      options.token === undefined ? {} : { authorization: `Bearer ${options.token}` },
    )
    for (const name of sentHeaders) {
      const value = request.headers.get(name)
      if (value !== null) headers.set(name, value)
    }
    const { method, signal } = request
    try {
      // `fetch` does not send the token to another origin, if the service redirects to it.
      const url = to + targetWithoutTokens(request)
      const response = await fetch(bypass(url, { method, headers, signal, credentials: 'omit' }))
      const { status, body } = response
      const answer = new Response(body, { status, headers: keptHeaders(response.headers) })
      answer.headers.set(FORWARDED_HEADER, to)
      return answer
    } catch (error) {
      return unreachable(to, error)
    }
  }
}
