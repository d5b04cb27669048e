import { setupWorker } from 'msw/browser'
import type { Mock } from '../../../src/index.js'

const worker = setupWorker()
let current: Mock | undefined

/** Addresses of the requests that no handler took. */
const unhandled = new Set<string>()
worker.events.on('request:unhandled', ({ request }) => unhandled.add(request.url))

/** msw 2 and 3 each know one of the two names. */
const bypass = { onUnhandledRequest: 'bypass', onUnhandledFrame: 'bypass' } as const

/** Starts the one worker of the page. It gets all of the page's requests until `stopWorker()`. */
export async function startWorker(): Promise<void> {
  await worker.start({ quiet: true, ...bypass })
}

/** Stops the worker and removes it, so that no other page has it. */
export async function stopWorker(): Promise<void> {
  worker.stop()
  for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister()
}

/**
 * The page's fetch, with one mock to answer.
 *
 * @throws Error That names msw's option when no handler took the request; the page itself sees only that it failed.
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
