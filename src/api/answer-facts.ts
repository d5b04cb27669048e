import { assumptions, type AssumptionName, type Settings } from '../contract/assumptions.js'
import type { OperationId } from '../contract/operations.js'
import type { ShapeName } from '../contract/shapes.js'
import { formatValue } from '../contract/variants.js'

/** What an answer is about, as far as that is known: an operation, or the token endpoint. */
export type Subject = OperationId | 'token'

/** What the ledger counts of an answer: its kind, its shapes, and the assumptions behind it. */
export interface AnswerFacts {
  readonly subject: Subject | undefined
  readonly status: number
  /** The reason of a refusal. */
  readonly code: string | undefined
  readonly shapes: readonly ShapeName[]
  /** The assumptions, and their values. */
  readonly assumed: readonly { readonly name: AssumptionName; readonly value: string }[]
  /** What goes into the header `Conmock-Assumed`; nothing when it would be empty, or is not wanted. */
  readonly header: string | undefined
}

/**
 * What the header `Conmock-Assumed` says: nothing; the assumptions that are no variants of the document; or those, and
 * with their values the ones that are varied.
 */
export interface HeaderPlan {
  readonly shown: boolean
  readonly varied: ReadonlySet<AssumptionName>
}

/** Creates facts, one object for all answers that are alike, so that they can be counted by identity. */
export class AnswerFactsPool {
  readonly #settings: Settings
  readonly #plan: HeaderPlan
  readonly #known = new Map<string, AnswerFacts>()

  constructor(settings: Settings, plan: HeaderPlan) {
    this.#settings = settings
    this.#plan = plan
  }

  of(
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
    if (!this.#plan.shown) return undefined
    const names = assumed.flatMap((name) => {
      if (this.#plan.varied.has(name)) return [`${name}=${formatValue(this.#settings[name])}`]
      return assumptions[name].status === 'documented' ? [] : [name]
    })
    return names.length === 0 ? undefined : names.join(', ')
  }
}
