import { STATUS_CODES, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** The statuses with which Node refuses, too. */
const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

interface ClientError extends NodeJS.ErrnoException {
  /** The bytes that Node cannot parse. Node's types do not have it. */
  readonly rawPacket?: Uint8Array
}

/**
 * Refuses requests that Node cannot parse. Earlier requests of the connection are answered first. Node itself would destroy the
 * connection with their answers.
 */
export function refuseUnreadableRequests(server: Server): void {
  /** The responses of each connection, oldest first. Closed ones are removed at its next request. */
  const responses = new WeakMap<Duplex, ServerResponse[]>()

  server.on('request', ({ socket }, outgoing) => {
    // Most answers are sent at once. Kept until the next request, they would make garbage collection slower.
    if (outgoing.writableEnded && outgoing.socket) return
    const open = responses.get(socket) ?? []
    if (open.length === 0) responses.set(socket, open)
    while (open[0]?.closed) open.shift()
    open.push(outgoing)
  })

  server.on('clientError', ({ code = '', rawPacket }: ClientError, socket) => {
    function refuse(): void {
      const status = statuses[code] ?? 400
      if (!socket.writable) return void socket.destroy()
      socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`, () =>
        socket.destroy(),
      )
    }
    // Chromium also opens connections that it then does not use. It would show a refusal as the answer to its next request.
    // Bun does not count the bytes that were read.
    const isUnused = (socket as Socket).bytesRead === 0 && rawPacket === undefined
    if (code === 'ECONNRESET' || isUnused) return void socket.destroy()
    const earlier = responses.get(socket)?.findLast(({ req, closed }) => req.complete && !closed)
    if (earlier) earlier.once('close', refuse)
    else refuse()
  })
}
