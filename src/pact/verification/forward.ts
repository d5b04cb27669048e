import http from 'node:http'
import https from 'node:https'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

/** A request on its way to the target. */
export interface ForwardedRequest {
  readonly method: string
  /** Path and query, as they came. */
  readonly path: string
  readonly headers: http.IncomingHttpHeaders
  readonly body: Buffer
}

/** What the target answered. */
export interface ServedResponse {
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
  /** As it came. */
  readonly body: Buffer
}

/** The target did not answer. */
export class TargetUnreachable extends Error {
  override readonly name = 'TargetUnreachable'
}

/** No answer of the API is near this long. */
const MOST_BYTES = 20_000_000

/** They belong to one connection, and not to the message (RFC 9110 §7.6.1). */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

function withoutHopByHop(headers: http.IncomingHttpHeaders): http.OutgoingHttpHeaders {
  const named = new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()))
  const kept = Object.entries(headers).filter(
    ([name, value]) => value !== undefined && !hopByHop.has(name) && !named.has(name),
  )
  return Object.fromEntries(kept)
}

/** The host for a socket: an IPv6 address stands in brackets only in a URL. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1')
}

function reasonOf(error: NodeJS.ErrnoException): string {
  return error.code ?? error.message
}

/**
 * Sends a request to the target and reads the whole answer. A connection of its own for each, and by an agent of its
 * own: no proxy of the environment comes in between, and nothing is left open.
 *
 * @param mostMs How long the target may take.
 * @throws TargetUnreachable When it cannot be reached, breaks off, or takes longer.
 */
export function forward(base: URL, request: ForwardedRequest, mostMs: number): Promise<ServedResponse> {
  const { request: send, Agent } = base.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => reject(new TargetUnreachable(`${base.origin} ${reason}`))
    const headers = withoutHopByHop(request.headers)
    delete headers['host']
    const outgoing = send(
      {
        agent: new Agent({ keepAlive: false }),
        protocol: base.protocol,
        hostname: hostOf(base),
        port: base.port,
        method: request.method,
        path: `${base.pathname.replace(/\/$/, '')}${request.path}`,
        headers: { 'accept-encoding': 'identity', ...headers },
        signal: AbortSignal.timeout(mostMs),
      },
      (answer) => {
        const parts: Buffer[] = []
        let length = 0
        answer
          .on('data', (part: Buffer) => {
            parts.push(part)
            length += part.length
            if (length <= MOST_BYTES) return
            fail(`sends more than ${MOST_BYTES / 1_000_000} MB`)
            answer.destroy()
          })
          .on('error', (error) => fail(`broke off its answer: ${reasonOf(error)}`))
          .on('end', () => {
            const { statusCode: status = 0 } = answer
            resolve({ status, headers: withoutHopByHop(answer.headers) as never, body: Buffer.concat(parts) })
          })
      },
    )
    outgoing.on('upgrade', (_, socket) => {
      fail('switches protocols, which nobody asked for')
      socket.destroy()
    })
    outgoing.on('error', (error) => {
      const slow = error.name === 'TimeoutError' || (error as NodeJS.ErrnoException).code === 'ABORT_ERR'
      fail(slow ? `did not answer within ${mostMs / 1000} s` : `cannot be reached: ${reasonOf(error)}`)
    })
    outgoing.end(request.body)
  })
}

const decoders: {
  readonly [coding: string]: (body: Buffer, options: { maxOutputLength: number }) => Buffer
} = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}

/** The body of an answer as JSON, for a message; nothing when it is none. */
export function jsonOf({ headers, body }: ServedResponse): unknown {
  try {
    const decode = decoders[headers['content-encoding'] ?? '']
    return JSON.parse((decode ? decode(body, { maxOutputLength: MOST_BYTES }) : body).toString('utf8'))
  } catch {
    return undefined
  }
}
