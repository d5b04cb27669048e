import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { parseExactly } from '../pacts/exact-json.js'
import type { Answered, Outgoing } from './verifier.js'

/** Sends a request from the verifier's process. @throws TargetUnreachable If no complete response arrives in time. */
export type Send = (request: Outgoing) => Promise<Answered>

/** A request to the target. */
export interface ForwardedRequest {
  readonly method: string
  /** Path and query, unchanged. */
  readonly path: string
  readonly headers: OutgoingHttpHeaders
  readonly body: Uint8Array
}

/** The response of the target, with a decompressed body. */
export interface ServedResponse {
  readonly status: number
  /** The original headers. The body is no longer encoded, although `content-encoding` is still here. */
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** Much longer than any response of the API. */
const MAX_BYTES = 20_000_000

/** Headers for one connection, which are not forwarded (RFC 9110 §7.6.1). */
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

function withoutHopByHop<Headers extends OutgoingHttpHeaders>(headers: Headers): Headers {
  const named = new Set(
    String(headers.connection ?? '')
      .split(',')
      .map((name) => name.trim().toLowerCase()),
  )
  const kept = Object.entries(headers).filter(
    ([name, value]) => value !== undefined && !hopByHop.has(name) && !named.has(name),
  )
  return Object.fromEntries(kept) as Headers
}

const decoders: {
  readonly [coding: string]: (body: Uint8Array, options: { maxOutputLength: number }) => Buffer
} = { gzip: gunzipSync, 'x-gzip': gunzipSync, deflate: inflateSync, br: brotliDecompressSync }

/** Decompresses a body. Returns it unchanged if the encoding is unknown. */
function decoded({ headers, body }: Answered): Buffer {
  const decode = decoders[headers['content-encoding']?.toLowerCase() ?? 'identity']
  try {
    return decode ? decode(body, { maxOutputLength: MAX_BYTES }) : Buffer.from(body)
  } catch {
    return Buffer.from(body)
  }
}

/**
 * Sends a request to the target and reads the complete response.
 *
 * @param maxMs Time limit for the response, in milliseconds.
 * @throws TargetUnreachable If the target cannot be reached, breaks off, or takes too long.
 */
export async function forward(
  send: Send,
  base: URL,
  request: ForwardedRequest,
  maxMs: number,
): Promise<ServedResponse> {
  const { host: _, ...headers } = withoutHopByHop(request.headers)
  const answer = await send({
    origin: base.origin,
    method: request.method,
    path: `${base.pathname.replace(/\/$/, '')}${request.path}`,
    headers: { 'accept-encoding': 'identity', ...headers },
    body: request.body,
    maxMs,
  })
  return { status: answer.status, headers: withoutHopByHop(answer.headers), body: decoded(answer) }
}

/** Parses the body of a response. Returns `undefined` if it is not JSON. */
export function jsonOf({ body }: Pick<ServedResponse, 'body'>): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/** Parses the body of a response and keeps every number as it is written. Returns `undefined` if it is not JSON. */
export function exactJsonOf({ body }: Pick<ServedResponse, 'body'>): unknown {
  try {
    return parseExactly(body.toString('utf8'))
  } catch {
    return undefined
  }
}
