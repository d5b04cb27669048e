import { setupWorker } from 'msw/browser'
import { createMock, type Mock } from '../../../src/index.js'

const worker = setupWorker()
let current: Mock | undefined

/** Starts the page's only service worker, which intercepts all requests until `stopWorker()`. */
export async function startWorker(): Promise<void> {
  await worker.start({ quiet: true, ...createMock().listenOptions })
}

/** Stops and unregisters the worker, so that it does not control other pages. */
export async function stopWorker(): Promise<void> {
  worker.stop()
  for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister()
}

/** The page's `fetch`, answered by a mock. */
export async function answerBy(mock: Mock, url: string, init?: RequestInit): Promise<Response> {
  if (current !== mock) worker.resetHandlers(...mock.handlers)
  current = mock
  return fetch(url, init)
}
