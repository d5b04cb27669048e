import { STATUS_CODES, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Answer } from '../mock/internals.js'
import type { Surroundings } from './listener.js'

const reasons: Record<string, { status: 400 | 408 | 431; what: string }> = {
  HPE_HEADER_OVERFLOW: { status: 431, what: 'its headers are longer than 16 KiB' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, what: 'it did not come to its end in time' },
}

/** The whole of an answer as HTTP/1.1 sends it: node:http has no response object for what it could not parse. */
function raw({ status, headers, body }: Answer): string {
  const text = body ?? ''
  const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(text), connection: 'close' })
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...lines.map(([name, value]) => `${name}: ${value}`),
    '',
    text,
  ].join('\r\n')
}

/** Answers what node:http could not read as a request, in the form of all other refusals. */
export function answerBrokenRequests(
  server: Server,
  { mock, cors, log }: Pick<Surroundings, 'mock' | 'cors' | 'log'>,
): void {
  const underWay = new WeakMap<Duplex, ServerResponse>()

  function refuse(socket: Duplex, what: string, status: 400 | 408 | 431 = 400): void {
    // An answer to an earlier request of the same connection comes first: a handler of the user's may take its time.
    const before = underWay.get(socket)
    if (before && !before.writableEnded) return void before.once('close', () => refuse(socket, what, status))
    if (!socket.writable) return void socket.destroy()
    const answer = mock.refuseBroken(what, status)
    log.broken(status, answer.refusal ?? what)
    socket.end(raw({ ...answer, headers: { ...answer.headers, ...cors.headers(undefined) } }))
  }

  if (mock.handlers.length > 0) {
    server.on('request', ({ socket }, outgoing) => underWay.set(socket, outgoing))
  }
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET') return void socket.destroy()
    const { status, what } = reasons[error.code ?? ''] ?? { status: 400, what: 'it is not valid HTTP/1.1' }
    refuse(socket, what, status)
  })
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy())
    refuse(socket, 'CONNECT is for proxies, and this is none')
  })
}
