import { getNames, type Coverage, type CoverageAnswer } from '../../coverage/coverage.js'
import { isWithin } from '../../contract/fields.js'
import { responseFields, type Needs } from '../../contract/needs.js'
import { fillPath } from '../../contract/operation.js'
import { counted } from '../../common/text.js'
import type { PlainObject } from '../../common/plain-object.js'
import { fromState } from '../like/like-matchers.js'
import { createTemplate } from '../like/like-template.js'
import type { RecordedInteraction } from '../parts/entry.js'
import type { PactApi } from '../parts/pact-api.js'
import { createCatalogue, leadsTo, type CatalogueEntry } from './catalogue.js'
import { isEmpty, writeTemplate } from './pact-json.js'

/** @param needs The fields that the consumer needs. Without it, the interaction demands all of its fields. */
function recordBody(
  { api, operations }: PactApi,
  operation: string,
  { only, example }: NonNullable<RecordedInteraction['body']>,
  needs: readonly string[] | undefined,
): object | undefined {
  // The consumer may need a list or an object, but none of its fields.
  const isPart = (name: string) => only.some((field) => isWithin(field, name) || isWithin(name, field))
  const fields = needs ? needs.filter(isPart) : only
  if (fields.length === 0) return undefined
  const schema = api.schemas[api.operationById.get(operation)!.response!]!
  return createTemplate(schema, operations[operation]!.example!, { only: fields, example, isNeeds: true })
}

/** Returns the rules or generators of a request, in the form of a pact file. */
function inParts({ '$.path': path, '$.cursor': cursor }: PlainObject = {}) {
  return path || cursor ? { path, query: cursor && { nextPage: cursor } } : undefined
}

function recordRequest(
  { api, operations }: PactApi,
  operation: string,
  { cursor, credential }: RecordedInteraction,
): PlainObject {
  const { method, path, stateIds = {} } = api.operationById.get(operation)!
  const { exampleParams = {} } = operations[operation]!
  const expressions = Object.entries(stateIds).map(([name, stateId]) => [name, `\${${stateId}}`])
  const expression = fillPath(path, { ...exampleParams, ...Object.fromEntries(expressions) })
  const example = fillPath(path, exampleParams)
  const asked = expression === example ? path : fromState(expression, example)
  const { content, rules, generators } = writeTemplate({ path: asked, cursor })
  const written = content as PlainObject
  return {
    method,
    path: written['path'],
    query: cursor === undefined ? undefined : { nextPage: [written['cursor']] },
    headers: credential === false ? undefined : { Authorization: ['Bearer token'] },
    matchingRules: inParts(rules),
    generators: inParts(generators),
  }
}

function recordResponse(
  pacts: PactApi,
  operation: string,
  statuses: readonly number[],
  { body }: RecordedInteraction,
  needs: readonly string[] | undefined,
): PlainObject {
  const [status] = statuses
  // The tests met variants of an assumption.
  const rule = { combine: 'AND', matchers: [{ match: 'statusCode', status: statuses }] }
  if (!body) return { status, matchingRules: statuses.length === 1 ? undefined : { status: rule } }
  const headers = { 'Content-Type': ['application/json'] }
  const template = recordBody(pacts, operation, body, needs)
  if (!template) return { status, headers }
  const { content, rules, generators } = writeTemplate(template)
  return {
    status,
    headers,
    body: { content, contentType: 'application/json', encoded: false },
    matchingRules: { body: rules },
    generators: generators && { body: generators },
  }
}

/** Members that are `undefined` do not get into the file. */
function recordInteraction(
  pacts: PactApi,
  { operation, interaction }: CatalogueEntry,
  answers: readonly CoverageAnswer[],
  needs: Needs | undefined,
) {
  const needed = needs && (needs.needs[operation] ?? [])
  const met = new Set(answers.flatMap(getNames))
  const statuses = [...new Set(answers.map(({ status }) => status))].toSorted((a, b) => a - b)
  const fields = responseFields(pacts.api)[operation]!.leaves
  const recorded = interaction({ met, needs: needed, fields })
  const { description, given } = recorded
  return {
    type: 'Synchronous/HTTP',
    description,
    pending: false,
    providerStates: isEmpty(given)
      ? undefined
      : given.map(([name, params]) => ({ name, params: isEmpty(params) ? undefined : params })),
    request: recordRequest(pacts, operation, recorded),
    response: recordResponse(pacts, operation, statuses, recorded, needed),
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
    return `with status ${status} in place of a refusal`
  if (catalogue.some((entry) => leadsTo(entry, answer))) return undefined
  return `with ${[status, ...getNames(answer)].join(' ')}`
}

/** Otherwise, a real service would need a special record for fields that the consumer does not use. */
function isNeeded({ fields, operation }: CatalogueEntry, needs: Needs | undefined): boolean {
  return !fields || !needs || (needs.needs[operation] ?? []).some((field) => fields.test(field))
}

/**
 * Creates the pact of all responses in a coverage, in version 4 of the Pact specification. `leftOut` says in words what is not in it.
 */
export function recordPact(
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
    return [recordInteraction(pacts, entry, leading, needs)]
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
    leftOut: Array.from(reasons, ([why, count]) => `${counted(count, 'response')} ${why}`).toSorted(),
  }
}
