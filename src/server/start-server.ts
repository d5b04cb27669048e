import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as z from 'zod/mini'
import { checkedElsewhere, checkOptions, optional, optionsSchema } from '../common/check-options.js'
import { InvalidOptionError } from '../common/errors.js'
import { createMockCore } from '../handlers/create-mock-core.js'
import type { MockCore } from '../mock/mock-core.js'
import { internalsOf } from '../mock/internals.js'
import { mockOptionSchemas, type MockOptions } from '../mock/options.js'
import { answerBrokenRequests } from './broken-requests.js'
import { createGracefulClose } from './graceful-close.js'
import { createCors } from './cors.js'
import { createHostCheck, isLoopback, urlHost } from './hosts.js'
import { createStartError } from './start-error.js'
import { answerRequests, type ServerContext } from './answer-requests.js'

/** Options of the server. The options of `createMock` are also allowed, unless `mock` is given. */
export interface ServerOptions extends MockOptions {
  /**
   * The mock to serve.
   *
   * @default a new mock with the other options
   */
  readonly mock?: MockCore | undefined
  /**
   * Address to listen on. The default is only reachable from this machine; `0.0.0.0` is reachable from other machines.
   *
   * @default '127.0.0.1'
   */
  readonly host?: string | undefined
  /**
   * Port to listen on, from 0 to 65535. 0 selects a free port.
   *
   * @default 4020
   */
  readonly port?: number | undefined
  /**
   * Allowed origins (CORS). `*` allows every origin. With a list of origins, a server on a loopback address also checks the
   * `Host` header to prevent DNS rebinding: it returns 403 unless the host is a loopback name or belongs to an origin.
   *
   * @default '*'
   * @throws InvalidOptionError If a value is not an origin with `http` or `https`.
   * @example
   * startServer({ cors: ['http://localhost:5173', 'https://app.example.com'] })
   */
  readonly cors?: string | readonly string[] | undefined
}

/** A running server. */
export interface RunningServer {
  /** Base URL without a slash at the end, for example `http://127.0.0.1:4020`. */
  readonly url: string
  /** Address that the server listens on. */
  readonly host: string
  /** Port that the server listens on. */
  readonly port: number
  /** The mock behind the server, to create records, issue tokens or reset. */
  readonly mock: MockCore
  /** Returns example ids of users (at most 20, those with a record first) and the number of roles. */
  readonly summary: () => { readonly userIds: readonly string[]; readonly roleCount: number }
  /** Stops the server. Waits at most 5 seconds for pending responses. May be called several times. */
  readonly close: () => Promise<void>
}

/** Time limits for the headers and for the whole request, in milliseconds. Later requests get 408. */
const timeouts = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 2000 }

const PORT = 'must be a whole number from 0 to 65535'

const schema = optionsSchema<ServerOptions>({
  ...mockOptionSchemas,
  mock: checkedElsewhere,
  // Node would treat an empty host as all addresses of this machine.
  host: optional(
    (host) => typeof host === 'string' && host.trim() !== '',
    'an address or a name; the default is 127.0.0.1',
  ),
  port: z.optional(z.int(PORT).check(z.minimum(0, PORT), z.maximum(65_535, PORT))),
  cors: checkedElsewhere,
})

function mockFor(mock: MockCore | undefined, { onRequest, ...options }: MockOptions): MockCore {
  if (!mock) return createMockCore({ ...options, onRequest })
  const [unusable] = Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  if (unusable === undefined) {
    if (onRequest) internalsOf(mock).events.onRequest(onRequest)
    return mock
  }
  throw new InvalidOptionError(
    'cannot be combined with "mock"; pass it to createMock() when you create the mock',
    unusable,
  )
}

/** Returns an address that a client can use, also for a server that listens on all addresses. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host === '::' ? '::1' : host
}

/**
 * Checks options without starting anything.
 *
 * @throws InvalidOptionError and DataError Like `startServer`.
 */
export async function checkServerOptions(options: ServerOptions): Promise<void> {
  const { mock: _, host: __, port: ___, cors = '*', ...rest } = options
  checkOptions(schema, options)
  createCors(cors)
  // This is fast, because records are only generated when they are read.
  createMockCore(rest)
}

/**
 * Serves the API over HTTP/1.1.
 *
 * @throws ServerStartError If the port is in use or the host is not an address of this machine.
 * @throws InvalidOptionError and DataError Like `createMock`.
 * @example
 * const server = await startServer({ port: 0, scenario: 'personas' })
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const { mock: given, host = '127.0.0.1', port: wanted = 4020, cors = '*', ...rest } = options
  checkOptions(schema, options)
  const mock = mockFor(given, rest)
  const internals = internalsOf(mock)
  const rules = createCors(cors, internals.handlers)
  /** Whether the server listens on a loopback address. Only known later, because `host` may be a name. */
  let isPrivate = true
  const isKnown = rules.origins === 'any' ? () => true : createHostCheck(host, rules.origins)
  const server = createServer({ ...timeouts, requireHostHeader: false })
  // No limit on the number of headers, because their total length is limited.
  server.maxHeadersCount = 0
  // A client may close its half of the connection before it gets the answer.
  Object.assign(server, { httpAllowHalfOpen: true })
  const { close, hang } = createGracefulClose(server)
  const context: ServerContext = {
    mock: internals,
    cors: rules,
    allowsHost: (header) => !isPrivate || isKnown(header),
    hang,
  }
  await answerRequests(server, context)
  answerBrokenRequests(server, context)

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(createStartError(error, host, wanted)))
    server.listen(wanted, host, resolve)
  })
  const { port, address: bound } = server.address() as AddressInfo
  isPrivate = isLoopback(bound)

  return {
    url: `http://${urlHost(reachable(host))}:${port}`,
    host,
    port,
    mock,
    summary: internals.summary,
    close,
  }
}
