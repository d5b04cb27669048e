import http from 'node:http'
import { HEALTH_PATH } from '../../../src/admin/admin-path.js'
import { startHttpServer } from './servers.js'

/** A request that the relay received. */
export interface RelayedRequest {
  readonly method: string
  /** Path and query, unchanged. */
  readonly path: string
  readonly headers: http.IncomingHttpHeaders
}

/** A service below a base path, and the requests that it received. */
export interface Relay {
  /** Includes the base path. */
  readonly url: string
  readonly seen: RelayedRequest[]
}

/** Serves another server below a base path, like the gateway of a company. */
export async function relayTo(origin: string, basePath: string): Promise<Relay> {
  const seen: RelayedRequest[] = []
  const url = await startHttpServer((request, response) => {
    const { method = '', url: path = '', headers } = request
    if (!path.endsWith(HEALTH_PATH)) seen.push({ method, path, headers })
    if (!path.startsWith(`${basePath}/`)) return void response.writeHead(502).end()
    const { hostname, port } = new URL(origin)
    const to = { hostname, port, path: path.slice(basePath.length) }
    const inner = http.request({ ...to, method, headers, agent: false })
    inner.on('response', (answer) => {
      answer.pipe(response.writeHead(answer.statusCode!, answer.headers))
    })
    request.pipe(inner)
  })
  return { url: url + basePath, seen }
}
