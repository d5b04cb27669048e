import { ServerResponse, type IncomingMessage, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { delay } from '../mock/timers.js'

const MAX_MS_TO_CLOSE = 5000
const MS_BETWEEN_CHECKS = 20

/** Returns a class of responses. When the server closes, each one closes its connection, so that the client opens another. */
export function createResponseClass(closing: AbortSignal): typeof ServerResponse {
  return class<Request extends IncomingMessage> extends ServerResponse<Request> {
    override writeHead(...args: readonly unknown[]): this {
      if (closing.aborted) this.shouldKeepAlive = false
      return super.writeHead.apply(this, args as [number])
    }
  }
}

interface GracefulClose {
  /**
   * Stops the server. It accepts no new connections, waits at most 5 seconds for pending answers, and resolves when the last
   * connection is closed. It may be called several times.
   */
  readonly close: () => Promise<void>
  /** Closes a connection when the server stops, without waiting for its answer, which never comes. */
  readonly hang: (socket: Socket) => void
}

/**
 * Creates a function that stops a server without cutting off answers.
 *
 * @param idleMs How long connections without a request stay open, because a client may just be sending one.
 */
export function createGracefulClose(server: Server, idleMs: number): GracefulClose {
  let closesIdleAt = 0
  const sockets = new Set<Socket>()
  const hanging = new WeakSet<Socket>()
  let closed: Promise<void> | undefined
  function track(socket: Socket): void {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  }
  server.on('connection', track)
  // With TLS, the first socket only has the encrypted bytes.
  server.on('secureConnection', track)

  // `server.close` also calls this function. The original closes connections whose client has not read all of an answer, and
  // it keeps connections that have never sent a byte, which Chromium opens in advance.
  const closeIdleConnections = server.closeIdleConnections.bind(server)
  server.closeIdleConnections = () => {
    if (performance.now() < closesIdleAt) return
    if (![...sockets].some(({ writableLength }) => writableLength > 0)) closeIdleConnections()
    for (const socket of sockets) if (socket.bytesRead === 0 || hanging.has(socket)) socket.destroy()
  }

  async function cutLater(end: AbortSignal): Promise<void> {
    await delay(MAX_MS_TO_CLOSE, end)
    for (const socket of sockets) socket.destroy()
  }

  async function close(): Promise<void> {
    const end = new AbortController()
    closesIdleAt = performance.now() + idleMs
    server.close(() => end.abort())
    void cutLater(end.signal)
    // node:http has no event for a connection that becomes idle.
    while (!end.signal.aborted) {
      await delay(MS_BETWEEN_CHECKS, end.signal)
      server.closeIdleConnections()
    }
  }

  return { close: () => (closed ??= close()), hang: (socket) => hanging.add(socket) }
}
