import { request, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { withoutHopByHop } from '../common/hop-by-hop.js'
import { isLoopbackHost, urlHost } from '../common/hosts.js'
import { isControlPath } from '../control/control-path.js'

/** Path of the dashboard on the origin of Vite, whose `/` is the page of the app. */
export const DASHBOARD = '/__conmock/'

/** The API, also of a space. */
const API_PATH = /^(?:\/~[^/?]*)?\/api\/(?:v0|oauth\/token)(?:[/?]|$)/
const DASHBOARD_PATH = /^\/__conmock\/?(?=\?|$)/

/** Whether a URL belongs to the control plane. The path `/` is the page of the app. */
function isForControl(url: string): boolean {
  const [path = '/'] = url.split('?', 1)
  return path !== '/' && isControlPath(path)
}

/** Returns the headers without those of one connection. Those of HTTP/2 that start with a colon become a Host header. */
function forwardedHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const kept = Object.entries(withoutHopByHop(headers)).filter(([name]) => !name.startsWith(':'))
  const authority = headers[':authority']
  return { ...(typeof authority === 'string' ? { host: authority } : {}), ...Object.fromEntries(kept) }
}

type Middleware = (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void) => void

/** Returns a middleware that forwards the requests for the mock to its server, and leaves all others to Vite. */
export function createForwarder({
  host,
  port,
}: {
  readonly host: string
  readonly port: number
}): Middleware {
  return (incoming, outgoing, next) => {
    const { url = '/', method, socket } = incoming
    const isControl = isForControl(url)
    if (!isControl && !API_PATH.test(url)) return next()
    // `vite --host` opens the app to other machines, but not the control plane. They could send any Host header.
    if (isControl && !isLoopbackHost(urlHost(socket.remoteAddress ?? ''))) {
      outgoing.writeHead(403, { 'content-type': 'text/plain' })
      outgoing.end('The control plane of conmock only answers requests from this machine.\n')
      return
    }
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
      answer.on('error', () => outgoing.destroy())
      answer.pipe(outgoing)
    })
    // The mock has dropped the connection: a fault.
    forwarded.on('error', () => outgoing.destroy())
    outgoing.on('close', () => forwarded.destroy())
    if (hasBody) incoming.pipe(forwarded)
    else forwarded.end()
  }
}
