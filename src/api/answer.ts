import type { AnswerFacts } from './answer-facts.js'

/** What the API says to one request, before any transport has its part in it. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The body, as bytes where it was encoded before; `null` for none, as for every HEAD. Not to be changed. */
  readonly body: string | Uint8Array<ArrayBuffer> | null
  /** Why the request was refused, in words for a log. */
  readonly refusal?: string
  /** What a developer should know of an answer that is none of a refusal, in words for a log. */
  readonly note?: string
  /** What it shows of the API. */
  readonly facts: AnswerFacts
}
