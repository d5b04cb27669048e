import * as z from 'zod/mini'
import { compiled } from '../../contract/compile.js'
import { SetupProblem } from '../../common/errors.js'
import {
  defineState,
  type InteractionContext,
  type ProviderState,
  type StateDefinition,
  type TokenClaim,
} from './definition.js'

interface OfScope<Scope extends string> {
  /** The scope of the token. @default the scope that the operation needs */
  scope?: Scope | undefined
}

type NoParameters = { readonly [name: string]: never }

/** The states of the token. @typeParam Scope A scope of the API. */
export interface TokenStatesOf<Scope extends string> {
  /**
   * The token is valid and has exactly this scope. For several scopes, use this state once for each.
   *
   * The request in the pact must have the header `Authorization`.
   */
  readonly tokenHasScope: ProviderState<OfScope<Scope>>
  /**
   * The token is valid and has every scope except this one.
   *
   * The request in the pact must have the header `Authorization`.
   */
  readonly tokenLacksScope: ProviderState<OfScope<Scope>>
  /**
   * The token is unknown to the API.
   *
   * The request in the pact must have the header `Authorization`.
   */
  readonly tokenIsInvalid: ProviderState<NoParameters>
  /**
   * The token has expired.
   *
   * The request in the pact must have the header `Authorization`.
   */
  readonly tokenIsExpired: ProviderState<NoParameters>
  /** The request is sent without `Authorization`, even if the pact has it. */
  readonly noCredential: ProviderState<NoParameters>
}

type Kind = TokenClaim['kind']

/** A token may have one scope and lack another. Every other kind excludes all others. */
const ofScopes = new Set<Kind>(['valid', 'lacking'])

/** Defines a state about the token. It only changes what the gateway sends, so it is the same for every target. */
function defineTokenState<Shape extends z.ZodMiniObject>(
  kind: Kind,
  state: Pick<StateDefinition, 'name' | 'inService'> & { readonly parameters: Shape },
) {
  async function apply(
    { context: { token } }: { readonly context: InteractionContext },
    { scope: given }: { readonly scope?: string | undefined },
  ) {
    if (token.some(({ kind: other }) => other !== kind && !(ofScopes.has(other) && ofScopes.has(kind)))) {
      throw new SetupProblem('this state contradicts an earlier state about the token')
    }
    token.push({ kind, scope: given })
    return {}
  }
  return defineState({ ...state, returns: {}, onMock: apply, onService: apply })
}

function withoutParameters(kind: Kind, name: string, inService: string) {
  return defineTokenState(kind, { name, inService, parameters: z.strictObject({}) })
}

/** The states of the token, by their names in `providerStates`. Every API has them. */
export const tokenStates = compiled(({ scopes }) => {
  const parameters = z.strictObject({ scope: z.optional(z.enum(scopes)) })
  const ofScope = (kind: Kind, name: string, inService: string) =>
    defineTokenState(kind, { name, inService, parameters })
  return {
    tokenHasScope: ofScope(
      'valid',
      'the token has scope',
      '`--token-env SCOPE=VARIABLE`, or client credentials',
    ),
    tokenLacksScope: ofScope(
      'lacking',
      'the token lacks scope',
      '`--token-env` for the other scope, or client credentials',
    ),
    tokenIsInvalid: withoutParameters('invalid', 'the token is invalid', 'a token that was never issued'),
    tokenIsExpired: withoutParameters('expired', 'the token is expired', '`--token-env expired=VARIABLE`'),
    noCredential: withoutParameters('none', 'no credential', 'the same as in the mock'),
  }
})
