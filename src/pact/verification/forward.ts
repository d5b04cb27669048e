import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { parseExactly } from '../pacts/exact-json.js'
import type { Answered, Outgoing } from './verifier.js'

/** Sends a request from the verifier's process. @throws TargetUnreachable When no whole answer comes in time. */
export type Send = (request: Outgoing) => Promise<Answered>

/** A request on its way to the target. */
export interface ForwardedRequest {
  readonly method: string
  /** Path and query, as they came. */
  readonly path: string
  readonly headers: OutgoingHttpHeaders
  readonly body: Uint8Array
}

/** What the target answered, decoded. */
export interface ServedResponse {
  readonly status: number
  /** Those of the answer; `content-encoding` says what the body was, and is not any more. */
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** The coding that the answer names, and that its body does not have. */
  readonly brokenCoding?: string
}

/** No answer of the API is near this long. */
const MAX_BYTES = 20_000_000

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

/** A body as it was before it was compressed; as it is, where that is not known. */
function decoded({ headers, body }: Answered): Pick<ServedResponse, 'body' | 'brokenCoding'> {
  const coding = headers['content-encoding']?.toLowerCase() ?? 'identity'
  const decode = decoders[coding]
  try {
    // An answer to HEAD has no body, and names the coding.
    if (decode && body.length > 0) return { body: decode(body, { maxOutputLength: MAX_BYTES }) }
    return { body: Buffer.from(body) }
  } catch {
    return { body: Buffer.from(body), brokenCoding: coding }
  }
}

/**
 * Sends a request to the target and reads the whole answer.
 *
 * @param maxMs How long the target may take.
 * @throws TargetUnreachable When it cannot be reached, breaks off, or takes longer.
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
    headers: {
      'accept-encoding': 'identity',
      ...headers,
      // Without a length, the body of a GET would look like another request.
      ...(request.body.length > 0 ? { 'content-length': request.body.length } : {}),
    },
    body: request.body,
    maxMs,
  })
  return { status: answer.status, headers: withoutHopByHop(answer.headers), ...decoded(answer) }
}

/** The body of an answer as JSON; nothing when it is none. */
export function jsonOf({ body }: Pick<ServedResponse, 'body'>): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/** The same, with every number as it is written. */
export function exactJsonOf({ body }: Pick<ServedResponse, 'body'>): unknown {
  try {
    return parseExactly(body.toString('utf8'))
  } catch {
    return undefined
  }
}
