import * as z from 'zod/mini'
import type { Scope } from '../../contract/scopes.js'
import { defineState, type CredentialPlan, type InteractionContext } from './definition.js'
import { SetupProblem } from '../common/problem.js'
import { scope } from './parameters.js'

const needsHeader = 'The request in the pact must have the header `Authorization`.'

/** Defines a state about the token. It only changes what the gateway sends, so it is the same for every target. */
function defineTokenState<Shape extends z.ZodMiniObject>(state: {
  readonly name: string
  readonly forms: readonly string[]
  readonly description: string
  readonly inService: string
  readonly parameters: Shape
  readonly plan: (plan: CredentialPlan, parameters: z.output<Shape>) => void
}) {
  const { plan, ...rest } = state
  const apply = async (
    { context }: { readonly context: InteractionContext },
    parameters: z.output<Shape>,
  ) => {
    changePlan(context.credential, (current) => plan(current, parameters))
    return {}
  }
  return defineState({ ...rest, returns: {}, onMock: apply, onService: apply })
}

/** Lets a state change the plan. @throws SetupProblem If it contradicts an earlier state. */
function changePlan(plan: CredentialPlan, run: (plan: CredentialPlan) => void): void {
  const { kind, isExplicit } = plan
  run(plan)
  plan.isExplicit = true
  const ofScopes = new Set<CredentialPlan['kind']>(['valid', 'lacking'])
  if (!isExplicit || kind === plan.kind || (ofScopes.has(kind) && ofScopes.has(plan.kind))) return
  throw new SetupProblem('this state contradicts an earlier state about the token')
}

const scopeParameters = z.strictObject({ scope })

function addScope(set: Set<Scope>, given: Scope | undefined): void {
  if (given !== undefined) set.add(given)
}

function defineKind(
  name: string,
  kind: CredentialPlan['kind'],
  texts: { readonly description: string; readonly inService: string },
) {
  const plan = (current: CredentialPlan) => void (current.kind = kind)
  return defineTokenState({ name, forms: [], parameters: z.strictObject({}), plan, ...texts })
}

export const tokenStates = {
  tokenHasScope: defineTokenState({
    name: 'the token has scope',
    forms: ['the token has scope {scope}'],
    description: `The token is valid and has exactly this scope. If the token needs several scopes, use this state once for each scope. ${needsHeader}`,
    inService: '`--token-env SCOPE=VARIABLE`, or client credentials',
    parameters: scopeParameters,
    plan(plan, given) {
      if (plan.kind !== 'lacking') plan.kind = 'valid'
      addScope(plan.has, given.scope)
    },
  }),
  tokenLacksScope: defineTokenState({
    name: 'the token lacks scope',
    forms: ['the token lacks scope {scope}'],
    description: `The token is valid and has every scope except this one. ${needsHeader}`,
    inService: '`--token-env` for the other scope, or client credentials',
    parameters: scopeParameters,
    plan(plan, given) {
      plan.kind = 'lacking'
      addScope(plan.lacks, given.scope)
    },
  }),
  tokenIsInvalid: defineKind('the token is invalid', 'invalid', {
    description: `The token is unknown to the API. ${needsHeader}`,
    inService: 'a token that was never issued',
  }),
  tokenIsExpired: defineKind('the token is expired', 'expired', {
    description: `The token has expired. ${needsHeader}`,
    inService: '`--token-env expired=VARIABLE`',
  }),
  noCredential: defineKind('no credential', 'none', {
    description: 'The request is sent without `Authorization`, even if the pact has it',
    inService: 'the same as in the mock',
  }),
} as const
