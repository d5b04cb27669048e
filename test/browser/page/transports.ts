import { createMock, type Mock } from '../../../src/index.js'
import type { Transport } from '../../conformance/transports.js'
import { answerBy } from './worker.js'

/** This host does not exist, so only the service worker can answer. */
const FAKE_URL = 'http://conmock.test'

function inPage(
  name: string,
  ownsUnknownPaths: boolean,
  send: (mock: Mock, url: string, init?: RequestInit) => Promise<Response>,
): Transport {
  return {
    name,
    ownsUnknownPaths,
    async open(options) {
      const mock = createMock(options)
      const fetch = (path: string, init?: RequestInit) => send(mock, `${FAKE_URL}${path}`, init)
      return { mock, url: FAKE_URL, fetch, close: async () => {} }
    },
  }
}

/** `mock.fetch`, in the page. */
export const inProcess = inPage('mock.fetch', true, (mock, url, init) => mock.fetch(new Request(url, init)))

/** The page's `fetch`, intercepted by a service worker that passes requests to the mock. */
export const overWorker = inPage('msw setupWorker', false, answerBy)
