import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { OptionError } from '../contract/errors.js'
import { openMock, type BareMock } from '../mock/create-mock.js'
import { internalsOf, type Answer, type Internals } from '../mock/internals.js'
import type { MockOptions } from '../mock/options.js'
import { askUserHandlers } from '../mock/user-handlers.js'
import { answerBrokenRequests } from './broken-requests.js'
import { createCors, type Cors } from './cors.js'
import { startError } from './errors.js'
import { RequestLog, type RequestEntry } from './request-log.js'

/** How the server is to run. Beside these, the options of `createMock`, unless `mock` is given. */
export interface ServerOptions extends MockOptions {
  /** The mock to serve. Default: a new one, made from the other options. */
  readonly mock?: BareMock | undefined
  /** Address to listen on. Default `127.0.0.1`, which nobody else can reach. */
  readonly host?: string | undefined
  /** Port to listen on; 0 picks a free one. Default 4020. */
  readonly port?: number | undefined
  /** Origins whose pages may read the answers; `*` is every origin. Default `*`. */
  readonly cors?: '*' | readonly string[] | undefined
  /** Told of each request when its answer is done. */
  readonly onRequest?: ((entry: RequestEntry) => void) | undefined
  /**
   * Whether the adapter may replace the global `Request` and `Response` of the whole process by lighter ones, which
   * saves half of the time of an answer. For a process that does nothing else. Default `false`.
   */
  readonly replaceGlobals?: boolean | undefined
}

/** A server that listens. */
export interface RunningServer {
  /** Where it listens, without a slash at the end: `http://127.0.0.1:4020`. */
  readonly url: string
  readonly host: string
  readonly port: number
  /** The mock that it serves: create records, issue tokens, reset. */
  readonly mock: BareMock
  /** What there is to ask for: ids of users, those with a record first, at most 20 of them, and the number of roles. */
  readonly summary: () => { readonly userIds: readonly string[]; readonly roleCount: number }
  /** Stops accepting, lets running answers end – for 5 seconds at the most – and resolves. Twice is fine. */
  readonly close: () => Promise<void>
}

const MOST_MS_TO_CLOSE = 5000

/** A request's head and its whole must have come within these; a slow client gets 408. */
const timeouts = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 2000 }

function checkedPort(port: number): number {
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new OptionError(`port must be a whole number from 0 to 65535, but is ${String(port)}`)
}

async function mockFor(mock: BareMock | undefined, options: MockOptions): Promise<BareMock> {
  if (!mock) return openMock(options)
  const [idle] = Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  if (idle === undefined) return mock
  throw new OptionError(`"mock" is made already, so "${idle}" means nothing; give it to createMock instead`)
}

function createListener(mock: Internals, cors: Cors, log: RequestLog, replaceGlobals: boolean) {
  function send(answer: Answer, request: Request): Response {
    const { status, body } = answer
    const headers = { ...answer.headers, ...cors.headers(request.headers.get('origin')) }
    return new Response(body, { status, headers })
  }

  async function askOwnFirst(request: Request, outgoing: ServerResponse): Promise<Response> {
    let own: Response | undefined
    try {
      own = await askUserHandlers(mock.handlers, request)
    } catch (error) {
      log.refused(outgoing, `a handler of yours failed: ${String(error)}`)
      return send(mock.refuseForBug(), request)
    }
    if (own?.type !== 'error') return own ?? answerFromApi(request, outgoing)
    outgoing.destroy()
    return RESPONSE_ALREADY_SENT
  }

  function answerFromApi(request: Request, outgoing: ServerResponse): Response {
    const answer = mock.answer(request)
    log.refused(outgoing, answer.refusal)
    return send(answer, request)
  }

  function respond(
    request: Request,
    { outgoing }: { outgoing: ServerResponse },
  ): Response | Promise<Response> {
    if (request.method === 'OPTIONS') {
      const preflight = cors.preflight(request)
      if (preflight) return new Response(null, { status: 204, headers: preflight })
    }
    return mock.handlers.length > 0 ? askOwnFirst(request, outgoing) : answerFromApi(request, outgoing)
  }

  const listener = getRequestListener((request, bindings) => respond(request, bindings as HttpBindings), {
    overrideGlobalObjects: replaceGlobals,
    errorHandler(error) {
      const known = error instanceof Error && error.name === 'RequestError'
      const { status, headers, body } = known ? mock.refuseBroken(error.message) : mock.refuseForBug()
      return new Response(body, { status, headers: { ...headers, ...cors.headers(null) } })
    },
    // RFC 9112 §3.2: a request of HTTP/1.0 needs no Host. One of HTTP/1.1 without it never comes this far.
    hostname: 'localhost',
  })
  return (incoming: IncomingMessage, outgoing: ServerResponse) => {
    log.follow(incoming, outgoing)
    void listener(incoming, outgoing)
  }
}

/** An address as a URL has it, and one that a client can use where the server listens on all. */
function urlHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

/**
 * Serves the API over HTTP/1.1.
 *
 * @throws ServerStartError When the port is taken or the host is not this machine's.
 * @throws OptionError and DataError as `createMock` does.
 * @example
 * const server = await startServer({ port: 0, scenario: 'personas' })
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const {
    mock: given,
    host = '127.0.0.1',
    port: wanted,
    cors = '*',
    onRequest,
    replaceGlobals,
    ...rest
  } = options
  const asked = checkedPort(wanted ?? 4020)
  const mock = await mockFor(given, rest)
  const internals = internalsOf(mock)
  const log = new RequestLog(onRequest)
  const listener = createListener(internals, createCors(cors), log, replaceGlobals ?? false)
  const server = createServer({ ...timeouts }, listener)
  answerBrokenRequests(server, internals, log)

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(startError(error, host, asked)))
    server.listen(asked, host, resolve)
  })
  const { port } = server.address() as AddressInfo

  let closed: Promise<void> | undefined
  function close(): Promise<void> {
    closed ??= new Promise((resolve) => {
      const timer = setTimeout(() => server.closeAllConnections(), MOST_MS_TO_CLOSE)
      server.close(() => {
        clearTimeout(timer)
        resolve()
      })
      server.closeIdleConnections()
    })
    return closed
  }
  return { url: `http://${urlHost(host)}:${port}`, host, port, mock, summary: internals.summary, close }
}
