import type { Server } from 'node:http'
import { realTimers } from './real-timers.js'

const MS_AFTER_END = 1000

/** Answers clients that close their half of the connection before they get the answer, such as `nc -N`. */
export function answerHalfClosed(server: Server): void {
  Object.assign(server, { httpAllowHalfOpen: true })
  server.on('connection', (socket) => {
    socket.once('end', () => {
      // For a server, a client that has given up looks the same. Without a limit, the connection would stay open as long as the
      // request has no answer: for ever after the fault `hang`.
      realTimers.setTimeout(() => socket.destroy(), MS_AFTER_END).unref()
    })
  })
}
