import type { BrowserContext, Request as PageRequest } from '@playwright/test'
import { escapePattern } from '../../common/text.js'
import { SANDBOX_HEADER } from '../../sandboxes/sandbox.js'
import type { Transport } from './transport.js'

/** At most this many URLs help to find a wrong base URL. */
const MAX_ELSEWHERE = 5

/** Matches the URLs below a URL. A pattern, because Playwright only sends matching requests to the process of the test. */
function createPattern(url: string): RegExp {
  const { origin, pathname } = new URL(url)
  return new RegExp(`^${escapePattern(origin + pathname.replace(/\/+$/, ''))}(?:[/?#]|$)`)
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
export async function routeRequests(context: BrowserContext, transport: Transport): Promise<() => void> {
  const pending = new Map<PageRequest, AbortController>()
  let isOver = false

  function stop(): void {
    isOver = true
    for (const controller of pending.values()) controller.abort()
  }

  const { baseUrl, elsewhere } = transport
  const below = createPattern(baseUrl)
  const belowApi = createPattern(`${baseUrl.replace(/\/+$/, '')}/api`)
  context.on('request', (request) => {
    const isCall = ['fetch', 'xhr'].includes(request.resourceType()) && !below.test(request.url())
    if (isCall && elsewhere.size < MAX_ELSEWHERE) elsewhere.add(request.url().replace(/[?#].*/s, ''))
  })
  context.on('requestfailed', (request) => pending.get(request)?.abort())
  context.on('close', stop)
  await context.route(below, async (route) => {
    // The request stays pending until the context closes.
    if (isOver) return
    const request = route.request()
    // An app may have the origin of its API. Then its pages and scripts come from the app's server.
    if (!belowApi.test(request.url()) && isOfApp(request, below)) return route.fallback()
    const controller = new AbortController()
    pending.set(request, controller)
    try {
      await transport.answer(route, controller.signal)
    } catch (error) {
      if (!controller.signal.aborted) throw error
    } finally {
      pending.delete(request)
    }
  })
  return stop
}
