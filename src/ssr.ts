import type { AsyncLocalStorage as Storage } from 'node:async_hooks'
import type { EventEmitter } from 'node:events'
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http'
import { isLoopbackHost } from './common/hosts.js'
import { SANDBOX_HEADER } from './sandboxes/sandbox.js'

type NodeHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/** Headers of an incoming request: those of the Fetch Standard, or those of Node. */
export type IncomingHeaders = { get(name: string): string | null } | NodeHeaders

/**
 * Returns the header that names the sandbox of an incoming request, to send it on to the mock. Needed where Node does not run, such
 * as in edge runtimes, and for clients that use neither `fetch` nor `node:http`. Everywhere else, importing this module is enough.
 *
 * @returns `{}` if the request names no sandbox.
 * @example
 * const headers = { authorization: `Bearer ${token}`, ...sandboxOf(request.headers) }
 */
export function sandboxOf(headers: IncomingHeaders): Record<string, string> {
  const given =
    typeof headers.get === 'function' ? headers.get(SANDBOX_HEADER) : (headers as NodeHeaders)[SANDBOX_HEADER]
  return given ? { [SANDBOX_HEADER]: String(given) } : {}
}

/** What the types of `node:http`, `node:http2` and `node:events` leave out. */
interface Emitting {
  emit: (this: Emitting, event: string, ...args: unknown[]) => boolean
}
interface Sending extends ClientRequest {
  _header: string
  _storeHeader: (this: Sending, ...args: unknown[]) => void
}
interface EmitterClass {
  init: (this: object, options: unknown) => void
}

/** Sends a request with undici. `fetch` of Node is undici, too. */
type Dispatch = (this: unknown, options: DispatchOptions, handler: unknown) => unknown

/** The sandbox of a request, in its options: undici keeps them in queues, retries and redirects. */
const SANDBOX = Symbol(SANDBOX_HEADER)
type DispatchOptions = { readonly path?: unknown; readonly [SANDBOX]?: string } | undefined

/** An agent, a pool or a client of undici. */
interface Dispatcher {
  dispatch: Dispatch
  compose: (interceptors: readonly ((dispatch: Dispatch) => Dispatch)[]) => Dispatcher
}

/** A request of undici, as `undici:request:create` shows it. */
interface UndiciRequest {
  readonly origin: string | URL
  readonly headers: unknown
  addHeader(name: string, value: string): void
}

/** Returns an origin. All names and addresses of this machine are the same: `0.0.0.0` connects to it as `localhost` does. */
function findPlace({ protocol, hostname, port }: URL): string {
  const isHere = isLoopbackHost(hostname) || hostname === '0.0.0.0' || hostname === '[::]'
  return [protocol, isHere ? 'localhost' : hostname, port].join(' ')
}

/** Returns a test whether a URL is at the origin of the mock. */
function createOriginTest(mockUrl: string): (url: URL | string) => boolean {
  if (!URL.canParse(mockUrl) || !/^https?:$/.test(new URL(mockUrl).protocol)) {
    throw new TypeError('CONMOCK_URL must be the URL of a running conmock, such as http://127.0.0.1:4020')
  }
  const place = findPlace(new URL(mockUrl))
  return (url) => URL.canParse(String(url)) && findPlace(new URL(url)) === place
}

/** What the parts of this program share. */
interface Shared {
  readonly node: NodeJS.Process
  /** The sandbox of the incoming request that the running code belongs to. */
  readonly sandbox: Storage<string | undefined>
  readonly isMock: (url: URL | string) => boolean
}

/** Notes the sandbox of each incoming request for everything that it does. */
function followIncoming({ node, sandbox }: Shared): void {
  function enter(headers: NodeHeaders, ...emitters: readonly EventEmitter[]): void {
    const name = sandboxOf(headers)[SANDBOX_HEADER]
    // Also without a name, because the next request of the same connection may have none.
    sandbox.enterWith(name)
    // Otherwise, their later events, such as the end of a body, would belong to the connection.
    for (const emitter of emitters) {
      const emit = emitter.emit.bind(emitter)
      emitter.emit = (...args) => sandbox.run(name, emit, ...args)
    }
  }

  node.getBuiltinModule('node:diagnostics_channel').subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    enter(request.headers, request, response)
  })

  // Not every Node has such a channel for HTTP/2.
  const { createServer, createSecureServer } = node.getBuiltinModule('node:http2')
  for (const server of [createServer(), createSecureServer()]) {
    const parts = Object.getPrototypeOf(server) as Emitting
    const { emit } = parts
    parts.emit = function emitIn(event, ...args) {
      if (event === 'stream') enter(args[1] as NodeHeaders, args[0] as EventEmitter)
      return emit.call(this, event, ...args)
    }
  }
}

/** Names the sandbox in the requests of `node:http`. */
function nameInHttp({ node, sandbox, isMock }: Shared): void {
  const requests = node.getBuiltinModule('node:http').ClientRequest.prototype as Sending
  const store = requests._storeHeader
  // Node calls it for every request. `http.client.request.created` is missing in Node 20, and too late for an array of headers.
  requests._storeHeader = function storeHeader(...args) {
    store.apply(this, args)
    const name = sandbox.getStore()
    const [, host] = /\r\nhost: *(.*)\r\n/i.exec(this._header) ?? []
    if (name !== undefined && isMock(`${this.protocol}//${host}`))
      this._header = `${this._header.slice(0, -2)}${SANDBOX_HEADER}: ${name}\r\n\r\n`
  }
}

/** Names the sandbox in the requests of undici. */
function nameInUndici({ node, sandbox, isMock }: Shared): void {
  /** The sandbox of the request that is being sent; empty if it has none. */
  let current: string | undefined
  let hasWarned = false

  /** Decides when the app sends a request: undici may create it later, while it answers the request of another test. */
  function decide(dispatch: Dispatch): Dispatch {
    return function dispatchIn(options, handler) {
      if (typeof options?.path !== 'string') return dispatch.call(this, options, handler)
      const before = current
      current = options[SANDBOX] ?? sandbox.getStore() ?? ''
      try {
        return dispatch.call(this, { ...options, [SANDBOX]: current }, handler)
      } finally {
        current = before
      }
    }
  }

  // Dispatchers are emitters. So this finds their classes, also those of a copy of undici that only the app can load.
  const known = new WeakSet()
  const emitters = node.getBuiltinModule('node:events') as unknown as EmitterClass
  const { init } = emitters
  emitters.init = function initIn(options) {
    init.call(this, options)
    if (!('dispatch' in this && 'close' in this && 'destroy' in this)) return
    let parts = Object.getPrototypeOf(this) as Dispatcher
    for (; parts && !known.has(parts); parts = Object.getPrototypeOf(parts) as Dispatcher) {
      known.add(parts)
      const { compose } = parts
      if (Object.hasOwn(parts, 'dispatch')) parts.dispatch = decide(parts.dispatch)
      if (Object.hasOwn(parts, 'compose'))
        parts.compose = function composeIn(...interceptors) {
          // The last one is called first, before the others copy the options.
          return compose.call(this, [...interceptors.flat(), decide])
        }
    }
  }

  node.getBuiltinModule('node:diagnostics_channel').subscribe('undici:request:create', (message) => {
    const { request } = message as { readonly request: UndiciRequest }
    if (!isMock(request.origin) || String(request.headers).toLowerCase().includes(SANDBOX_HEADER)) return
    if (current) request.addHeader(SANDBOX_HEADER, current)
    if (current !== undefined || hasWarned) return
    hasWarned = true
    node.emitWarning(
      `conmock/ssr cannot tell which sandbox a request to ${String(request.origin)} belongs to, because its client was created before conmock/ssr was loaded. The sandbox "default" answers. Load conmock/ssr first, or add the header that sandboxOf() returns.`,
    )
  })
}

/**
 * From now on, each request to the mock names the sandbox of the incoming request that it belongs to. Requests to other servers do
 * not change.
 */
function propagateSandbox(node: NodeJS.Process, mockUrl: string): void {
  const { AsyncLocalStorage } = node.getBuiltinModule('node:async_hooks')
  const shared = {
    node,
    sandbox: new AsyncLocalStorage<string | undefined>(),
    isMock: createOriginTest(mockUrl),
  }
  followIncoming(shared)
  nameInHttp(shared)
  nameInUndici(shared)
}

const { process } = globalThis as { readonly process?: NodeJS.Process }
const url = process?.env['CONMOCK_URL']
if (process && typeof process.getBuiltinModule === 'function' && url !== undefined && url !== '') {
  propagateSandbox(process, url)
}
