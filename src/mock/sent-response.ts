import { TOKEN_PATH } from '../api/token-endpoint.js'
import { targetOf } from '../api/match-path.js'
import { toBytes, type Answer } from '../api/answer.js'
import type { RecordedAnswer } from './request-entry.js'

/** A response that was sent, as readers of the request log see it. */
export interface SentResponse {
  /** Status of the response. */
  readonly status: number
  /** Its headers. The values of those that may contain a secret are `…`. */
  readonly headers: Readonly<Record<string, string>>
  /** The body as text. Without it, the response had no body, or `omitted` says why it is not kept. */
  readonly body?: string | undefined
  /** Why the body is not kept, for example because it is too long. */
  readonly omitted?: string | undefined
}

/** A response as the request log stores it, without copying the body. */
export interface KeptResponse extends Pick<SentResponse, 'status' | 'headers' | 'omitted'> {
  readonly body?: Answer['body'] | undefined
}

/** Longer bodies are not kept. */
export const MAX_BODY_BYTES = 65_536

/** Why a body is not kept. */
export const omissions = {
  token: 'The body is not kept, because it may contain a token.',
  tooLong: `The body is not kept, because it is longer than ${MAX_BODY_BYTES / 1024} kB.`,
  stream: 'The body is not kept, because its length was not known.',
} as const

/** Whether a body is too long for the request log. Only a long text is encoded, because a character has at most three bytes. */
function isTooLong(body: string | Uint8Array<ArrayBuffer>): boolean {
  return 3 * body.length > MAX_BODY_BYTES && toBytes(body).length > MAX_BODY_BYTES
}

/** Returns what the request log keeps of an answer. */
export function keepResponse({
  status,
  headers = {},
  body,
  failure,
  coverageKey,
}: RecordedAnswer): KeptResponse {
  if (coverageKey?.endpoint === 'token') return { status, headers, omitted: omissions.token }
  const start = failure?.kind === 'truncateBody' ? failure.start : undefined
  const sent = failure ? start : body
  return sent && isTooLong(sent)
    ? { status, headers, omitted: omissions.tooLong }
    : { status, headers, body: sent }
}

const HIDDEN = '…'
const SECRET_HEADER = /cookie|token|secret|session|api-?key|location|\bauth\b|authorization/i
const SECRET_BODY = /"(?:access|refresh|id)_?token"\s*:/i

function toText(body: string | Uint8Array<ArrayBuffer>): string | undefined {
  if (typeof body === 'string') return body
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return undefined
  }
}

/**
 * Returns what the request log keeps of a custom handler's response. conmock does not know what these handlers send, so it
 * leaves out everything that may be a secret.
 *
 * @param body The body, or why it is not kept.
 */
export function keptOfHandler(
  url: string,
  response: Response,
  body: Uint8Array<ArrayBuffer> | keyof typeof omissions | undefined,
): KeptResponse {
  const headers = Object.fromEntries(
    Array.from(response.headers, ([name, value]) => [name, SECRET_HEADER.test(name) ? HIDDEN : value]),
  )
  const { status } = response
  if (typeof body === 'string') return { status, headers, omitted: omissions[body] }
  const hasToken = targetOf(url).path.endsWith(TOKEN_PATH) || SECRET_BODY.test((body && toText(body)) ?? '')
  return hasToken ? { status, headers, omitted: omissions.token } : { status, headers, body }
}

export function toSentResponse({ body, ...sent }: KeptResponse): SentResponse {
  if (!body || body.length === 0) return sent
  const text = toText(body)
  return text === undefined ? { ...sent, omitted: 'The body is not text.' } : { ...sent, body: text }
}
