import { getNames, type Coverage, type CoverageAnswer } from '../../coverage/coverage.js'
import type { CompiledApi } from '../../contract/compile.js'
import { isWithin } from '../../contract/fields.js'
import { neededFields, responseFields, type Needs } from '../../contract/needs.js'
import { encodeParams, fillPath, filterCase, type Operation } from '../../contract/operation.js'
import type { generalReasons } from '../../contract/refusal-reasons.js'
import { pluralize } from '../../common/text.js'
import type { PlainObject } from '../../common/plain-object.js'
import { fromState } from '../like/like-matchers.js'
import { createTemplate } from '../like/like-template.js'
import type { Entry, OperationInPacts, RecordedInteraction } from '../parts/entry.js'
import type { PactApi } from '../parts/pact-api.js'
import type { GivenState } from '../states/definition.js'
import { tokenStates } from '../states/token-states.js'
import { isEmpty, writeTemplate } from './pact-json.js'

/** An interaction that `conmock pact` can write. */
export interface CatalogueEntry extends Entry {
  readonly operation: Operation
  readonly row: OperationInPacts
}

/** How requests are refused because of their token, in the same way for every operation. */
function refusalsOfTokens(api: CompiledApi, { what, given }: OperationInPacts) {
  const { tokenIsInvalid, tokenIsExpired, tokenLacksScope } = tokenStates(api)
  const create = (how: string, ...states: readonly GivenState[]): RecordedInteraction => ({
    description: `a request for ${what} ${how}`,
    given: [...given, ...states],
  })
  return {
    missing_credential: { ...create('without a credential'), credential: false },
    invalid_token: create('with an unknown token', tokenIsInvalid()),
    expired_token: create('with an expired token', tokenIsExpired()),
    insufficient_scope: create('with a token of another scope', tokenLacksScope()),
  } satisfies { readonly [Code in keyof typeof generalReasons]: RecordedInteraction }
}

/** Returns all interactions that `conmock pact` can write. */
export function createCatalogue({ api, operations }: PactApi): CatalogueEntry[] {
  return api.operations.flatMap((operation) => {
    const row = operations[operation.id]
    if (!row || row.entries.length === 0) return []
    const refusals = Object.entries<RecordedInteraction>({ ...refusalsOfTokens(api, row), ...row.refusals })
    const entries = refusals.map(([code, refusal]): Entry => ({ cases: [code], interaction: () => refusal }))
    return [...row.entries, ...entries].map((entry) => ({ operation, row, ...entry }))
  })
}

/** Whether a response leads to an interaction. */
export function leadsTo({ operation, cases, except = [] }: CatalogueEntry, answer: CoverageAnswer): boolean {
  if (operation.id !== answer.operation) return false
  const names = getNames(answer)
  return cases.some((name) => names.includes(name)) && !except.some((name) => names.includes(name))
}

/** @param needs The fields that the consumer needs. Without it, the interaction demands all of its fields. */
function buildBody(
  api: CompiledApi,
  { operation, row }: CatalogueEntry,
  { only, example }: NonNullable<RecordedInteraction['body']>,
  needs: readonly string[] | undefined,
): object | undefined {
  // The consumer may need a list or an object, but none of its fields.
  const isPart = (name: string) => only.some((field) => isWithin(field, name) || isWithin(name, field))
  const fields = needs ? needs.filter(isPart) : only
  if (fields.length === 0) return undefined
  const schema = api.schemas[operation.response!]!
  return createTemplate(schema, row.example!, { only: fields, example, isNeeds: true })
}

/** Returns the rules or generators of a request, in the form of a pact file. */
function inParts({ '$.path': path, '$.cursor': cursor }: PlainObject = {}) {
  return path || cursor ? { path, query: cursor && { nextPage: cursor } } : undefined
}

function buildRequest({ operation, row }: CatalogueEntry, recorded: RecordedInteraction): PlainObject {
  const { method, path } = operation
  const {
    cursor,
    credential,
    query,
    requestBody,
    exampleParams = {},
    stateIds = {},
  } = {
    ...operation,
    ...row,
    ...recorded,
  }
  const params = encodeParams(exampleParams)
  const expressions = Object.entries(stateIds).map(([name, stateId]) => [name, `\${${stateId}}`])
  const expression = fillPath(path, { ...params, ...Object.fromEntries(expressions) })
  const example = fillPath(path, params)
  const asked = expression === example ? path : fromState(expression, example)
  const { content, rules, generators } = writeTemplate({ path: asked, cursor })
  const written = content as PlainObject
  const values = Object.entries({ ...query, ...(cursor !== undefined && { nextPage: written['cursor'] }) })
  const body = requestBody === undefined ? undefined : writeTemplate(requestBody)
  const headers = {
    ...(credential !== false && { Authorization: ['Bearer token'] }),
    ...(body && { 'Content-Type': [JSON_TYPE] }),
  }
  return {
    method,
    path: written['path'],
    query:
      values.length === 0 ? undefined : Object.fromEntries(values.map(([name, value]) => [name, [value]])),
    headers: isEmpty(headers) ? undefined : headers,
    body: body && asBody(body.content),
    matchingRules: withBody(inParts(rules), body?.rules),
    generators: withBody(inParts(generators), body?.generators),
  }
}

/** Adds the rules or generators of a body to those of a request. */
function withBody(others: PlainObject | undefined, body: PlainObject = {}): PlainObject | undefined {
  return isEmpty(body) ? others : { ...others, body }
}

const JSON_TYPE = 'application/json'

function asBody(content: unknown) {
  return { content, contentType: JSON_TYPE, encoded: false }
}

function buildResponse(
  api: CompiledApi,
  entry: CatalogueEntry,
  statuses: readonly number[],
  { body, template: given }: RecordedInteraction,
  needs: readonly string[] | undefined,
): PlainObject {
  const [status] = statuses
  // The tests met variants of an assumption.
  const rule = { combine: 'AND', matchers: [{ match: 'statusCode', status: statuses }] }
  if (!body && given === undefined)
    return { status, matchingRules: statuses.length === 1 ? undefined : { status: rule } }
  const headers = { 'Content-Type': [JSON_TYPE] }
  const template = body ? buildBody(api, entry, body, needs) : given
  if (template === undefined) return { status, headers }
  const { content, rules, generators } = writeTemplate(template)
  return {
    status,
    headers,
    body: asBody(content),
    matchingRules: { body: rules },
    generators: generators && { body: generators },
  }
}

/** Members that are `undefined` do not get into the file. */
function buildInteraction(
  api: CompiledApi,
  entry: CatalogueEntry,
  answers: readonly CoverageAnswer[],
  needs: Needs | undefined,
) {
  const { id } = entry.operation
  const needed = needs && neededFields(api, needs, id)
  const met = new Set(answers.flatMap(getNames))
  const statuses = [...new Set(answers.map(({ status }) => status))].toSorted((a, b) => a - b)
  const fields = responseFields(api)[id]!.leaves
  const recorded = entry.interaction({ met, needs: needed, fields })
  const { description, given } = recorded
  return {
    type: 'Synchronous/HTTP',
    description,
    pending: false,
    providerStates: isEmpty(given)
      ? undefined
      : given.map(([name, params]) => ({ name, params: isEmpty(params) ? undefined : params })),
    request: buildRequest(entry, recorded),
    response: buildResponse(api, entry, statuses, recorded, needed),
  }
}

/** Returns why a response is not in the pact, or `undefined` if it may be. */
function reasonAgainst(
  { api, operations }: PactApi,
  catalogue: readonly CatalogueEntry[],
  answer: CoverageAnswer,
): string | undefined {
  const { operation, status, assumptions } = answer
  if (operation === 'token') return 'of the token endpoint'
  if (operation === undefined) return 'outside of the API specification'
  if (status >= 500) return 'with status 5xx'
  const names = Object.keys(assumptions)
  // Their variants are about other query parameters, which no interaction describes.
  const withParameters = new Set(api.lists.flatMap(({ list }) => [`${list}.limit`, `${list}.unknownQuery`]))
  if (names.some((name) => withParameters.has(name)))
    return 'with query parameters that the API specification does not have'
  if (status < 300 && operations[operation]?.inPlaceOfRefusal.some((name) => names.includes(name)))
    return `with status ${status} instead of an error`
  if (catalogue.some((entry) => leadsTo(entry, answer))) return undefined
  const filter = filterCase({ id: operation }, '')
  const shown = getNames(answer).filter((name) => !name.startsWith(filter))
  const what = `with ${[...new Set([String(status), ...shown])].join(' ')}`
  const { leftOut } = operations[operation] ?? {}
  return leftOut === undefined ? what : `of ${operation} ${what}: ${leftOut}`
}

/** Names the filters that tests have used, but no request in the pact has. */
function uncheckedFilters({ api, operations }: PactApi, answers: readonly CoverageAnswer[]): string[] {
  return api.operations.flatMap((operation) => {
    const { filters = [] } = operations[operation.id] ?? {}
    const start = filterCase(operation, '')
    const cases = answers
      .filter((answer) => answer.operation === operation.id)
      .flatMap((answer) => answer.cases)
    const used = [...new Set(cases)].flatMap((name) =>
      name.startsWith(start) ? name.slice(start.length) : [],
    )
    const unchecked = used.filter((filter) => !filters.includes(filter)).toSorted()
    return unchecked.length === 0
      ? []
      : [`the filter ${unchecked.join(', ')} of ${operation.id}: its "example" does not use it`]
  })
}

/** Otherwise, a real service would need a special record for fields that the consumer does not use. */
function isNeeded({ fields, operation }: CatalogueEntry, needs: Needs | undefined): boolean {
  return !fields || !needs || (needs.needs[operation.id] ?? []).some((field) => fields.test(field))
}

/**
 * Creates the pact of all responses in a coverage, in version 4 of the Pact specification. `leftOut` says in words what is not in it.
 */
export function buildPact(
  pacts: PactApi,
  { answers, complete }: Coverage,
  { consumer, provider }: { readonly consumer: string; readonly provider: string },
  needs?: Needs,
) {
  const catalogue = createCatalogue(pacts)
  const reasons = new Map<string, number>()
  const recorded = answers.filter((answer) => {
    const why = reasonAgainst(pacts, catalogue, answer)
    if (why !== undefined) reasons.set(why, (reasons.get(why) ?? 0) + answer.count)
    return why === undefined
  })
  const interactions = catalogue.flatMap((entry) => {
    const leading = recorded.filter((answer) => leadsTo(entry, answer))
    if (leading.length === 0 || !isNeeded(entry, needs)) return []
    return [buildInteraction(pacts.api, entry, leading, needs)]
  })
  return {
    pact: {
      consumer: { name: consumer },
      provider: { name: provider },
      interactions: interactions.toSorted((a, b) => (a.description < b.description ? -1 : 1)),
      metadata: {
        conmock: { recorded: true, complete: complete === true },
        pactSpecification: { version: '4.0' },
      },
    },
    leftOut: [
      ...Array.from(reasons, ([why, count]) => `${pluralize(count, 'response')} ${why}`).toSorted(),
      ...uncheckedFilters(pacts, recorded),
    ],
  }
}
