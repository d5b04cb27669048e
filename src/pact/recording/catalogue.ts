import { type CoverageAnswer, getNames } from '../../coverage/coverage.js'
import type { commonReasons } from '../../contract/refusal-reasons.js'
import { inPacts } from '../../convention/pacts.js'
import { operations, type OperationId } from '../../convention/operations.js'
import type { GivenState } from '../states/definition.js'
import { tokenStates } from '../states/token-states.js'
import type { Entry, OperationInPacts, RecordedInteraction } from './entry.js'

/** An interaction that `conmock pact` can write. */
export interface CatalogueEntry extends Entry {
  readonly operation: OperationId
}

/** How requests are refused because of their token, in the same way for every operation. */
function refusalsOfTokens({ what, given }: OperationInPacts) {
  const create = (how: string, ...states: readonly GivenState[]): RecordedInteraction => ({
    description: `a request for ${what} ${how}`,
    given: [...given, ...states],
  })
  return {
    missing_credential: { ...create('without a credential'), credential: false },
    invalid_token: create('with an unknown token', tokenStates.tokenIsInvalid()),
    expired_token: create('with an expired token', tokenStates.tokenIsExpired()),
    insufficient_scope: create('with a token of another scope', tokenStates.tokenLacksScope()),
  } satisfies { readonly [Code in (typeof commonReasons)[number]]: RecordedInteraction }
}

/** All interactions that `conmock pact` can write. */
export const catalogue: readonly CatalogueEntry[] = Object.values(operations).flatMap(({ id: operation }) => {
  const row = inPacts[operation]
  const refusals = Object.entries<RecordedInteraction>({ ...refusalsOfTokens(row), ...row.refusals })
  const entries = refusals.map(([code, refusal]): Entry => ({ cases: [code], interaction: () => refusal }))
  return [...row.entries, ...entries].map((entry) => ({ operation, ...entry }))
})

/** Whether a response leads to an interaction. */
export function leadsTo({ operation, cases, except = [] }: CatalogueEntry, answer: CoverageAnswer): boolean {
  if (operation !== answer.operation) return false
  const names = getNames(answer)
  return cases.some((name) => names.includes(name)) && !except.some((name) => names.includes(name))
}
