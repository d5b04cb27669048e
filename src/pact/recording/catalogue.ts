import { type CoverageAnswer, getNames } from '../../coverage/coverage.js'
import type { generalReasons } from '../../contract/refusal-reasons.js'
import type { Entry, OperationInPacts, RecordedInteraction } from '../parts/entry.js'
import type { PactApi } from '../parts/pact-api.js'
import type { GivenState } from '../states/definition.js'
import { tokenStates } from '../states/token-states.js'

/** An interaction that `conmock pact` can write. */
export interface CatalogueEntry extends Entry {
  readonly operation: string
}

/** How requests are refused because of their token, in the same way for every operation. */
function refusalsOfTokens({ api }: PactApi, { what, given }: OperationInPacts) {
  const { tokenIsInvalid, tokenIsExpired, tokenLacksScope } = tokenStates(api)
  const create = (how: string, ...states: readonly GivenState[]): RecordedInteraction => ({
    description: `a request for ${what} ${how}`,
    given: [...given, ...states],
  })
  return {
    missing_credential: { ...create('without a credential'), credential: false },
    invalid_token: create('with an unknown token', tokenIsInvalid()),
    expired_token: create('with an expired token', tokenIsExpired()),
    insufficient_scope: create('with a token of another scope', tokenLacksScope()),
  } satisfies { readonly [Code in keyof typeof generalReasons]: RecordedInteraction }
}

/** Returns all interactions that `conmock pact` can write. */
export function createCatalogue(pacts: PactApi): CatalogueEntry[] {
  return pacts.api.operations.flatMap(({ id: operation }) => {
    const row = pacts.operations[operation]
    if (!row) return []
    const refusals = Object.entries<RecordedInteraction>({ ...refusalsOfTokens(pacts, row), ...row.refusals })
    const entries = refusals.map(([code, refusal]): Entry => ({ cases: [code], interaction: () => refusal }))
    return [...row.entries, ...entries].map((entry) => ({ operation, ...entry }))
  })
}

/** Whether a response leads to an interaction. */
export function leadsTo({ operation, cases, except = [] }: CatalogueEntry, answer: CoverageAnswer): boolean {
  if (operation !== answer.operation) return false
  const names = getNames(answer)
  return cases.some((name) => names.includes(name)) && !except.some((name) => names.includes(name))
}
