import { isPlainObject, memberOf, type PlainObject } from '../../common/plain-object.js'
import { preview } from '../../common/text.js'
import { SetupProblem } from '../common/problem.js'
import { checkRequest, checkResponse } from './pact-message.js'
import { parseExactly, unreadableIn } from '../common/exact-json.js'
import { authorizationOf, forVerifier, isReplaced, isWrapped } from './verifier-document.js'
import {
  bodyRulesOf,
  matcherNames,
  stateExpressionsOf,
  type BodyRule,
  type StateExpression,
} from './rules.js'

export interface NamedState {
  readonly name: string
  readonly parameters: PlainObject
}

/** An interaction of a pact: the parts that conmock itself needs. */
export interface PactInteraction {
  readonly id: string
  readonly consumer: string
  readonly provider: string
  readonly description: string
  readonly states: readonly NamedState[]
  readonly pending: boolean
  /** The file. */
  readonly pact: string
  readonly request: ExpectedRequest
  readonly response: ExpectedResponse
}

interface ExpectedRequest {
  readonly method: string
  readonly path: string
  /** The value of the Authorization header. Several values are joined with commas. */
  readonly authorization: string | undefined
  readonly fromStates: readonly StateExpression[]
}

interface ExpectedResponse {
  readonly status: number
  /** The names of the matchers for the status. */
  readonly statusMatchers: readonly string[]
  readonly headers: PlainObject
  readonly body: unknown
  readonly rules: readonly BodyRule[]
  readonly fromStates: readonly StateExpression[]
}

export interface Pact {
  readonly consumer: string
  readonly provider: string
  readonly interactions: readonly PactInteraction[]
  /** The pact for the verifier, with the changes of `forVerifier` in each interaction. */
  readonly document: PlainObject
}

function readState(value: unknown, place: string): NamedState {
  const { name, params } = isPlainObject(value) ? value : {}
  if (typeof name !== 'string' || name === '') throw new SetupProblem(`${place}.name is missing`)
  if (isPlainObject(value) && 'parameters' in value) {
    throw new SetupProblem(`${place}.parameters does not exist in a pact; use "params"`)
  }
  // PHP writes an empty object as an empty list.
  const isEmpty = params === undefined || params === null || (Array.isArray(params) && params.length === 0)
  if (isEmpty) return { name, parameters: {} }
  if (isPlainObject(params)) return { name, parameters: params }
  throw new SetupProblem(`${place}.params must be an object`)
}

/** Reads the states of an interaction, in the forms of versions 2, 3 and 4. @throws SetupProblem For any other form. */
function statesOf(interaction: PlainObject, place: string): NamedState[] {
  const list = interaction['providerStates'] ?? []
  if ('provider_states' in interaction) {
    throw new SetupProblem(`${place}.provider_states does not exist in a pact; use "providerStates"`)
  }
  const single = interaction['providerState'] ?? interaction['provider_state'] ?? null
  if (typeof list === 'string') return list === '' ? [] : [{ name: list, parameters: {} }]
  if (!Array.isArray(list)) throw new SetupProblem(`${place}.providerStates must be a list`)
  if (list.length > 0) {
    if (single !== null && single !== '') {
      throw new SetupProblem(`${place} has both providerStates and providerState; remove one of them`)
    }
    return list.map((state: unknown, index) => readState(state, `${place}.providerStates[${index}]`))
  }
  if (single === null || single === '') return []
  if (typeof single === 'string') return [{ name: single, parameters: {} }]
  throw new SetupProblem(`${place}.providerState must be a string`)
}

function parsedText(body: unknown, encoding?: 'base64'): unknown {
  if (typeof body !== 'string') return body
  try {
    return parseExactly(Buffer.from(body, encoding).toString('utf8'))
  } catch {
    return body
  }
}

/** Returns the JSON of a body. In version 4, it is wrapped and may be in base64. In version 3, it may be a string of JSON. */
function bodyOf({ body }: PlainObject): unknown {
  if (!isWrapped(body)) return parsedText(body)
  const { content, encoded } = body
  return parsedText(content, encoded === 'base64' || encoded === true ? 'base64' : undefined)
}

function nameOf(pact: PlainObject, role: 'consumer' | 'provider', source: string): string {
  const { name } = memberOf(pact, role)
  if (typeof name === 'string' && name !== '') return name
  throw new SetupProblem(`${source} is not a pact: $.${role}.name is missing`)
}

/** Reads the version of the Pact specification. Old pacts without a version have version 2. */
function versionOf(pact: PlainObject, source: string): number {
  const metadata = memberOf(pact, 'metadata')
  const { version = metadata['pactSpecificationVersion'] ?? '2' } = {
    ...memberOf(metadata, 'pact-specification'),
    ...memberOf(metadata, 'pactSpecification'),
  }
  const [, major] = /^([1-4])(?:\.|$)/.exec(preview(version)) ?? []
  if (major === undefined) {
    throw new SetupProblem(
      `${source}: unsupported version of the Pact specification: ${preview(version)}; supported versions: 2, 3 and 4`,
    )
  }
  const { messages } = pact
  if (Array.isArray(messages) && messages.length > 0) {
    throw new SetupProblem(`${source} contains messages; only HTTP interactions can be verified`)
  }
  return Number(major)
}

function checkInteraction(value: unknown, place: string, version: number): PlainObject {
  if (!isPlainObject(value)) throw new SetupProblem(`${place} is not an object`)
  const { type } = value
  if (type !== undefined && type !== 'Synchronous/HTTP') {
    throw new SetupProblem(`${place} is of type "${preview(type)}"; only HTTP interactions can be verified`)
  }
  const missing = ['request', 'response'].find((name) => !isPlainObject(value[name]))
  if (missing !== undefined) throw new SetupProblem(`${place}.${missing} is missing`)
  if (typeof value['description'] !== 'string') throw new SetupProblem(`${place}.description is missing`)
  const unreadable = unreadableIn(value)
  if (unreadable) throw new SetupProblem(`${place}${unreadable.path}: ${unreadable.reason}`)
  checkRequest(memberOf(value, 'request'), `${place}.request`, version)
  checkResponse(memberOf(value, 'response'), `${place}.response`, version)
  // The verifier ignores an interaction without a type.
  if (version === 4 && type === undefined) {
    throw new SetupProblem(`${place}.type is missing; version 4 needs "type": "Synchronous/HTTP"`)
  }
  return value
}

/** @throws SetupProblem If it is not a pact, is empty, or contains something that cannot be verified. */
export function readPact(document: unknown, source: string, idPrefix: string): Pact {
  if (!isPlainObject(document)) throw new SetupProblem(`${source} is not a pact: it is not a JSON object`)
  const consumer = nameOf(document, 'consumer', source)
  const provider = nameOf(document, 'provider', source)
  const version = versionOf(document, source)
  const list = document['interactions']
  if (!Array.isArray(list) || list.length === 0) {
    throw new SetupProblem(`${source} is an empty pact: it has no interactions`)
  }
  const { messages: _, ...rest } = document
  const read = list.map((value: unknown, index) => {
    const place = `${source}: $.interactions[${index}]`
    const json = checkInteraction(value, place, version)
    const [request, response] = [memberOf(json, 'request'), memberOf(json, 'response')]
    const interaction: PactInteraction = {
      id: `${idPrefix}${index + 1}`,
      consumer,
      provider,
      description: json['description'] as string,
      pact: source,
      states: statesOf(json, place),
      pending: json['pending'] === true,
      request: {
        method: String(request['method']).toUpperCase(),
        path: String(request['path']),
        authorization: authorizationOf(request),
        fromStates: stateExpressionsOf(request).filter((each) => !isReplaced(request, each)),
      },
      response: {
        status: response['status'] as number,
        statusMatchers: matcherNames(memberOf(memberOf(response, 'matchingRules'), 'status')),
        headers: memberOf(response, 'headers'),
        body: bodyOf(response),
        rules: bodyRulesOf(response, bodyOf(response)),
        fromStates: stateExpressionsOf(response),
      },
    }
    return { interaction, document: forVerifier(interaction.id, json) }
  })
  return {
    consumer,
    provider,
    interactions: read.map(({ interaction }) => interaction),
    document: { ...rest, interactions: read.map((each) => each.document) },
  }
}
