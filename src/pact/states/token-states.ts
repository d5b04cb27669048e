import * as z from 'zod/mini'
import type { Scope } from '../../convention/scopes.js'
import { SetupProblem } from '../common/problem.js'
import {
  defineState,
  type CredentialPlan,
  type InteractionContext,
  type ProviderState,
} from './definition.js'
import { scope } from './parameters.js'

interface OfScope {
  /** The scope of the token. @default the scope that the operation needs */
  scope?: Scope | undefined
}

type NoParameters = { readonly [name: string]: never }

/** The states of the token. */
export interface TokenStates {
  /**
   * The token is valid and has exactly this scope. For several scopes, use this state once for each.
   *
   * The request in the pact must have the header `Authorization`.
   */
  readonly tokenHasScope: ProviderState<OfScope>
  /**
   * The token is valid and has every scope except this one.
   *
   * The request in the pact must have the header `Authorization`.
   */
  readonly tokenLacksScope: ProviderState<OfScope>
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

type Kind = CredentialPlan['kind']

const ofScopes = new Set<Kind>(['valid', 'lacking'])

/** Changes the token of an interaction. @throws SetupProblem If an earlier state contradicts it. */
function changePlan(plan: CredentialPlan, kind: Kind, given: Scope | undefined): void {
  const { kind: before, isExplicit } = plan
  plan.isExplicit = true
  // A token may have one scope and lack another.
  plan.kind = kind === 'valid' && before === 'lacking' ? before : kind
  if (given !== undefined) (kind === 'valid' ? plan.has : plan.lacks).add(given)
  if (!isExplicit || before === plan.kind || [before, plan.kind].every((each) => ofScopes.has(each))) return
  throw new SetupProblem('this state contradicts an earlier state about the token')
}

/** Defines a state about the token. It only changes what the gateway sends, so it is the same for every target. */
function defineTokenState<Shape extends z.ZodMiniObject>(state: {
  readonly name: string
  readonly forms: readonly string[]
  readonly inService: string
  readonly parameters: Shape
  readonly kind: Kind
}) {
  const { kind, ...rest } = state
  async function apply(
    { context }: { readonly context: InteractionContext },
    parameters: { readonly scope?: Scope | undefined },
  ) {
    changePlan(context.credential, kind, parameters.scope)
    return {}
  }
  return defineState({ ...rest, returns: {}, onMock: apply, onService: apply })
}

const withScope = z.strictObject({ scope })
const withoutParameters = { forms: [], parameters: z.strictObject({}) }

export const tokenStates = {
  tokenHasScope: defineTokenState({
    name: 'the token has scope',
    forms: ['the token has scope {scope}'],
    inService: '`--token-env SCOPE=VARIABLE`, or client credentials',
    parameters: withScope,
    kind: 'valid',
  }),
  tokenLacksScope: defineTokenState({
    name: 'the token lacks scope',
    forms: ['the token lacks scope {scope}'],
    inService: '`--token-env` for the other scope, or client credentials',
    parameters: withScope,
    kind: 'lacking',
  }),
  tokenIsInvalid: defineTokenState({
    name: 'the token is invalid',
    inService: 'a token that was never issued',
    kind: 'invalid',
    ...withoutParameters,
  }),
  tokenIsExpired: defineTokenState({
    name: 'the token is expired',
    inService: '`--token-env expired=VARIABLE`',
    kind: 'expired',
    ...withoutParameters,
  }),
  noCredential: defineTokenState({
    name: 'no credential',
    inService: 'the same as in the mock',
    kind: 'none',
    ...withoutParameters,
  }),
} as const
