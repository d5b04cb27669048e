import { request, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { withoutHopByHop } from '../../common/hop-by-hop.js'
import { isLoopbackHost, urlHost } from '../../common/hosts.js'
import { escapePattern, oneLine } from '../../common/text.js'
import { compiled, type CompiledApi } from '../../contract/compile.js'
import { isAdminPath } from '../../admin/admin-path.js'

/** Path of the dashboard on the origin of Vite, whose `/` is the page of the app. */
export const DASHBOARD = '/__conmock/'

/** The paths of an API, also of a sandbox. */
const ownPaths = compiled(({ prefix, tokenEndpoint }) => {
  const starts = [prefix, ...(tokenEndpoint ? [tokenEndpoint.path] : [])].map(escapePattern)
  return new RegExp(`^(?:/~[^/?]*)?(?:${starts.join('|')})(?:[/?]|$)`)
})

/** The path of an operation below another base path, for example because the base URL of the app is undefined. */
const misplacedPaths = compiled(({ prefix, operations }) => {
  const below = operations.map(({ path }) => path.replace(prefix, ''))
  // A path of parameters only, such as `/:id`, would be found everywhere.
  const distinct = below.filter((path) => /\/[^:/]/.test(path))
  const ends = distinct.map((path) => path.replaceAll(/:\w+/g, '[^/?]+'))
  return new RegExp(`(?:${ends.join('|')})/?(?:\\?|$)`)
})

/** The dashboard, and its files, whose URLs are relative to it. */
const DASHBOARD_PATH = /^\/__conmock\/?(?=\?|$|__conmock\/)/

/** Whether a URL belongs to the admin API. The path `/` is the page of the app. */
function isForAdmin(url: string): boolean {
  const [path = '/'] = url.split('?', 1)
  return path !== '/' && isAdminPath(path)
}

/** Returns the headers without those of one connection. Those of HTTP/2 that start with a colon become a Host header. */
function forwardedHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const kept = Object.entries(withoutHopByHop(headers)).filter(([name]) => !name.startsWith(':'))
  const authority = headers[':authority']
  return { ...(typeof authority === 'string' ? { host: authority } : {}), ...Object.fromEntries(kept) }
}

type Middleware = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  next: (error?: unknown) => void,
) => void

/** Ends a response before its end. In HTTP/2, only a stream that fails is not taken for a whole response. */
function cutOff(outgoing: ServerResponse): void {
  outgoing.destroy('stream' in outgoing ? new Error('the mock has closed the connection') : undefined)
}

function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { host, port }: { readonly host: string; readonly port: number },
): void {
  const { url = '/', method } = incoming
  // Otherwise Node sends some bodies without saying where they end, and the server reads them as further requests.
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const { 'content-length': _, ...headers } = forwardedHeaders(incoming.headers)
  const forwarded = request({
    host,
    port,
    method,
    path: url.replace(DASHBOARD_PATH, '/'),
    headers: hasBody ? { ...headers, 'transfer-encoding': 'chunked' } : headers,
  })
  forwarded.on('response', (answer) => {
    outgoing.writeHead(answer.statusCode!, forwardedHeaders(answer.headers))
    answer.on('error', () => cutOff(outgoing))
    answer.pipe(outgoing)
  })
  // The mock has dropped the connection: a fault.
  forwarded.on('error', () => cutOff(outgoing))
  outgoing.on('close', () => forwarded.destroy())
  if (hasBody) incoming.pipe(forwarded)
  else forwarded.end()
}

/**
 * Returns a middleware that forwards the requests for the mock to its server, and leaves all others to Vite.
 *
 * @param start Starts the server, or returns the one that runs.
 * @param warn Gets the reason why a request of the app for the API is left to Vite, which answers with the page of the app.
 */
export function createForwarder(
  api: CompiledApi,
  start: () => Promise<{ readonly host: string; readonly port: number }>,
  warn: (text: string) => void,
): Middleware {
  return (incoming, outgoing, next) => {
    const { url = '/', method, socket } = incoming
    const isControl = isForAdmin(url)
    if (!isControl && !ownPaths(api).test(url)) {
      if (incoming.headers.authorization !== undefined && misplacedPaths(api).test(url)) {
        const target = oneLine(`${method} ${url.replace(/\?.*/s, '')}`)
        warn(
          `conmock does not answer ${target}: the API is below ${api.prefix}. Check the base URL of your app.`,
        )
      }
      return next()
    }
    // `vite --host` opens the app to other machines, but not the admin API. They could send any Host header.
    if (isControl && !isLoopbackHost(urlHost(socket.remoteAddress ?? ''))) {
      outgoing.writeHead(403, { 'content-type': 'text/plain' })
      outgoing.end('The admin API of conmock only answers requests from this machine.\n')
      return
    }
    void start().then((server) => forward(incoming, outgoing, server), next)
  }
}
