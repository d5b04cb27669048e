import { createMock } from '../../../src/index.js'
import type { Transport } from '../../conformance/transports.js'
import { answerBy } from './worker.js'

/** This host does not exist, so only the service worker can answer. */
const FAKE_URL = 'http://conmock.test'

/** `mock.fetch`, in the page. */
export const inProcess: Transport = {
  name: 'mock.fetch',
  ownsUnknownPaths: true,
  async open(options) {
    const mock = createMock(options)
    return {
      mock,
      url: FAKE_URL,
      fetch: (path, init) => mock.fetch(new Request(`${FAKE_URL}${path}`, init)),
      close: async () => {},
    }
  },
}

/** The page's `fetch`, intercepted by a service worker that passes requests to the mock. */
export const overWorker: Transport = {
  name: 'msw setupWorker',
  ownsUnknownPaths: false,
  async open(options) {
    const mock = createMock(options)
    return {
      mock,
      url: FAKE_URL,
      fetch: (path, init) => answerBy(mock, `${FAKE_URL}${path}`, init),
      close: async () => {},
    }
  },
}
