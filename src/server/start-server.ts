import { setMaxListeners } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { checkOptions, refuseMock } from '../common/check-options.js'
import { InvalidOptionError } from '../common/errors.js'
import { isLoopbackHost, urlHost } from '../common/hosts.js'
import type { CompiledApi } from '../contract/compile.js'
import type { DashboardParts } from '../contract/record-look.js'
import { SandboxSelector } from '../sandboxes/select-sandbox.js'
import { Sandboxes } from '../sandboxes/sandboxes.js'
import { createMockCore } from '../mock/create-mock-core.js'
import type { MockCore } from '../mock/mock-core.js'
import { getInternals } from '../mock/mock-internals.js'
import type { MockOptions } from '../mock/options.js'
import { createGracefulClose, createResponseClass } from './graceful-close.js'
import { createCors } from './cors.js'
import { createListener, type ServerContext } from './listener.js'
import { serverOptionSchema, type ServerOptions } from './server-options.js'

/** The server cannot start: the port is in use, or the host is not an address of this machine. */
export class ServerStartError extends Error {
  override readonly name = 'ServerStartError'
}

function createStartError(error: NodeJS.ErrnoException, host: string, port: number): ServerStartError {
  const unknownHost = `the host ${host} is unknown; use 127.0.0.1 instead`
  const reasons: Record<string, string> = {
    EADDRINUSE: `port ${port} on ${host} is in use; choose another port, or 0 for any free one`,
    EACCES: `port ${port} on ${host} needs permissions that this process does not have; choose a port from 1024, or 0 for any free one`,
    EADDRNOTAVAIL: `the host ${host} is not an address of this machine; use 127.0.0.1 instead`,
    ENOTFOUND: unknownHost,
    EAI_AGAIN: unknownHost,
  }
  const reason = reasons[error.code ?? ''] ?? `cannot listen on ${host}:${port}: ${error.message}`
  return new ServerStartError(reason, { cause: error })
}

/** A running server. @typeParam Mock A mock of the API. */
export interface RunningServerOf<Mock> {
  /** Base URL without a slash at the end, for example `http://127.0.0.1:4020`. With the option `tls`, it starts with `https`. */
  readonly url: string
  /** URL of the dashboard, for example `http://127.0.0.1:4020/`. `undefined` if the admin API is off. */
  readonly dashboard: string | undefined
  /** Address that the server listens on. */
  readonly host: string
  /** Port that the server listens on. */
  readonly port: number
  /** The mock behind the server, to create records, issue tokens or reset. */
  readonly mock: Mock
  /** Stops the server. Waits at most 5 seconds for pending responses. May be called several times. */
  readonly close: () => Promise<void>
}

export interface RunningServer extends RunningServerOf<MockCore> {}

function mockFor(
  api: CompiledApi,
  mock: MockCore | undefined,
  { onRequest, ...options }: MockOptions,
): MockCore {
  if (!mock) return createMockCore(api, { ...options, onRequest })
  const [unusable] = Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  if (unusable === undefined) return mock
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

/** What only the entries and the command line say about a server. */
interface Serving {
  /** What the dashboard shows differently from its default. */
  readonly dashboard?: DashboardParts | undefined
  /** How long connections without a request stay open after `close`, in milliseconds. */
  readonly idleMs?: number
}

/** Serves an API over HTTP/1.1. The public function describes its errors. */
export async function startServer(
  api: CompiledApi,
  options: ServerOptions,
  { dashboard, idleMs = 0 }: Serving = {},
): Promise<RunningServer> {
  refuseMock(options, 'startServer({ mock })')
  const {
    mock: given,
    host = '127.0.0.1',
    port: wanted = 4020,
    cors = '*',
    admin = true,
    sandboxes: naming = 'optional',
    tls,
    ...rest
  } = options
  checkOptions(serverOptionSchema(api), options)
  const { onRequest } = rest
  const mock = mockFor(api, given, rest)
  const sandboxes = new Sandboxes({
    base: { ...getInternals(mock).options, ...(onRequest && { onRequest }) },
    mock,
    report: (text) => getInternals(mock).requestLog.note(text),
  })
  /** Whether the server listens on a loopback address. Only known later, because `host` may be a name. */
  let isPrivate = true
  const closing = new AbortController()
  // Each stream and each long poll listens. Without this, Node prints a warning from the 11th on.
  setMaxListeners(0, closing.signal)
  const settings = { joinDuplicateHeaders: true, ServerResponse: createResponseClass(closing.signal) }
  const server = tls ? (await import('./tls.js')).createTlsServer(settings, tls) : createServer(settings)
  const { close, hang } = createGracefulClose(server, idleMs)
  const { hosts = [], token } = typeof admin === 'object' ? admin : {}
  const context: ServerContext = {
    cors: createCors(cors),
    sandboxes: new SandboxSelector(sandboxes, naming === 'required'),
    getAdminContext: admin
      ? () => ({
          sandboxes,
          signal: closing.signal,
          report: (text) => getInternals(mock).requestLog.note(text),
          // The user has chosen the host, so it cannot be a name that an attacker has pointed to this machine.
          ...(dashboard && { dashboard }),
          access: {
            hosts: [...hosts, urlHost(reachable(host))],
            pages: hosts,
            token,
            isLoopback: isPrivate,
          },
        })
      : undefined,
    hang,
  }
  const { handlers } = getInternals(mock).options
  server.on('request', await createListener(context, handlers !== undefined))

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(createStartError(error, host, wanted)))
    server.listen(wanted, host, resolve)
  })
  const { port, address: bound } = server.address() as AddressInfo
  isPrivate = isLoopbackHost(urlHost(bound))
  // A mock of the caller outlives the server, and has its own `onRequest`.
  const stopLogging = given && onRequest && getInternals(given).events.onRequest(onRequest)

  const url = `${tls ? 'https' : 'http'}://${urlHost(reachable(host))}:${port}`
  return {
    url,
    dashboard: admin && (isPrivate || token !== undefined) ? `${url}/` : undefined,
    host,
    port,
    mock,
    close() {
      closing.abort()
      sandboxes.endHeldRequests()
      return close().finally(() => stopLogging?.())
    },
  }
}
