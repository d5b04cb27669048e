import http from 'node:http'
import net from 'node:net'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

async function listening(server: net.Server): Promise<string> {
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

/** The URL of a server on bare TCP, closed when the test is over. */
export function tcpServer(onConnection: (socket: net.Socket) => void): Promise<string> {
  return listening(net.createServer(onConnection))
}

/** The URL of an HTTP server, closed when the test is over. */
export function httpServer(listener: http.RequestListener): Promise<string> {
  return listening(http.createServer(listener))
}

/**
 * A URL where nothing listens. It is no port that was free a moment ago: a test that runs beside this one may get it.
 */
export const deadUrl = 'http://127.0.0.1:1'
