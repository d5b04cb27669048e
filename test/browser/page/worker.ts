import { setupWorker } from 'msw/browser'
import type { Mock } from '../../../src/index.js'

const worker = setupWorker()
let current: Mock | undefined

/** URLs of the requests that no handler answered. */
const unhandled = new Set<string>()
worker.events.on('request:unhandled', ({ request }) => unhandled.add(request.url))

/** The first name is for msw 2, the second for msw 3. */
const bypass = { onUnhandledRequest: 'bypass', onUnhandledFrame: 'bypass' } as const

/** Starts the page's only service worker, which intercepts all requests until `stopWorker()`. */
export async function startWorker(): Promise<void> {
  await worker.start({ quiet: true, ...bypass })
}

/** Stops and unregisters the worker, so that it does not control other pages. */
export async function stopWorker(): Promise<void> {
  worker.stop()
  for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister()
}

/**
 * The page's `fetch`, answered by a mock.
 *
 * @throws Error That names msw's option if no handler answered the request, because `fetch` gives no reason.
 */
export async function answerBy(mock: Mock, url: string, init?: RequestInit): Promise<Response> {
  if (current !== mock) worker.resetHandlers(...mock.handlers)
  current = mock
  try {
    return await fetch(url, init)
  } catch (error) {
    if (unhandled.delete(new URL(url).href)) throw new Error(`onUnhandledRequest: ${url}`, { cause: error })
    throw error
  }
}
