import { type CoverageAnswer, getNames } from '../../coverage/coverage.js'
import type { commonReasons } from '../../contract/refusal-reasons.js'
import { inPacts } from '../../convention/pacts.js'
import { operations, type OperationId } from '../../convention/operations.js'
import type { GivenState } from '../states/definition.js'
import { tokenStates } from '../states/token-states.js'
import type { Entry, OperationInPacts } from './entry.js'

/** An interaction that `conmock pact` can write. */
export interface CatalogueEntry extends Entry {
  readonly operation: OperationId
}

/** How requests are refused because of their token, in the same way for every operation. */
const refusals: {
  readonly [Code in (typeof commonReasons)[number]]: [text: string, given: GivenState[], credential?: false]
} = {
  missing_credential: ['without a credential', [], false],
  invalid_token: ['with an unknown token', [tokenStates.tokenIsInvalid()]],
  expired_token: ['with an expired token', [tokenStates.tokenIsExpired()]],
  insufficient_scope: ['with a token of another scope', [tokenStates.tokenLacksScope()]],
}

function createRefusals({ what, given: first }: OperationInPacts): Entry[] {
  return Object.entries(refusals).map(([code, [text, given, credential]]) => ({
    cases: [code],
    interaction: () => ({
      description: `a request for ${what} ${text}`,
      given: [...first, ...given],
      ...(credential === false ? { credential } : {}),
    }),
  }))
}

/** All interactions that `conmock pact` can write. */
export const catalogue: readonly CatalogueEntry[] = Object.values(operations).flatMap(({ id: operation }) => {
  const row = inPacts[operation]
  return [...row.entries, ...createRefusals(row)].map((entry) => ({ operation, ...entry }))
})

/** Whether a response leads to an interaction. */
export function leadsTo({ operation, cases, except = [] }: CatalogueEntry, answer: CoverageAnswer): boolean {
  if (operation !== answer.operation) return false
  const names = getNames(answer)
  return cases.some((name) => names.includes(name)) && !except.some((name) => names.includes(name))
}
