import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { withoutHopByHop } from '../../common/hop-by-hop.js'
import { parseJson } from '../../common/plain-object.js'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { MAX_BYTES } from './send-request.mjs'

export interface Outgoing {
  /** Scheme, host and port. */
  readonly origin: string
  readonly method: string
  readonly path: string
  readonly headers: OutgoingHttpHeaders
  readonly body: Uint8Array
  /** Time limit for the response, in milliseconds. */
  readonly maxMs: number
  /** The environment variables of proxies, if the request may use them. */
  readonly proxyEnv?: { readonly [name: string]: string | undefined } | undefined
}

export interface Answered {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Not decompressed. */
  readonly body: Uint8Array
}

/**
 * Sends a request from the verifier's process to a service.
 *
 * @throws TargetUnreachableError If no complete response arrives in time.
 */
export type Send = (request: Outgoing) => Promise<Answered>

/** Default time limit for a response, in milliseconds. */
export const DEFAULT_MAX_MS = 4000

export class TargetUnreachableError extends Error {
  override readonly name = 'TargetUnreachableError'
  /** Whether the responses to other requests may arrive. */
  readonly othersMayArrive: boolean

  constructor(message: string, othersMayArrive = false) {
    super(message)
    this.othersMayArrive = othersMayArrive
  }
}

export type ForwardedRequest = Pick<Outgoing, 'method' | 'path' | 'headers'> & { readonly body?: Uint8Array }

/** The response of the target, with a decompressed body. */
export interface ServedResponse {
  readonly status: number
  /** The original headers. The body is no longer encoded, although `content-encoding` is still here. */
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** The coding in the header `Content-Encoding` from which the body cannot be decoded. */
  readonly brokenCoding?: string
  /** The assumptions that a response of the mock depends on, if a real service may have another variant of them. */
  readonly assumed: readonly string[]
}

const decoders: {
  readonly [coding: string]: (body: Uint8Array, options: { maxOutputLength: number }) => Buffer
} = { gzip: gunzipSync, 'x-gzip': gunzipSync, deflate: inflateSync, br: brotliDecompressSync }

function decoded({ headers, body }: Answered): Pick<ServedResponse, 'body' | 'brokenCoding'> {
  let whole: Buffer = Buffer.from(body)
  // The first coding was applied first. A response to HEAD names them, but has no body.
  const codings = headers['content-encoding']?.toLowerCase().split(',') ?? []
  for (const coding of codings.map((each) => each.trim()).toReversed()) {
    if (whole.length === 0 || coding === 'identity' || coding === '') continue
    try {
      whole = decoders[coding]!(whole, { maxOutputLength: MAX_BYTES })
    } catch {
      return { body: Buffer.from(body), brokenCoding: coding }
    }
  }
  return { body: whole }
}

/** @param assumed The assumptions that the response depends on. */
export function toServed(answer: Answered, assumed: readonly string[] = []): ServedResponse {
  const { status, headers } = answer
  return { status, headers: withoutHopByHop(headers), ...decoded(answer), assumed }
}

/** @throws TargetUnreachableError If the target cannot be reached, breaks off, or takes too long. */
export async function forward(
  send: Send,
  base: URL,
  { method, path, headers: given, body = Buffer.alloc(0) }: ForwardedRequest,
  maxMs: number,
): Promise<ServedResponse> {
  const { host: _, ...headers } = withoutHopByHop(given)
  const answer = await send({
    origin: base.origin,
    method,
    path: `${base.pathname.replace(/\/$/, '')}${path}`,
    headers: {
      'accept-encoding': 'identity',
      ...headers,
      // Without a length, the target would read the body of a GET as another request.
      ...(body.length > 0 ? { 'content-length': body.length } : {}),
    },
    body,
    maxMs,
  })
  return toServed(answer)
}

/** @param parse `parseExactly` keeps every number as it is written. */
export function parseJsonBody(
  { body }: Pick<ServedResponse, 'body'>,
  parse?: (text: string) => unknown,
): unknown {
  return parseJson(body.toString('utf8'), parse)
}
