import { isPlainObject } from '../../contract/plain-object.js'
import { shown } from '../../contract/settings.js'
import { checkRequest, checkResponse } from './pact-message.js'
import { SetupProblem } from '../verification/problem.js'

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
  /** The file, or the address at the broker. */
  readonly pact: string
  /** Method and path, as the pact has them. */
  readonly request: string
  /** The response as the pact has it, to say what was expected. */
  readonly response: ExpectedResponse
}

/** The part of an expected response that a mismatch can be about. */
interface ExpectedResponse {
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

/** What stands for the credential of a request. */
const PLACEHOLDER = 'Bearer placeholder'

type Json = { readonly [name: string]: unknown }

/** The state that tells the gateway which interaction begins. */
export const MARKER = 'conmock: interaction'

function readState(value: unknown, place: string): NamedState {
  const { name, params = {} } = isPlainObject(value) ? value : {}
  if (typeof name !== 'string' || name === '') throw new SetupProblem(`${place} is no state: it has no name`)
  if (isPlainObject(value) && 'parameters' in value) {
    throw new SetupProblem(`${place}.parameters means nothing; parameters are in "params"`)
  }
  if (params === null) return { name, parameters: {} }
  if (isPlainObject(params)) return { name, parameters: params }
  throw new SetupProblem(`${place}.params must be an object`)
}

/** The states of an interaction, in every form that versions 2, 3 and 4 have. What cannot be read is not passed over. */
function statesOf(interaction: Json, place: string): NamedState[] {
  const list = interaction['providerStates'] ?? []
  if ('provider_states' in interaction) {
    throw new SetupProblem(`${place}.provider_states means nothing; states are in "providerStates"`)
  }
  const single = interaction['providerState'] ?? interaction['provider_state'] ?? null
  if (typeof list === 'string') return list === '' ? [] : [{ name: list, parameters: {} }]
  if (!Array.isArray(list)) throw new SetupProblem(`${place}.providerStates must be a list`)
  if (list.length > 0) {
    if (single !== null && single !== '') {
      throw new SetupProblem(`${place} has both providerStates and providerState; one of them is passed over`)
    }
    return list.map((state: unknown, index) => readState(state, `${place}.providerStates[${index}]`))
  }
  if (single === null || single === '') return []
  if (typeof single === 'string') return [{ name: single, parameters: {} }]
  throw new SetupProblem(`${place}.providerState must be a text`)
}

/** A body as its JSON: V4 wraps it. */
function bodyOf(response: Json): unknown {
  const { body } = response
  if (isPlainObject(body) && 'content' in body && 'contentType' in body) return body['content']
  return body
}

/** The expressions of the provider states in a response's body, by their place. One of many places is left out. */
function expressionsIn(response: Json): Map<string, string> {
  const generators = Object.entries(memberOf(memberOf(response, 'generators'), 'body'))
  const expressions = generators.flatMap(([place, generator]) =>
    isPlainObject(generator) && generator['type'] === 'ProviderState' && !place.includes('*')
      ? [[place, String(generator['expression'])] as const]
      : [],
  )
  return new Map(expressions)
}

function memberOf(value: unknown, name: string): Json {
  const member = isPlainObject(value) ? value[name] : undefined
  return isPlainObject(member) ? member : {}
}

function nameOf(pact: Json, role: 'consumer' | 'provider', source: string): string {
  const { name } = memberOf(pact, role)
  if (typeof name === 'string' && name !== '') return name
  throw new SetupProblem(`${source} is not a pact: $.${role}.name is missing`)
}

/** The version of the specification; 2 where none is given, for those of old gave none. */
function versionOf(pact: Json, source: string): number {
  const metadata = memberOf(pact, 'metadata')
  const { version = metadata['pactSpecificationVersion'] ?? '2' } = {
    ...memberOf(metadata, 'pact-specification'),
    ...memberOf(metadata, 'pactSpecification'),
  }
  const [, major] = /^([1-4])(?:\.|$)/.exec(String(version)) ?? []
  if (major === undefined) {
    throw new SetupProblem(
      `${source}: pacts of specification ${shown(version)} cannot be verified, only those of 2, 3 and 4`,
    )
  }
  if (Array.isArray(pact['messages'])) {
    throw new SetupProblem(`${source}: holds messages, and only HTTP interactions can be verified`)
  }
  return Number(major)
}

function readInteraction(value: unknown, place: string, version: number): Json {
  if (!isPlainObject(value)) throw new SetupProblem(`${place} is not an object`)
  const { type } = value
  if (type !== undefined && type !== 'Synchronous/HTTP') {
    throw new SetupProblem(`${place} is of type "${shown(type)}"; only HTTP interactions can be verified`)
  }
  const missing = ['request', 'response'].find((name) => !isPlainObject(value[name]))
  if (missing !== undefined) throw new SetupProblem(`${place}.${missing} is missing`)
  if (typeof value['description'] !== 'string') throw new SetupProblem(`${place}.description is missing`)
  checkRequest(memberOf(value, 'request'), `${place}.request`, version)
  checkResponse(memberOf(value, 'response'), `${place}.response`, version)
  return value
}

/** The id of an interaction in a run. */
export function idFor(prefix: string, index: number): string {
  return `${prefix}${index + 1}`
}

/**
 * Reads a pact.
 *
 * @param source Where it comes from, for messages.
 * @param idPrefix Begins the ids of its interactions, which are ours: those of a broker may occur in several pacts.
 * @throws SetupProblem When it is not a pact, is empty, or holds what cannot be verified.
 */
export function readPact(document: unknown, source: string, idPrefix: string): Pact {
  if (!isPlainObject(document)) throw new SetupProblem(`${source} is not a pact: not a JSON object`)
  const consumer = nameOf(document, 'consumer', source)
  const provider = nameOf(document, 'provider', source)
  const version = versionOf(document, source)
  const list = document['interactions']
  if (!Array.isArray(list) || list.length === 0) {
    throw new SetupProblem(`${source} is an empty pact: there is no interaction in it`)
  }
  const prepared = list.map((value: unknown, index) => {
    const place = `${source}: $.interactions[${index}]`
    const json = readInteraction(value, place, version)
    return { id: idFor(idPrefix, index), json, states: statesOf(json, place) }
  })
  const interactions = prepared.map(({ id, json, states }): PactInteraction => {
    const response = memberOf(json, 'response')
    return {
      id,
      consumer,
      provider,
      description: json['description'] as string,
      pact: source,
      request: describeRequest(memberOf(json, 'request')),
      states,
      pending: json['pending'] === true,
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

function describeRequest({ method, path }: Json): string {
  return `${String(method).toUpperCase()} ${String(path)}`
}

function isAuthorization(name: string): boolean {
  return name.toLowerCase() === 'authorization'
}

/** The request without the credential that the pact has: another is sent, and the verifier prints what it is given. */
function withoutCredential(request: Json): Json {
  const headers = Object.entries(memberOf(request, 'headers')).map(([name, value]) => {
    if (!isAuthorization(name)) return [name, value]
    return [name, Array.isArray(value) ? [PLACEHOLDER] : PLACEHOLDER]
  })
  const generators = memberOf(request, 'generators')
  const ofHeaders = Object.entries(memberOf(generators, 'header')).filter(([name]) => !isAuthorization(name))
  return {
    ...request,
    ...('headers' in request ? { headers: Object.fromEntries(headers) as Json } : {}),
    ...('header' in generators
      ? { generators: { ...generators, header: Object.fromEntries(ofHeaders) } }
      : {}),
  }
}

function withMarker({ id, json, states }: { id: string; json: Json; states: readonly NamedState[] }): object {
  const { providerState: _, provider_state: __, ...rest } = json
  const given = states.map(({ name, parameters }) => ({ name, params: parameters }))
  return {
    ...rest,
    _id: id,
    providerStates: [{ name: MARKER, params: { id } }, ...given],
    request: withoutCredential(memberOf(json, 'request')),
  }
}
