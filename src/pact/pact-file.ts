import { isMembers } from '../contract/members.js'
import { shown } from '../contract/settings.js'
import { SetupProblem } from './problem.js'

/** A state that an interaction names. */
export interface NamedState {
  readonly name: string
  readonly parameters: { readonly [name: string]: unknown }
}

/** What of an interaction is needed beside what the verifier does with it. */
export interface PactInteraction {
  /** Unique in a run. */
  readonly id: string
  readonly consumer: string
  readonly provider: string
  readonly description: string
  readonly states: readonly NamedState[]
  readonly pending: boolean
  /** Whether the request carries a credential. */
  readonly authorized: boolean
  /** The response as the pact has it, to say what was expected. */
  readonly response: ExpectedResponse
}

/** The part of an expected response that a mismatch can be about. */
export interface ExpectedResponse {
  readonly status: unknown
  readonly headers: { readonly [name: string]: unknown }
  readonly body: unknown
  /** Values of the body that a state gives, as `fromProviderState` has them: expressions by JSON path. */
  readonly fromStates: ReadonlyMap<string, string>
}

/** A pact, and its interactions. */
export interface Pact {
  readonly consumer: string
  readonly provider: string
  readonly interactions: readonly PactInteraction[]
  /** The document for the verifier: as it was, with an id and a first state in each interaction. */
  readonly document: object
}

type Json = { readonly [name: string]: unknown }

/** The state that tells the gateway which interaction begins. */
export const MARKER = 'conmock: interaction'

function statesOf(interaction: Json): NamedState[] {
  const list = interaction['providerStates']
  if (Array.isArray(list)) {
    return list.flatMap((state: unknown) =>
      isMembers(state) && typeof state['name'] === 'string'
        ? [{ name: state['name'], parameters: isMembers(state['params']) ? state['params'] : {} }]
        : [],
    )
  }
  const single = interaction['providerState'] ?? interaction['provider_state'] ?? list
  return typeof single === 'string' && single !== '' ? [{ name: single, parameters: {} }] : []
}

/** A body as its JSON: V4 wraps it. */
function bodyOf(response: Json): unknown {
  const { body } = response
  if (isMembers(body) && 'content' in body && 'contentType' in body) return body['content']
  return body
}

/** The expressions of the provider states in a response's body, by their place. One of many places is left out. */
function expressionsIn(response: Json): Map<string, string> {
  const generators = Object.entries(memberOf(memberOf(response, 'generators'), 'body'))
  const expressions = generators.flatMap(([place, generator]) =>
    isMembers(generator) && generator['type'] === 'ProviderState' && !place.includes('*')
      ? [[place, String(generator['expression'])] as const]
      : [],
  )
  return new Map(expressions)
}

function memberOf(value: unknown, name: string): Json {
  const member = isMembers(value) ? value[name] : undefined
  return isMembers(member) ? member : {}
}

function nameOf(pact: Json, role: 'consumer' | 'provider', source: string): string {
  const { name } = memberOf(pact, role)
  if (typeof name === 'string' && name !== '') return name
  throw new SetupProblem(`${source} is not a pact: $.${role}.name is missing`)
}

function refuseOthers(pact: Json, source: string): void {
  const { version } = memberOf(memberOf(pact, 'metadata'), 'pactSpecification')
  if (typeof version === 'string' && !/^[1-4](\.|$)/.test(version)) {
    throw new SetupProblem(
      `${source}: pacts of specification ${version} cannot be verified, only those of 2, 3 and 4`,
    )
  }
  if (Array.isArray(pact['messages'])) {
    throw new SetupProblem(`${source}: holds messages, and only HTTP interactions can be verified`)
  }
}

function readInteraction(value: unknown, place: string): Json {
  if (!isMembers(value)) throw new SetupProblem(`${place} is not an object`)
  const { type } = value
  if (type !== undefined && type !== 'Synchronous/HTTP') {
    throw new SetupProblem(`${place} is of type "${shown(type)}"; only HTTP interactions can be verified`)
  }
  const missing = ['request', 'response'].find((name) => !isMembers(value[name]))
  if (missing !== undefined) throw new SetupProblem(`${place}.${missing} is missing`)
  if (typeof value['description'] !== 'string') throw new SetupProblem(`${place}.description is missing`)
  return value
}

/**
 * Reads a pact.
 *
 * @param source Where it comes from, for messages.
 * @param idPrefix Makes the ids of its interactions unique, where it brings none.
 * @throws SetupProblem When it is not a pact, is empty, or holds what cannot be verified.
 */
export function readPact(document: unknown, source: string, idPrefix: string): Pact {
  if (!isMembers(document)) throw new SetupProblem(`${source} is not a pact: not a JSON object`)
  const consumer = nameOf(document, 'consumer', source)
  const provider = nameOf(document, 'provider', source)
  refuseOthers(document, source)
  const list = document['interactions']
  if (!Array.isArray(list) || list.length === 0) {
    throw new SetupProblem(`${source} is an empty pact: there is no interaction in it`)
  }
  const prepared = list.map((value: unknown, index) => {
    const json = readInteraction(value, `${source}: $.interactions[${index}]`)
    const id = typeof json['_id'] === 'string' ? json['_id'] : `${idPrefix}${index + 1}`
    return { id, json, states: statesOf(json) }
  })
  const interactions = prepared.map(({ id, json, states }): PactInteraction => {
    const response = memberOf(json, 'response')
    return {
      id,
      consumer,
      provider,
      description: json['description'] as string,
      states,
      pending: json['pending'] === true,
      authorized: Object.keys(memberOf(memberOf(json, 'request'), 'headers')).some(
        (name) => name.toLowerCase() === 'authorization',
      ),
      response: {
        status: response['status'],
        headers: memberOf(response, 'headers'),
        body: bodyOf(response),
        fromStates: expressionsIn(response),
      },
    }
  })
  return {
    consumer,
    provider,
    interactions,
    document: { ...document, interactions: prepared.map(withMarker) },
  }
}

function withMarker({ id, json, states }: { id: string; json: Json; states: readonly NamedState[] }): object {
  const { providerState: _, provider_state: __, ...rest } = json
  const given = states.map(({ name, parameters }) => ({ name, params: parameters }))
  return { ...rest, _id: id, providerStates: [{ name: MARKER, params: { id } }, ...given] }
}
