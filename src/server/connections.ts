import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { realTimers } from './real-timers.js'

const MAX_MS_TO_CLOSE = 5000
const MS_BETWEEN_LOOKS = 20

/**
 * Makes the function that stops a server: it accepts no more, lets the answers that are under way end – for 5 seconds
 * at the most – and resolves when the last connection is gone. Twice is fine.
 */
export function createGracefulClose(server: Server): () => Promise<void> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })

  // For node:http a connection is idle while the end of its answer still waits for the client to read. Its own `close`
  // closes what is idle, too.
  const closeIdleConnections = server.closeIdleConnections.bind(server)
  server.closeIdleConnections = () => {
    if (![...sockets].some(({ writableLength }) => writableLength > 0)) closeIdleConnections()
  }

  /** For node:http a connection that has never sent a byte is not idle. */
  function closeIdle(): void {
    server.closeIdleConnections()
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }

  let closed: Promise<void> | undefined
  return () => {
    closed ??= new Promise((resolve) => {
      // A connection becomes idle when its answer is done, and nothing tells of that.
      const looks = realTimers.setInterval(closeIdle, MS_BETWEEN_LOOKS)
      const limit = realTimers.setTimeout(() => {
        for (const socket of sockets) socket.destroy()
      }, MAX_MS_TO_CLOSE)
      server.close(() => {
        realTimers.clearInterval(looks)
        realTimers.clearTimeout(limit)
        resolve()
      })
      closeIdle()
    })
    return closed
  }
}
