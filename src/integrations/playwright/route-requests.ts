import type { BrowserContext, Request as PageRequest } from '@playwright/test'
import { escapePattern } from '../../common/text.js'
import type { CompiledApi } from '../../contract/compile.js'
import { SANDBOX_HEADER } from '../../sandboxes/sandbox.js'
import type { Transport } from './transport.js'

/** At most this many URLs help to find out why requests do not reach the mock. */
const MAX_URLS = 5

/** Matches the URLs below a URL. A pattern, because Playwright only sends matching requests to the process of the test. */
function createPattern(url: string): RegExp {
  const { origin, pathname } = new URL(url)
  return new RegExp(`^${escapePattern(origin + pathname.replace(/\/+$/, ''))}(?:[/?#]|$)`)
}

/** Returns the URL without its query, which may contain secrets. */
function shownUrl(request: PageRequest): string {
  return request.url().replace(/[?#].*/s, '')
}

/** Whether a request loads a page, or comes from a page that is itself below the base URL. */
function isOfApp(request: PageRequest, below: RegExp): boolean {
  return request.isNavigationRequest() || (!request.serviceWorker() && below.test(request.frame().url()))
}

/**
 * Names the sandbox in all requests of pages to the origin of the app, whose server may hand it on to the mock (`conmock/ssr`).
 * Requests to other origins do not change, because a header would make them need a preflight.
 */
export async function nameSandbox(context: BrowserContext, appUrl: string, sandbox: string): Promise<void> {
  await context.route(createPattern(new URL(appUrl).origin), (route) =>
    route.fallback({ headers: { ...route.request().headers(), [SANDBOX_HEADER]: sandbox } }),
  )
}

/**
 * Answers the requests of all pages of a browser context that are below the base URL.
 *
 * @returns A function that ends pending answers.
 */
export async function routeRequests(
  { root }: Pick<CompiledApi, 'root'>,
  context: BrowserContext,
  transport: Transport,
): Promise<() => void> {
  const pending = new Map<PageRequest, AbortController>()
  const routed = new WeakSet<PageRequest>()
  let isOver = false

  function stop(): void {
    isOver = true
    for (const controller of pending.values()) controller.abort()
  }

  const { baseUrl, elsewhere, past, sandbox } = transport
  const below = createPattern(baseUrl)
  const belowApi = createPattern(baseUrl.replace(/\/+$/, '') + root)

  // An app may have the origin of its API. Then its pages and scripts come from the app's server.
  function isForMock(request: PageRequest): boolean {
    return belowApi.test(request.url()) || !isOfApp(request, below)
  }

  context.on('request', (request) => {
    const isCall = ['fetch', 'xhr'].includes(request.resourceType())
    if (isCall && !below.test(request.url()) && elsewhere.size < MAX_URLS) elsewhere.add(shownUrl(request))
  })
  // Requests without a response do not count: the page may have cancelled them, or the test may be over.
  context.on('response', (response) => {
    const request = response.request()
    // A route of the test may answer instead of the one below. Playwright asks no route after a redirect.
    if (routed.has(request) || !below.test(request.url())) return
    // After a redirect, a request still has the headers of the first one.
    const isNamed = sandbox !== undefined && request.headers()[SANDBOX_HEADER] === sandbox
    if (!isNamed && isForMock(request) && past.size < MAX_URLS)
      past.add(shownUrl(request) + (request.redirectedFrom() ? ' (after a redirect)' : ''))
  })
  context.on('requestfailed', (request) => pending.get(request)?.abort())
  context.on('close', stop)
  await context.route(below, async (route) => {
    const request = route.request()
    routed.add(request)
    // The request stays pending until the context closes.
    if (isOver) return
    if (!isForMock(request)) return route.fallback()
    const controller = new AbortController()
    pending.set(request, controller)
    try {
      await transport.respond(route, controller.signal)
    } catch (error) {
      if (!controller.signal.aborted) throw error
    } finally {
      pending.delete(request)
    }
  })
  return stop
}
