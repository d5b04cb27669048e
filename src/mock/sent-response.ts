import { targetOf, TOKEN_PATH } from '../api/match-path.js'
import { toBytes } from '../api/answer.js'
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

/** What the request log keeps of a body: the body, or why it is left out. */
type KeptBody = Pick<RecordedAnswer, 'body' | 'omitted'>

/** Returns what the request log keeps of the body of an answer. */
export function keptBody({ body, failure, coverageKey, omitted }: RecordedAnswer): KeptBody {
  if (omitted !== undefined) return { omitted }
  if (coverageKey?.endpoint === 'token') return { omitted: omissions.token }
  const start = failure?.kind === 'truncateBody' ? failure.start : undefined
  const sent = failure ? start : body
  return sent && isTooLong(sent) ? { omitted: omissions.tooLong } : { body: sent }
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

/** Hides the headers of a custom handler's response that may be secret: conmock does not know what these handlers send. */
export function hideSecretHeaders(headers: Iterable<readonly [string, string]>): SentResponse['headers'] {
  return Object.fromEntries(
    Array.from(headers, ([name, value]) => [name, SECRET_HEADER.test(name) ? HIDDEN : value]),
  )
}

/** Like `keptBody`, for a body of a custom handler: leaves it out if it may contain a token. */
export function keptOfHandler(url: string, body: RecordedAnswer['body']): KeptBody {
  const hasToken = targetOf(url).path.endsWith(TOKEN_PATH) || SECRET_BODY.test((body && toText(body)) ?? '')
  return hasToken ? { omitted: omissions.token } : { body, omitted: undefined }
}

export function toSentResponse(answer: RecordedAnswer): SentResponse {
  const { status, headers = {} } = answer
  const { body, omitted } = keptBody(answer)
  if (omitted !== undefined) return { status, headers, omitted }
  if (!body || body.length === 0) return { status, headers }
  const text = toText(body)
  return text === undefined
    ? { status, headers, omitted: 'The body is not text.' }
    : { status, headers, body: text }
}
