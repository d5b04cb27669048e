import { toBytes, type Answer } from '../api/answer.js'

/** A response that was sent, as readers of the request log see it. */
export interface SentResponse {
  /** Status of the response. */
  readonly status: number
  /** Its headers. Empty for the response of a custom handler. */
  readonly headers: Readonly<Record<string, string>>
  /** The body as text. Without it, the response had no body, or `omitted` says why it is not kept. */
  readonly body?: string | undefined
  /** Why the body is not kept, for example because it is too long. */
  readonly omitted?: string | undefined
}

/** Longer bodies are not kept. */
const MAX_BODY_BYTES = 65_536

/** Why a body is not kept. */
export const omissions = {
  token: 'The body is not kept, because it may contain a token.',
  tooLong: `The body is not kept, because it is longer than ${MAX_BODY_BYTES / 1024} kB.`,
  stream: 'The body is not kept, because it is a stream.',
  handler: 'The response of a custom handler is not kept, because it may contain secrets.',
} as const

/** Whether a body is too long for the request log. Only a long text is encoded, because a character has at most three bytes. */
function isTooLong(body: string | Uint8Array<ArrayBuffer>): boolean {
  return 3 * body.length > MAX_BODY_BYTES && toBytes(body).length > MAX_BODY_BYTES
}

/** Returns what the request log keeps of the body of an answer: the body, or why it is left out. */
export function keptBody(answer: Answer): Pick<Answer, 'body' | 'omitted'> {
  const { body, failure, coverageKey, omitted } = answer
  if (answer.stream) return { body: null, omitted: omissions.stream }
  if (omitted !== undefined) return { body: null, omitted }
  if (coverageKey?.endpoint === 'token') return { body: null, omitted: omissions.token }
  const start = failure?.kind === 'truncateBody' ? failure.start : null
  const sent = failure ? start : body
  return sent && isTooLong(sent) ? { body: null, omitted: omissions.tooLong } : { body: sent }
}

export function toSentResponse(answer: Answer): SentResponse {
  const { status, headers } = answer
  const { body, omitted } = keptBody(answer)
  if (omitted !== undefined) return { status, headers, omitted }
  if (!body || body.length === 0) return { status, headers }
  return { status, headers, body: typeof body === 'string' ? body : new TextDecoder().decode(body) }
}
