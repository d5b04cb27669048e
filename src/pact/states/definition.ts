import type * as z from 'zod/mini'
import type { Scope } from '../../contract/scopes.js'
import type { RoleList } from '../../contract/resources.js'
import type { MockCore } from '../../mock/create-mock.js'
import type { CredentialPlan } from './credential-plan.js'
import type { Fixtures } from './fixtures.js'

/** What a state gives back; `fromProviderState` in a pact takes its values from here. */
export type StateValues = { readonly [name: string]: string | number | boolean | null }

/** A state that cannot be brought about in this target. It is reported, and never counted as verified. */
export class StateUnavailable extends Error {
  override readonly name = 'StateUnavailable'
}

/** A real service does not do what the specification says, as a look-up has shown. It is reported as broken. */
export class SpecificationBroken extends Error {
  override readonly name = 'SpecificationBroken'
}

/** What the states of one interaction share: which user it is about, and which credential it asks for. */
export interface Scene {
  /** The user whom the states before this one were about. */
  userId?: string
  /** All users whom they were about. */
  readonly users: Set<string>
  /** The user whom the request is about, for states that name none. */
  readonly requestedUserId?: string | undefined
  readonly credential: CredentialPlan
}

/** Where the states of the mock are brought about. */
export interface MockStage {
  readonly mock: MockCore
  readonly scene: Scene
}

/** A real service: its states can be looked at, and not changed. */
export interface ServiceStage {
  readonly fixtures: Fixtures
  readonly scene: Scene
  /**
   * The body of a successful GET with a token of this scope.
   *
   * @throws StateUnavailable When the caller has no such token.
   * @throws SetupProblem When the service does not answer with JSON and a status of success.
   */
  get(path: string, scope: Scope): Promise<unknown>
}

/** The answer to a request of a page of roles, from either target. */
export type PageOf = (cursor: string | undefined) => Promise<RoleList>

/** One provider state: its name, its parameters, and how it is brought about. */
export interface StateDefinition {
  readonly name: string
  /** Texts that mean the same with the parameters in them, for pacts that cannot give parameters (V2). */
  readonly forms: readonly string[]
  readonly description: string
  readonly parameters: z.ZodMiniObject
  readonly returns: { readonly [name: string]: string }
  /** How it is found in a real service, in words for the documentation. */
  readonly inService: string
  readonly onMock: (stage: MockStage, parameters: never) => Promise<StateValues>
  readonly onService: (stage: ServiceStage, parameters: never) => Promise<StateValues>
}

/** What a consumer writes: `given(...providerStates.volunteerExists({ userId: '42' }))`. */
export type GivenState = [name: string, parameters: { [name: string]: string | number }]

/** A provider state: returns its name and its parameters, as `given()` of `@pact-foundation/pact` takes them. */
export type ProviderState<Parameters> = (parameters?: Parameters) => GivenState

/** A state with its definition, which the users of the state do not see. */
export type DefinedState<Parameters> = ProviderState<Parameters> & { readonly definition: StateDefinition }

type Typed<Shape extends z.ZodMiniObject> = {
  readonly [Key in keyof StateDefinition]: Key extends 'parameters'
    ? Shape
    : Key extends 'onMock'
      ? (stage: MockStage, parameters: z.output<Shape>) => Promise<StateValues>
      : Key extends 'onService'
        ? (stage: ServiceStage, parameters: z.output<Shape>) => Promise<StateValues>
        : StateDefinition[Key]
}

/** Makes a state, with the types of its parameters. */
export function defineState<Shape extends z.ZodMiniObject>(
  definition: Typed<Shape>,
): DefinedState<z.input<Shape>> {
  const given = (parameters: object = {}): GivenState => {
    const entries = Object.entries(parameters).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value === null ? 'null' : (value as string | number)] as const],
    )
    return [definition.name, Object.fromEntries(entries)]
  }
  return Object.freeze(Object.assign(given, { definition: Object.freeze(definition) }))
}
