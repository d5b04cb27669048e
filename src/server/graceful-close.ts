import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { realTimers } from './real-timers.js'

const MAX_MS_TO_CLOSE = 5000
const MS_BETWEEN_CHECKS = 20

/**
 * Returns a function that stops a server. It accepts no new connections, waits at most 5 seconds for pending answers, and
 * resolves when the last connection is closed. It may be called several times.
 */
export function createGracefulClose(server: Server): () => Promise<void> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })

  // `server.close` also calls this function. The original closes connections whose client has not read all of an answer, and
  // it keeps connections that have never sent a byte.
  const closeIdleConnections = server.closeIdleConnections.bind(server)
  server.closeIdleConnections = () => {
    if (![...sockets].some(({ writableLength }) => writableLength > 0)) closeIdleConnections()
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }

  function close(): Promise<void> {
    return new Promise((resolve) => {
      // node:http has no event for a connection that becomes idle.
      const checks = realTimers.setInterval(() => server.closeIdleConnections(), MS_BETWEEN_CHECKS)
      const limit = realTimers.setTimeout(() => {
        for (const socket of sockets) socket.destroy()
      }, MAX_MS_TO_CLOSE)
      server.close(() => {
        realTimers.clearInterval(checks)
        realTimers.clearTimeout(limit)
        resolve()
      })
    })
  }

  let closed: Promise<void> | undefined
  return () => (closed ??= close())
}
