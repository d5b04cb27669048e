import { setMaxListeners } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { checkOptions } from '../common/check-options.js'
import { InvalidOptionError } from '../common/errors.js'
import { urlHost } from '../common/hosts.js'
import { SpaceSelector } from '../spaces/select-space.js'
import { DEFAULT_SPACE, Spaces } from '../spaces/spaces.js'
import { VERSION } from './version.js'
import { createMockCore } from '../mock/create-mock-core.js'
import type { MockCore } from '../mock/mock-core.js'
import { viewOf } from '../mock/adapter-view.js'
import { checkMockOptions, type MockOptions } from '../mock/options.js'
import { answerBrokenRequests } from './broken-requests.js'
import { createGracefulClose } from './graceful-close.js'
import { createCors } from './cors.js'
import { answerHalfClosed } from './half-closed.js'
import { createHostCheck, isLoopback } from './hosts.js'
import { createStartError } from './start-error.js'
import { answerRequests } from './answer-requests.js'
import { createControlPlane } from './control-plane.js'
import { realTimers } from './real-timers.js'
import type { ServerContext } from './server-context.js'
import { serverOptionSchema, type ServerOptions } from './server-options.js'

/** A running server. */
export interface RunningServer {
  /** Base URL without a slash at the end, for example `http://127.0.0.1:4020`. */
  readonly url: string
  /** URL of the dashboard, for example `http://127.0.0.1:4020/`. `undefined` if the control plane is off. */
  readonly dashboard: string | undefined
  /** Address that the server listens on. */
  readonly host: string
  /** Port that the server listens on. */
  readonly port: number
  /** The mock behind the server, to create records, issue tokens or reset. `reload` replaces it. */
  readonly mock: MockCore
  /** Returns example ids of users (at most 20, those with a record first) and the number of roles. */
  readonly summary: () => { readonly userIds: readonly string[]; readonly roleCount: number }
  /**
   * Starts again with these options, on the same port. Records, tokens and faults that were added since the start are gone,
   * in every space. `host`, `port`, `cors`, `control` and `spaces` do not change.
   *
   * @throws InvalidOptionError and DataError Like `createMock`. Then nothing changes.
   * @example
   * await server.reload({ scenario: 'empty' })
   */
  readonly reload: (options: MockOptions) => Promise<void>
  /** Stops the server. Waits at most 5 seconds for pending responses. May be called several times. */
  readonly close: () => Promise<void>
}

/** Time limits for the headers and for the whole request, in milliseconds. Later requests get 408. */
const timeouts = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 2000 }

function mockFor(mock: MockCore | undefined, { onRequest, ...options }: MockOptions): MockCore {
  if (!mock) return createMockCore({ ...options, onRequest })
  const [unusable] = Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  if (unusable === undefined) return mock
  throw new InvalidOptionError(
    'cannot be combined with "mock"; pass it to createMock() when you create the mock',
    unusable,
  )
}

const MAX_USER_IDS_SHOWN = 20

/** How often the server removes idle spaces. */
const MS_BETWEEN_EVICTIONS = 60_000

function createSelector(spaces: Spaces, isRequired: boolean): SpaceSelector {
  return new SpaceSelector({
    find(name) {
      const mock = spaces.get(name)
      return mock && viewOf(mock)
    },
    first: () => viewOf(spaces.require(DEFAULT_SPACE)),
    names: () => spaces.names,
    isRequired,
  })
}

/** Returns an address that a client can use, also for a server that listens on all addresses. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host === '::' ? '::1' : host
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
  const {
    mock: given,
    host = '127.0.0.1',
    port: wanted = 4020,
    cors = '*',
    control = true,
    spaces: naming = 'optional',
    ...rest
  } = options
  checkOptions(serverOptionSchema, options)
  const { onRequest } = rest
  const mock = mockFor(given, rest)
  const spaces = new Spaces({
    base: { ...viewOf(mock).options, ...(onRequest && { onRequest }) },
    mock,
    createMock: createMockCore,
    now: () => performance.now(),
    report: (text) => context.mock.journal.note(text),
  })
  const rules = createCors(cors, viewOf(mock).handlers)
  /** Whether the server listens on a loopback address. Only known later, because `host` may be a name. */
  let isPrivate = true
  const isKnown = rules.origins === 'any' ? () => true : createHostCheck(host, rules.origins)
  const closing = new AbortController()
  // Each stream and each long poll listens. Without this, Node prints a warning from the 11th on.
  setMaxListeners(0, closing.signal)
  const server = createServer({ ...timeouts, requireHostHeader: false })
  // No limit on the number of headers, because their total length is limited.
  server.maxHeadersCount = 0
  answerHalfClosed(server)
  const { close, hang } = createGracefulClose(server)
  const { hosts = [], token } = typeof control === 'object' ? control : {}
  const context: ServerContext = {
    mock: viewOf(mock),
    cors: rules,
    spaces: createSelector(spaces, naming === 'required'),
    control: control
      ? createControlPlane(() => ({
          spaces,
          version: VERSION,
          signal: closing.signal,
          report: (text) => context.mock.journal.note(text),
          // The user has chosen the host, so it cannot be a name that an attacker has pointed to this machine.
          access: { hosts: [...hosts, urlHost(reachable(host))], token, isLoopback: isPrivate },
        }))
      : undefined,
    allowsHost: (header) => !isPrivate || isKnown(header),
    hang,
  }
  const replace = await answerRequests(server, context)
  answerBrokenRequests(server, context)

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(createStartError(error, host, wanted)))
    server.listen(wanted, host, resolve)
  })
  const { port, address: bound } = server.address() as AddressInfo
  isPrivate = isLoopback(bound)
  // A mock of the caller outlives the server, and has its own `onRequest`.
  const stopLogging =
    given && onRequest
      ? viewOf(given).events.subscribe((event) => {
          if (event.type === 'request') onRequest(event.entry)
        })
      : undefined
  const evictions = realTimers.setInterval(() => spaces.evict(), MS_BETWEEN_EVICTIONS)
  evictions.unref()

  const url = `http://${urlHost(reachable(host))}:${port}`
  return {
    url,
    dashboard: control && (isPrivate || token !== undefined) ? `${url}/` : undefined,
    host,
    port,
    get mock() {
      return spaces.default
    },
    summary() {
      const { dataset } = context.mock
      return {
        userIds: dataset.userIdsToShow(MAX_USER_IDS_SHOWN),
        roleCount: dataset.stores.roles.size,
      }
    },
    async reload(next) {
      checkMockOptions(next)
      spaces.restart({ onRequest, ...next })
      // From now on, it is an option of the mock.
      stopLogging?.()
      const view = viewOf(spaces.default)
      await replace({ mock: view, cors: createCors(cors, view.handlers) })
    },
    close() {
      realTimers.clearInterval(evictions)
      closing.abort()
      return close().finally(() => stopLogging?.())
    },
  }
}
