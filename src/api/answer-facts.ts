import { assumptions, type AssumptionName, type Settings } from '../contract/assumptions.js'
import type { OperationId } from '../contract/operations.js'
import type { ShapeName } from '../contract/shapes.js'
import { formatValue } from '../contract/variants.js'

/** What a request was for: an operation or the token endpoint. */
export type Subject = OperationId | 'token'

/** What the ledger counts about an answer. */
export interface AnswerFacts {
  /** `undefined` if the path is unknown. */
  readonly subject: Subject | undefined
  readonly status: number
  /** The reason of a refusal. */
  readonly code: string | undefined
  readonly shapes: readonly ShapeName[]
  /** The assumptions that the answer depends on, and their values. */
  readonly assumed: readonly { readonly name: AssumptionName; readonly value: string }[]
  /** Value of the header `Conmock-Assumed`. `undefined` if it is empty or switched off. */
  readonly header: string | undefined
}

/** Creates facts. Equal answers get the same object, so that the ledger can count them by identity. */
export class AnswerFactsPool {
  readonly #settings: Settings
  readonly #hasHeader: boolean
  readonly #known = new Map<string, AnswerFacts>()

  constructor(settings: Settings, hasHeader: boolean) {
    this.#settings = settings
    this.#hasHeader = hasHeader
  }

  /** Returns the facts of an answer. */
  get(
    subject: Subject | undefined,
    status: number,
    about: {
      readonly code?: string
      readonly shapes?: readonly ShapeName[]
      readonly assumed?: readonly AssumptionName[]
    },
  ): AnswerFacts {
    const { code, shapes = [], assumed = [] } = about
    const key = [subject, status, code, shapes.join(' '), assumed.join(' ')].join('|')
    const known = this.#known.get(key)
    if (known) return known
    const facts = {
      subject,
      status,
      code,
      shapes,
      assumed: assumed.map((name) => ({ name, value: formatValue(this.#settings[name]) })),
      header: this.#headerOf(assumed),
    }
    this.#known.set(key, facts)
    return facts
  }

  #headerOf(assumed: readonly AssumptionName[]): string | undefined {
    if (!this.#hasHeader) return undefined
    const names = assumed.filter((name) => assumptions[name].status !== 'specified')
    return names.length === 0 ? undefined : names.join(', ')
  }
}
