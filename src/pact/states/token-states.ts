import * as z from 'zod/mini'
import type { Scope } from '../../contract/scopes.js'
import type { CredentialPlan } from './credential-plan.js'
import { SetupProblem } from '../verification/problem.js'
import { defineState, type Scene, type StateValues } from './definition.js'
import { scope } from './parameters.js'

const needsHeader = 'The request in the pact must carry `Authorization`.'

/** A state about the credential. It changes what the gateway sends, so it is the same for every target. */
function aToken<Shape extends z.ZodMiniObject>(state: {
  readonly name: string
  readonly form?: string
  readonly description: string
  readonly inService: string
  readonly parameters: Shape
  readonly plan: (plan: CredentialPlan, parameters: z.output<Shape>) => void
}) {
  const apply = async ({ scene }: { readonly scene: Scene }, parameters: z.output<Shape>) => {
    change(scene.credential, (plan) => state.plan(plan, parameters))
    return {}
  }
  return defineState({
    name: state.name,
    forms: state.form === undefined ? [] : [state.form],
    description: `${state.description}. ${needsHeader}`,
    parameters: state.parameters,
    returns: {},
    inService: state.inService,
    onMock: apply,
    onService: apply,
  })
}

/** Lets a state change the plan. @throws SetupProblem When another state has asked for the contrary. */
function change(plan: CredentialPlan, run: (plan: CredentialPlan) => void): void {
  const { kind, asked } = plan
  run(plan)
  plan.asked = true
  const ofScopes = new Set<CredentialPlan['kind']>(['valid', 'lacking'])
  if (!asked || kind === plan.kind || (ofScopes.has(kind) && ofScopes.has(plan.kind))) return
  throw new SetupProblem('it contradicts the state about the token before it')
}

const ofScope = z.strictObject({ scope })
const none = z.strictObject({})

async function withoutCredential({ scene }: { readonly scene: Scene }): Promise<StateValues> {
  change(scene.credential, (plan) => void (plan.kind = 'none'))
  return {}
}

function add(set: Set<Scope>, given: Scope | undefined): void {
  if (given !== undefined) set.add(given)
}

export const tokenStates = {
  tokenHasScope: aToken({
    name: 'the token has scope',
    form: 'the token has scope {scope}',
    description: 'The token is good and has exactly this scope, and those of other such states',
    inService: '`--token SCOPE=ENVVAR`, or the client credentials',
    parameters: ofScope,
    plan(plan, given) {
      if (plan.kind !== 'lacking') plan.kind = 'valid'
      add(plan.has, given.scope)
    },
  }),
  tokenLacksScope: aToken({
    name: 'the token lacks scope',
    form: 'the token lacks scope {scope}',
    description: 'The token is good, and has every scope but this',
    inService: '`--token` of the other scope, or the client credentials',
    parameters: ofScope,
    plan(plan, given) {
      plan.kind = 'lacking'
      add(plan.lacks, given.scope)
    },
  }),
  tokenIsInvalid: aToken({
    name: 'the token is invalid',
    description: 'The token is one that the API does not know',
    inService: 'a token that nobody has issued',
    parameters: none,
    plan: (plan) => void (plan.kind = 'invalid'),
  }),
  tokenIsExpired: aToken({
    name: 'the token is expired',
    description: 'The token was good once',
    inService: '`--token expired=ENVVAR`',
    parameters: none,
    plan: (plan) => void (plan.kind = 'expired'),
  }),
  noCredential: defineState({
    name: 'no credential',
    forms: [],
    description: 'The request is sent without `Authorization`, even where the one in the pact carries it',
    parameters: none,
    returns: {},
    inService: 'the same',
    onMock: withoutCredential,
    onService: withoutCredential,
  }),
} as const
