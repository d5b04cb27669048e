import { setupWorker } from 'msw/browser'
import { createMock, type Mock } from '../../../src/index.js'
import type { Transport } from '../../conformance/transports.js'

/** This host does not exist, so only the service worker can answer. */
const FAKE_URL = 'http://conmock.test'

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

/** The page's `fetch`, intercepted by a service worker that passes requests to the mock. */
export const overWorker: Transport = {
  name: 'msw setupWorker',
  ownsUnknownPaths: false,
  async open(options) {
    const mock = createMock(options)
    const send = (path: string, init?: RequestInit) => {
      if (current !== mock) worker.resetHandlers(...mock.handlers)
      current = mock
      return fetch(`${FAKE_URL}${path}`, init)
    }
    return { mock, url: FAKE_URL, fetch: send, close: async () => {} }
  },
}
