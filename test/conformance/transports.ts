import { setupServer } from 'msw/node'
import { createMock, type Mock, type MockOptions } from '../../src/index.js'
import { startServer } from '../../src/server.js'

/** A mock, and one way of asking it. */
export interface Connection {
  readonly mock: Mock
  /** Base address, without a slash at the end. */
  readonly url: string
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>
  readonly close: () => Promise<void>
}

/** A way of asking a mock. */
export interface Transport {
  readonly name: string
  /** Whether a path that leads nowhere is the mock's to answer. msw leaves it to the next handler. */
  readonly ownsUnknownPaths: boolean
  open(options?: MockOptions): Promise<Connection>
}

/** Nobody else answers. msw 3 has another name for what msw 2 has, and each passes over a name that it does not know. */
const strictly = { onUnhandledRequest: 'error', onUnhandledFrame: 'error' } as const

const FAKE_URL = 'http://conmock.test'

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

export const overMsw: Transport = {
  name: 'msw setupServer and global fetch',
  ownsUnknownPaths: false,
  async open(options) {
    const mock = createMock(options)
    const server = setupServer(...mock.handlers)
    server.listen(strictly)
    return {
      mock,
      url: FAKE_URL,
      fetch: (path, init) => fetch(`${FAKE_URL}${path}`, init),
      close: async () => server.close(),
    }
  },
}

export const overSocket: Transport = {
  name: 'startServer on a real socket',
  ownsUnknownPaths: true,
  async open(options) {
    const mock = createMock(options)
    const server = await startServer({ mock, port: 0 })
    return {
      mock,
      url: server.url,
      fetch: (path, init) => fetch(`${server.url}${path}`, init),
      close: () => server.close(),
    }
  },
}
