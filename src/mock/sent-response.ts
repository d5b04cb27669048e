import { TOKEN_PATH } from '../api/token-endpoint.js'
import { targetOf } from '../api/match-path.js'
import { bytesOf, type Answer } from '../api/answer.js'

/** A response that was sent, as readers of the request log see it. */
export interface SentResponse {
  readonly status: number
  /** Its headers. The values of those that may contain a secret are `…`. */
  readonly headers: Readonly<Record<string, string>>
  /** The body as text. Without it, the response had no body, or `omitted` says why it is not kept. */
  readonly body?: string | undefined
  readonly omitted?: string | undefined
}

/** Why the request log does not keep a body. */
type Omission = 'token' | 'tooLong' | 'stream' | 'dropped'

/** The part of an answer that the request log keeps, without copying it. */
export interface KeptResponse {
  readonly headers?: Answer['headers'] | undefined
  readonly body?: Answer['body'] | undefined
  readonly omission?: Omission | undefined
}

/** Longer bodies are not kept. */
export const MAX_BODY_BYTES = 65_536

/** Maximum size of all bodies of a request log. */
export const MAX_BODIES_BYTES = 8_000_000

/** Returns how much memory a body needs. A character takes up to two bytes. */
export function sizeOf(body: Answer['body'] | undefined): number {
  return typeof body === 'string' ? 2 * body.length : (body?.length ?? 0)
}

/** Whether a body is too long for the request log. Only a long text is encoded, because a character has at most three bytes. */
export function isTooLong(body: string | Uint8Array<ArrayBuffer>): boolean {
  return 3 * body.length > MAX_BODY_BYTES && bytesOf(body).length > MAX_BODY_BYTES
}

const HIDDEN = '…'
const SECRET_HEADER = /cookie|token|secret|session|api-?key|location|\bauth\b|authorization/i
const SECRET_BODY = /"(?:access|refresh|id)_?token"\s*:/i

function textOf(body: string | Uint8Array<ArrayBuffer>): string | undefined {
  if (typeof body === 'string') return body
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return undefined
  }
}

/**
 * Returns the part of a custom handler's response that the request log keeps. conmock does not know what these handlers send, so
 * it leaves out everything that may be a secret.
 *
 * @param body The body, or why it is not kept.
 */
export function keptOfHandler(
  url: string,
  response: Response,
  body: Uint8Array<ArrayBuffer> | Omission | undefined,
): KeptResponse {
  const headers = Object.fromEntries(
    Array.from(response.headers, ([name, value]) => [name, SECRET_HEADER.test(name) ? HIDDEN : value]),
  )
  if (typeof body === 'string') return { headers, omission: body }
  const hasToken = targetOf(url).path.endsWith(TOKEN_PATH) || SECRET_BODY.test((body && textOf(body)) ?? '')
  return hasToken ? { headers, omission: 'token' } : { headers, body }
}

/** @param dropped Number of bodies that the request log has dropped. */
export function toSentResponse(
  status: number,
  { headers = {}, body, omission }: KeptResponse,
  dropped: number,
): SentResponse {
  const reasons: Readonly<Record<Omission, string>> = {
    token: 'The body is not kept, because it may contain a token.',
    tooLong: `The body is not kept, because it is longer than ${MAX_BODY_BYTES / 1024} kB.`,
    stream: 'The body is not kept, because its length was not known.',
    dropped: `The body is no longer kept: all bodies together may have ${MAX_BODIES_BYTES / 1_000_000} MB. The oldest ${dropped} were dropped.`,
  }
  if (omission !== undefined) return { status, headers, omitted: reasons[omission] }
  if (body === undefined || body === null || body.length === 0) return { status, headers }
  const text = textOf(body)
  return text === undefined
    ? { status, headers, omitted: 'The body is not text.' }
    : { status, headers, body: text }
}
