import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Answer } from '../mock/internals.js'
import type { ListenerContext } from './listener.js'
import { realTimers } from './real-timers.js'

const reasons: Record<string, { status: 400 | 408 | 431; what: string }> = {
  HPE_HEADER_OVERFLOW: { status: 431, what: 'its headers are longer than 16 KiB' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, what: 'it did not come to its end in time' },
}

const MS_TO_READ_A_REFUSAL = 500

/** The whole of an answer as HTTP/1.1 sends it: node:http has no response object for what it could not parse. */
function raw({ status, headers, body }: Answer): string {
  // Refusals are texts.
  const text = typeof body === 'string' ? body : ''
  const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(text), connection: 'close' })
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...lines.map(([name, value]) => `${name}: ${value}`),
    '',
    text,
  ].join('\r\n')
}

/** Answers what node:http could not read as a request, in the form of all other refusals. */
export function answerBrokenRequests(server: Server, { mock, cors, log }: ListenerContext): void {
  /** The requests of a connection whose answers are not done, the oldest first. */
  const underWay = new WeakMap<Duplex, { incoming: IncomingMessage; outgoing: ServerResponse }[]>()

  function refuse(socket: Duplex, what: string, status: 400 | 408 | 431 = 400): void {
    // Answers to earlier requests of the same connection come first. What is broken in its middle gets none but this.
    const before = underWay
      .get(socket)
      ?.findLast(({ incoming, outgoing }) => incoming.complete && !outgoing.closed)
    if (before) return void before.outgoing.once('close', () => refuse(socket, what, status))
    if (!socket.writable) return void socket.destroy()
    const answer = mock.refuseMalformed(what, status)
    log.broken(status, answer.refusal ?? what)
    socket.end(raw({ ...answer, headers: { ...answer.headers, ...cors.headers(undefined) } }))
    // A client may keep its half of the connection for ever.
    realTimers.setTimeout(() => socket.destroy(), MS_TO_READ_A_REFUSAL).unref()
  }

  server.on('request', (incoming, outgoing) => {
    const { socket } = incoming
    const open = underWay.get(socket) ?? []
    if (open.length === 0) underWay.set(socket, open)
    while (open[0]?.outgoing.closed) open.shift()
    open.push({ incoming, outgoing })
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET') return void socket.destroy()
    // What follows the last request of a connection is not for us, and the connection is about to be closed.
    if (error.code === 'HPE_CLOSED_CONNECTION') return
    const { status, what } = reasons[error.code ?? ''] ?? { status: 400, what: 'it is not valid HTTP/1.1' }
    refuse(socket, what, status)
  })
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy())
    refuse(socket, 'CONNECT is for proxies, and this is none')
  })
}
