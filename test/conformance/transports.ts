import { setupServer } from 'msw/node'
import { createMock, type Mock, type MockOptions } from '../../src/index.js'
import { startServer } from '../../src/server.js'

/** A mock, and one way to send requests to it. */
export interface Connection {
  readonly mock: Mock
  /** The base URL, without a slash at the end. */
  readonly url: string
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>
  readonly close: () => Promise<void>
}

/** A way to send requests to a mock. */
export interface Transport {
  readonly name: string
  /** Whether the mock answers unknown paths. msw passes them to the next handler. */
  readonly ownsUnknownPaths: boolean
  open(options?: MockOptions): Promise<Connection>
}

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
    server.listen(mock.listenOptions)
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
