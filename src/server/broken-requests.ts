import { STATUS_CODES, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Answer } from '../api/answer.js'
import { malformedRequest } from '../api/refusal.js'
import type { ServerContext } from './server-context.js'
import { realTimers } from './real-timers.js'

const problems: Record<string, { status: 400 | 408 | 431; problem: string }> = {
  HPE_HEADER_OVERFLOW: { status: 431, problem: 'its headers are longer than 16 KiB' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, problem: 'it was not complete within the time limit' },
}

const invalid = { status: 400, problem: 'it is not valid HTTP/1.1' } as const

const MS_TO_READ_A_REFUSAL = 500

/** Formats a refusal as HTTP/1.1 text, because node:http has no response object for a request that it cannot parse. */
function formatRawResponse({ status, headers, body }: Answer): string {
  const text = body?.toString() ?? ''
  const all = { ...headers, 'content-length': Buffer.byteLength(text), connection: 'close' }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', text].join('\r\n')
}

/** Answers requests that node:http cannot parse, in the same format as all other refusals. */
export function answerBrokenRequests(server: Server, context: ServerContext): void {
  /** The responses of each connection, oldest first. Closed ones are removed at its next request. */
  const pending = new WeakMap<Duplex, ServerResponse[]>()

  function refuse(socket: Duplex, problem: string, status: 400 | 408 | 431 = 400): void {
    // Earlier requests of the connection are answered first. An incomplete request only gets this answer.
    const before = pending.get(socket)?.findLast(({ req, closed }) => req.complete && !closed)
    if (before) return void before.once('close', () => refuse(socket, problem, status))
    if (!socket.writable) return void socket.destroy()
    const { mock, cors } = context
    const answer = mock.refuse({ ...malformedRequest(problem), status })
    mock.journal.record('-', '-', answer)
    socket.end(formatRawResponse({ ...answer, headers: { ...answer.headers, ...cors.headers(undefined) } }))
    // The client might never close its half of the connection.
    realTimers.setTimeout(() => socket.destroy(), MS_TO_READ_A_REFUSAL).unref()
  }

  server.on('request', ({ socket }, outgoing) => {
    const open = pending.get(socket) ?? []
    if (open.length === 0) pending.set(socket, open)
    while (open[0]?.closed) open.shift()
    open.push(outgoing)
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Browsers also open connections that they then do not need.
    const isUnused = (socket as Socket).bytesRead === 0
    if (error.code === 'ECONNRESET' || isUnused) return void socket.destroy()
    // Data after the last request of a connection are ignored. Node closes the connection.
    if (error.code === 'HPE_CLOSED_CONNECTION') return
    const { status, problem } = problems[error.code ?? ''] ?? invalid
    refuse(socket, problem, status)
  })
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy())
    refuse(socket, 'the method CONNECT is only for proxies')
  })
}
