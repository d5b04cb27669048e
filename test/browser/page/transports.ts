import { createMock } from '../../../src/index.js'
import type { Transport } from '../../conformance/transports.js'
import { openRemote } from './remote-mock.js'
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

/** The page's `fetch` to a server at another origin. */
export const crossOrigin: Transport = {
  name: 'startServer at another origin',
  ownsUnknownPaths: true,
  async open(options) {
    const { mock, url, beforeRequest, close } = await openRemote(options)
    return {
      mock,
      url,
      async fetch(path, init) {
        beforeRequest()
        return fetch(`${url}${path}`, init)
      },
      close,
    }
  },
}
