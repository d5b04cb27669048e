import * as z from 'zod/mini'
import type { CompiledApi } from '../../contract/compile.js'
import type { MockCore } from '../../mock/mock-core.js'
import { SetupProblem } from '../../common/errors.js'

/** The values that a provider state returns, by name. `fromProviderState` in a pact reads them. */
export type StateValues = { readonly [name: string]: string | number | boolean | null }

/**
 * Throw this error if the target cannot have a provider state. With a real service, the interaction is `skipped`; that
 * only fails the run if everything for an operation is skipped. With the mock, it is a `problem`.
 *
 * @example
 * throw new StateUnavailableError('the service has no user without roles')
 */
export class StateUnavailableError extends Error {
  override readonly name = 'StateUnavailableError'
}

/** A list is too short for a state, but the service may have more than the look-up could read. */
export class ListMayGoOn extends StateUnavailableError {}

/** A fixture or a token of a real service was not given. The report lists the flags of all of them in one line. */
export class MissingFlagsError extends SetupProblem {
  readonly flags: readonly string[]

  constructor(message: string, flags: readonly string[]) {
    super(`${message}: ${flags.join(' ')}`)
    this.flags = flags
  }
}

/** What a state says about the token of an interaction. */
export interface TokenClaim {
  /** A `valid` token has the scope, a `lacking` token does not have it. */
  readonly kind: 'valid' | 'lacking' | 'invalid' | 'expired' | 'none'
  /** @default the scope that the operation needs */
  readonly scope?: string | undefined
}

/** The parameters of a path, by what states call them: `userId`. */
export interface PathIds {
  readonly [stateId: string]: string
}

/** What the states of one interaction share: the records that they are about, and the token. */
export interface InteractionContext {
  /** The ids of all records that states were about, in this order. */
  readonly ids: { [stateId: string]: string[] }
  /** The ids in the path of the request: the defaults for states without them. */
  readonly requestedIds: PathIds
  /** The values that the states have returned so far. */
  readonly values: StateValues
  /** The names of the values that the interaction uses. */
  readonly neededValues: readonly string[]
  /** The body of the response in the pact: what the interaction demands. */
  readonly expectedBody?: unknown
  /** What the states say about the token. Without any, it is valid. */
  readonly token: TokenClaim[]
}

export function createInteractionContext(
  given: Partial<Omit<InteractionContext, 'ids' | 'token'>> = {},
): InteractionContext {
  return { token: [], ids: {}, requestedIds: {}, values: {}, neededValues: [], ...given }
}

/** Notes that a state is about the record with this id. Returns whether an earlier state was, too. */
export function selectId({ ids }: InteractionContext, name: string, id: string): boolean {
  const all = (ids[name] ??= [])
  const isKnown = all.includes(id)
  all.push(id)
  return isKnown
}

/** What a state needs to read from any target. */
export interface ReadSetup {
  readonly api: CompiledApi
  readonly context: InteractionContext
  /**
   * Sends a request with a token of this scope and returns the JSON body of the response. It must not change anything.
   *
   * @param scope If it is `undefined`, any token will do.
   * @param request By default a GET request.
   * @throws MissingFlagsError If there is no such token.
   * @throws SetupProblem If the response is not JSON or its status is not 2xx.
   */
  readonly get: (
    path: string,
    scope: string | undefined,
    request?: { readonly method: string; readonly body?: unknown },
  ) => Promise<unknown>
}

export interface MockSetup extends ReadSetup {
  readonly mock: MockCore
}

/** Ids of records of a real service, by what they are for. */
export interface Fixtures {
  readonly [name: string]: string | undefined
}

/** The schemas of the fixtures of an API. */
export interface FixtureSchemas {
  readonly [name: string]: z.ZodMiniType
}

/** What a state needs to look itself up in a real service, which is never changed. */
export interface ServiceLookup extends ReadSetup {
  readonly fixtures: Fixtures
}

/** The second argument of your own provider states: the target that is verified. */
export type StateContextOf<Mock> =
  | {
      /** The mock is verified. */
      readonly target: 'mock'
      /** The mock: create and change records here. */
      readonly mock: Mock
      /** The mock answers in this process, so it has no URL. */
      readonly url: undefined
    }
  | {
      /** A real service is verified. */
      readonly target: 'service'
      /** A real service has no mock. */
      readonly mock: undefined
      /** The base URL of the service, without a slash at the end. */
      readonly url: string
    }

/** What states are set up in, or looked up in. */
export interface StateTarget {
  readonly pacts: {
    readonly api: CompiledApi
    /** The states of conmock by name. */
    readonly definitions: ReadonlyMap<string, StateDefinition>
  }
  readonly shown: StateContextOf<MockCore>
  readonly fixtures: Fixtures
  readonly get: ReadSetup['get']
}

export interface ValueNames {
  readonly [parameter: string]: string
}

export interface StateDefinition {
  readonly name: string
  readonly parameters: z.ZodMiniObject
  /** The values that the state returns, with a description of each. */
  readonly returns: { readonly [name: string]: string }
  /** The values that the state returns for parameters, by parameter: `{ id: 'badge.id' }`. By default, their names are the same. */
  readonly valueNames?: ValueNames | undefined
  /** How the state is found in a real service. The docs take all other words from the comments of `ProviderStates`. */
  readonly inService: string
  /** Whether the state is about records that exist. Without any, a run would show nothing about them. */
  readonly needsRecords?: boolean
  readonly onMock: (setup: MockSetup, parameters: never) => Promise<StateValues>
  readonly onService: (lookup: ServiceLookup, parameters: never) => Promise<StateValues>
}

/**
 * The arguments of `given()` in `@pact-foundation/pact`: the name of the state and its parameters.
 *
 * @example
 * given(...providerStates.volunteerExists({ userId: '42' }))
 */
export type GivenState = [name: string, parameters: { [name: string]: string | number }]

/** A function that returns the name and the parameters of a provider state, as the arguments of `given()`. */
export type ProviderState<Parameters> = (parameters?: Parameters) => GivenState

/** A provider state with its definition, which is not part of the public type. */
export type DefinedState<Parameters> = ProviderState<Parameters> & { readonly definition: StateDefinition }

/** Returns the schema of a fixture, which becomes a segment of a path. @param what What it is, for messages. */
export function fixtureSchema(what: string) {
  const message = `must be ${what}: a non-empty string, not "." or ".."`
  // A URL cannot have a segment of one or two dots: the request would be one for another path.
  return z.optional(z.string(message).check(z.regex(/^(?!\.{0,2}$)/, message)))
}

type Typed<Shape extends z.ZodMiniObject> = Omit<StateDefinition, 'parameters' | 'onMock' | 'onService'> & {
  readonly parameters: Shape
  readonly onMock: (setup: MockSetup, parameters: z.output<Shape>) => Promise<StateValues>
  readonly onService: (lookup: ServiceLookup, parameters: z.output<Shape>) => Promise<StateValues>
}

export function defineState<Shape extends z.ZodMiniObject>(
  definition: Typed<Shape>,
): DefinedState<z.input<Shape>> {
  const given = (parameters: object = {}): GivenState => {
    const entries = Object.entries(parameters).filter(([, value]) => value !== undefined)
    return [definition.name, Object.fromEntries(entries)]
  }
  return Object.freeze(Object.assign(given, { definition: Object.freeze(definition) }))
}

/** Pact inserts values into paths without encoding them, so an id has only unreserved characters (RFC 3986 §2.3). */
export const URL_SAFE = /^[A-Za-z0-9._~-]+$/

/** An id in the path of a request. */
export const pathId = z.optional(
  z
    .union([z.string(), z.pipe(z.number(), z.transform(String))])
    .check(
      z.refine(
        (id) => URL_SAFE.test(id),
        'expected only letters, digits and . _ ~ -, because the id is part of a path',
      ),
    ),
)

/** How an optional field without a value is returned: as `null`, or left out. */
export type NullOrAbsent = 'null' | 'absent' | undefined

export const nullOrAbsent = z.optional(z.enum(['null', 'absent']))
