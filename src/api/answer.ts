import type { AnswerFacts } from './answer-facts.js'

/** The answer of the API to a request, independent of the transport. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The body, as bytes if it is already encoded. `null` if there is none. Must not be changed. */
  readonly body: string | Uint8Array<ArrayBuffer> | null
  /** Why the request was refused, for the log. */
  readonly refusal?: string
  /** How to fix the request, for the log. */
  readonly hint?: string
  /** A note for the developer about an answer that is not a refusal, for the log. */
  readonly note?: string
  readonly facts: AnswerFacts
}
