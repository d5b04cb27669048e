import { findFiles } from '../../node/find-files.js'
import { readJson } from '../../node/json-file.js'
import { isPlainObject, parseJson, readMember, type PlainObject } from '../../common/plain-object.js'
import { asText, preview } from '../../common/text.js'
import { SetupProblem } from '../../common/errors.js'
import { check, describeUnknown, toProblem, unknownFields } from '../../common/validate.js'
import { pactSchema, type InteractionJson } from './pact-schema.js'
import { parseExactly } from '../common/exact-json.js'
import { readAuthorization, forVerifier, hasMediaTypeRule, isReplaced, isWrapped } from './verifier-document.js'
import {
  readBodyRules,
  findUnusableRule,
  readStateExpressions,
  readStatusMatchers,
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
  /** Why the verifier cannot read this interaction. It does not get it. */
  readonly unusable?: string
  /** The file. */
  readonly pact: string
  readonly request: ExpectedRequest
  readonly response: ExpectedResponse
  /** The interaction for the verifier, with the changes of `forVerifier`. */
  readonly json: PlainObject
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
  /** Whether a matching rule is for the media type. */
  readonly hasMediaTypeRule: boolean
  readonly body: unknown
  readonly rules: readonly BodyRule[]
  readonly fromStates: readonly StateExpression[]
}

export interface Pact {
  readonly consumer: string
  readonly provider: string
  readonly interactions: readonly PactInteraction[]
  /** The other members of the file. */
  readonly document: PlainObject
}

/** Reads the states of an interaction, in the forms of versions 2, 3 and 4. */
function readStates({ providerStates, providerState, provider_state: old }: InteractionJson): NamedState[] {
  if (Array.isArray(providerStates) && providerStates.length > 0) {
    return providerStates.map(({ name, params }) => ({ name, parameters: isPlainObject(params) ? params : {} }))
  }
  const name = typeof providerStates === 'string' ? providerStates : (providerState ?? old ?? '')
  return name === '' ? [] : [{ name, parameters: {} }]
}

function parsedText(body: unknown, encoding?: 'base64'): unknown {
  if (typeof body !== 'string') return body
  const json = parseJson(Buffer.from(body, encoding).toString('utf8'), parseExactly)
  return json === undefined ? body : json
}

/** Returns the JSON of a body. In version 4, it is wrapped and may be in base64. In version 3, it may be a string of JSON. */
function readBody({ body }: PlainObject): unknown {
  if (!isWrapped(body)) return parsedText(body)
  const { content, encoded } = body
  return parsedText(content, encoded === 'base64' || encoded === true ? 'base64' : undefined)
}

/** Reads the version of the Pact specification. Old pacts without a version have version 2. */
function readVersion(pact: PlainObject, source: string): number {
  const metadata = readMember(pact, 'metadata')
  const { version = metadata['pactSpecificationVersion'] ?? '2' } = {
    ...readMember(metadata, 'pact-specification'),
    ...readMember(metadata, 'pactSpecification'),
  }
  const [, major] = /^([1-4])(?:\.|$)/.exec(asText(version)) ?? []
  if (major === undefined) {
    throw new SetupProblem(
      `${source}: unsupported version of the Pact specification: ${preview(version)}; supported versions: 2, 3 and 4`,
    )
  }
  return Number(major)
}

/** Names of fields below this depth belong to a part of an interaction, where the verifier ignores unknown ones. */
const PART_DEPTH = 4

/** @throws SetupProblem For the first thing in a pact that cannot be verified, or that the verifier would ignore or misread. */
function checkPact(document: unknown, source: string): PlainObject {
  const schema = pactSchema(isPlainObject(document) ? readVersion(document, source) : 4)
  const unknown = unknownFields(schema, document).filter(({ path }) => path.length >= PART_DEPTH)
  const [problem] = [...unknown.map(describeUnknown), ...check(schema, document).issues.map(toProblem)]
  if (problem) throw new SetupProblem(`${source}: ${problem.path}: ${problem.reason}`)
  return document as PlainObject
}

/** Returns why the verifier could not read an interaction. */
function whyUnusable({ request, response }: InteractionJson): string | undefined {
  const rule = [findUnusableRule(request), findUnusableRule(response)].find((why) => why !== undefined)
  return rule === undefined ? undefined : `the verifier cannot read a matching rule: ${rule}`
}

/** @throws SetupProblem If it is not a pact, is empty, or contains something that cannot be verified. */
function readPact(document: unknown, source: string, idPrefix: string): Pact {
  const { messages: _, interactions, ...rest } = checkPact(document, source)
  const [consumer, provider] = (['consumer', 'provider'] as const).map((party) =>
    String(readMember(rest, party)['name']),
  ) as [string, string]
  const read = (interactions as readonly InteractionJson[]).map((json, index): PactInteraction => {
    const id = `${idPrefix}${index + 1}`
    const { request, response } = json
    const unusable = whyUnusable(json)
    return {
      id,
      consumer,
      provider,
      description: json.description,
      pact: source,
      states: readStates(json),
      pending: (json as PlainObject)['pending'] === true,
      ...(unusable === undefined ? {} : { unusable }),
      request: {
        method: request.method.toUpperCase(),
        path: request.path,
        authorization: readAuthorization(request),
        fromStates: readStateExpressions(request).filter((each) => !isReplaced(request, each)),
      },
      response: {
        status: response.status,
        statusMatchers: readStatusMatchers(response),
        headers: response.headers ?? {},
        hasMediaTypeRule: hasMediaTypeRule(response),
        body: readBody(response),
        rules: readBodyRules(response, readBody(response)),
        fromStates: readStateExpressions(response),
      },
      json: forVerifier(id, json),
    }
  })
  return { consumer, provider, interactions: read, document: rest }
}

/** @throws SetupProblem If an argument matches no file, or a file is not a pact that can be verified. */
export async function readPacts(names: string | readonly string[]): Promise<Pact[]> {
  const files = await findFiles([names].flat(), 'pact')
  return files.map(({ file, shown }, index) =>
    readPact(readJson(file, shown, parseExactly), shown, `${index + 1}.`),
  )
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${preview(name)}"`).join(', ')
}

/**
 * @param notes Gets a line about the pacts that are left out.
 * @throws SetupProblem If there is no pact of this provider, or if there are several providers and no name.
 */
export function ofProvider(
  pacts: readonly Pact[],
  wanted: string | undefined,
  notes: string[],
): readonly Pact[] {
  const names = [...new Set(pacts.map(({ provider }) => provider))]
  if (wanted === undefined) {
    if (names.length === 1) return pacts
    throw new SetupProblem(
      `the pacts have several providers (${quoted(names)}); select one with "provider" (--provider)`,
    )
  }
  const found = pacts.filter(({ provider }) => provider === wanted)
  if (found.length === 0) {
    throw new SetupProblem(`no pact found for the provider "${preview(wanted)}"; the pacts are for ${quoted(names)}`)
  }
  const others = names.filter((name) => name !== wanted)
  if (others.length > 0)
    notes.push(`left out: the pacts of ${quoted(others)}, because only "${preview(wanted)}" is verified`)
  return found
}
