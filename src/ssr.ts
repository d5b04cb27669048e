import type { AsyncLocalStorage as Storage } from 'node:async_hooks'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { isLoopbackHost } from './common/hosts.js'
import { SANDBOX_HEADER } from './sandboxes/sandbox.js'

type NodeHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/** Headers of an incoming request: those of the Fetch Standard, or those of Node. */
export type IncomingHeaders = { get(name: string): string | null } | NodeHeaders

/**
 * Returns the header that names the sandbox of an incoming request, to send it on to the mock. Needed where Node does not run, such
 * as in edge runtimes, and for clients that use neither `fetch` nor `node:http`. Everywhere else, importing this module is enough.
 *
 * @returns No header if the request names no sandbox.
 * @example
 * const headers = { authorization: `Bearer ${token}`, ...sandboxOf(request.headers) }
 */
export function sandboxOf(headers: IncomingHeaders): Record<string, string> {
  const given =
    typeof headers.get === 'function' ? headers.get(SANDBOX_HEADER) : (headers as NodeHeaders)[SANDBOX_HEADER]
  return given ? { [SANDBOX_HEADER]: String(given) } : {}
}

/** A request of `fetch`, as `undici:request:create` shows it. */
interface FetchRequest {
  readonly origin: string | URL
  addHeader(name: string, value: string): void
}

/** Returns an origin. `localhost` and `127.0.0.1` are the same machine. */
function findPlace({ protocol, hostname, port }: URL): string {
  return [protocol, isLoopbackHost(hostname) ? 'localhost' : hostname, port].join(' ')
}

/** Returns a test whether a URL is at the origin of the mock. */
function createOriginTest(mockUrl: string): (url: URL | string) => boolean {
  if (!URL.canParse(mockUrl) || !/^https?:$/.test(new URL(mockUrl).protocol)) {
    throw new TypeError('CONMOCK_URL must be the URL of a running conmock, such as http://127.0.0.1:4020')
  }
  const place = findPlace(new URL(mockUrl))
  return (url) => findPlace(new URL(url)) === place
}

/** The channel for requests of `node:http` before their headers are sent. Older versions of Node do not have it. */
function hasChannelForRequests(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 12)
}

/**
 * From now on, each request to the mock names the sandbox of the incoming request that it belongs to. Requests to other servers do
 * not change.
 */
function handOn(node: NodeJS.Process, mockUrl: string): void {
  const isMock = createOriginTest(mockUrl)
  const { AsyncLocalStorage } = node.getBuiltinModule('node:async_hooks')
  const { subscribe } = node.getBuiltinModule('node:diagnostics_channel')
  const { ClientRequest: Request } = node.getBuiltinModule('node:http')
  const sandbox: Storage<string | undefined> = new AsyncLocalStorage()

  subscribe('http.server.request.start', (message) => {
    const { request } = message as { readonly request: IncomingMessage }
    // Also without a name, because the next request of the same connection may have none.
    sandbox.enterWith(sandboxOf(request.headers)[SANDBOX_HEADER])
  })

  subscribe('undici:request:create', (message) => {
    const { request } = message as { readonly request: FetchRequest }
    const name = sandbox.getStore()
    if (name !== undefined && isMock(request.origin)) request.addHeader(SANDBOX_HEADER, name)
  })

  function addTo(request: ClientRequest): void {
    const name = sandbox.getStore()
    const host = request.getHeader('host')
    if (name === undefined || host === undefined || request.headersSent) return
    const origin = `${request.protocol}//${String(host)}`
    if (URL.canParse(origin) && isMock(origin)) request.setHeader(SANDBOX_HEADER, name)
  }

  if (hasChannelForRequests(node.versions.node)) {
    subscribe('http.client.request.created', (message) =>
      addTo((message as { readonly request: ClientRequest }).request),
    )
  } else {
    // Called when the headers are about to be sent. Node 20 does not change any more.
    const parts = Request.prototype as unknown as { _implicitHeader: (this: ClientRequest) => void }
    const send = parts._implicitHeader
    parts._implicitHeader = function implicitHeader() {
      addTo(this)
      send.call(this)
    }
  }
}

const { process } = globalThis as { readonly process?: NodeJS.Process }
const url = process?.env['CONMOCK_URL']
if (process && typeof process.getBuiltinModule === 'function' && url !== undefined && url !== '') {
  handOn(process, url)
}
