import http from 'node:http'
import net from 'node:net'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { HEALTH_PATH } from '../../../src/admin/admin-path.js'

/** Opens a server on a free port, closes it when the test is over, and returns its URL. */
export async function listen(server: net.Server): Promise<string> {
  const sockets = new Set<net.Socket>()
  server.on('connection', (socket: net.Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Starts a TCP server, closed when the test is over, and returns its URL. */
export function startTcpServer(onConnection: (socket: net.Socket) => void): Promise<string> {
  return listen(net.createServer(onConnection))
}

/**
 * Starts an HTTP server, closed when the test is over, and returns its URL. The listener does not get the request that a
 * verification sends first: the question whether the service is conmock.
 */
export function startHttpServer(listener: http.RequestListener): Promise<string> {
  const server = http.createServer((request, response) => {
    if (request.url === HEALTH_PATH) response.writeHead(404).end()
    else listener(request, response)
  })
  return listen(server)
}

/** A response. A body that is neither text nor bytes is sent as JSON. */
export interface Reply {
  readonly status?: number
  /** @default `application/json` as the Content-Type. */
  readonly headers?: http.OutgoingHttpHeaders
  readonly body?: unknown
}

export const json = { 'content-type': 'application/json' }

/** Like `startHttpServer`, with a reply for each request. */
export function startReplies(answer: (request: http.IncomingMessage) => Reply): Promise<string> {
  return startHttpServer((request, response) => {
    const { status = 200, headers = json, body = '' } = answer(request)
    const isRaw = typeof body === 'string' || Buffer.isBuffer(body)
    response.writeHead(status, headers).end(isRaw ? body : JSON.stringify(body))
  })
}

/** A URL where nothing listens. A port that was free a moment ago could be used by a parallel test. */
export const deadUrl = 'http://127.0.0.1:1'
