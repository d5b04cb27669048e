import { getNames, type Coverage, type CoverageAnswer } from '../../coverage/coverage.js'
import { isWithin } from '../../contract/fields.js'
import type { Needs } from '../../contract/needs.js'
import { operations, type Operation, type OperationId } from '../../convention/operations.js'
import { resourceSchemas } from '../../convention/resources.js'
import { counted } from '../../common/text.js'
import type { PlainObject } from '../../common/plain-object.js'
import { inPacts } from '../../convention/pacts.js'
import { fromState } from '../like/like-matchers.js'
import { createTemplate } from '../like/like-template.js'
import { catalogue, leadsTo, type CatalogueEntry } from './catalogue.js'
import type { RecordedInteraction } from './entry.js'
import { isEmpty, writeTemplate } from './pact-json.js'

/** @param needs The fields that the consumer needs. Without it, the interaction demands all of its fields. */
function recordBody(
  operation: OperationId,
  { only, example }: NonNullable<RecordedInteraction['body']>,
  needs: readonly string[] | undefined,
): object | undefined {
  // The consumer may need a list or an object, but none of its fields.
  const isPart = (name: string) => only.some((field) => isWithin(field, name) || isWithin(name, field))
  const fields = needs ? needs.filter(isPart) : only
  if (fields.length === 0) return undefined
  const schema = resourceSchemas[operations[operation].response]
  return createTemplate(schema, inPacts[operation].example, { only: fields, example, isNeeds: true })
}

/** Returns the rules or generators of a request, in the form of a pact file. */
function inParts({ '$.path': path, '$.cursor': cursor }: PlainObject = {}) {
  return path || cursor ? { path, query: cursor && { nextPage: cursor } } : undefined
}

function recordRequest(operation: OperationId, { cursor, credential }: RecordedInteraction): PlainObject {
  const { method, path, stateId = '' }: Operation = operations[operation]
  const { exampleId } = inPacts[operation]
  const asked =
    exampleId === undefined
      ? path
      : fromState(path.replace(':id', `\${${stateId}}`), path.replace(':id', exampleId))
  const { content, rules, generators } = writeTemplate({ path: asked, cursor })
  const example = content as PlainObject
  return {
    method,
    path: example['path'],
    query: cursor === undefined ? undefined : { nextPage: [example['cursor']] },
    headers: credential === false ? undefined : { Authorization: ['Bearer token'] },
    matchingRules: inParts(rules),
    generators: inParts(generators),
  }
}

function recordResponse(
  operation: OperationId,
  statuses: readonly number[],
  { body }: RecordedInteraction,
  needs: readonly string[] | undefined,
): PlainObject {
  const [status] = statuses
  // The tests met variants of an assumption.
  const rule = { combine: 'AND', matchers: [{ match: 'statusCode', status: statuses }] }
  if (!body) return { status, matchingRules: statuses.length === 1 ? undefined : { status: rule } }
  const headers = { 'Content-Type': ['application/json'] }
  const template = recordBody(operation, body, needs)
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
  { operation, interaction }: CatalogueEntry,
  answers: readonly CoverageAnswer[],
  needs: Needs | undefined,
) {
  const fields = needs && (needs.needs[operation] ?? [])
  const met = new Set(answers.flatMap(getNames))
  const statuses = [...new Set(answers.map(({ status }) => status))].toSorted((a, b) => a - b)
  const recorded = interaction(met, fields)
  const { description, given } = recorded
  return {
    type: 'Synchronous/HTTP',
    description,
    pending: false,
    providerStates: isEmpty(given)
      ? undefined
      : given.map(([name, params]) => ({ name, params: isEmpty(params) ? undefined : params })),
    request: recordRequest(operation, recorded),
    response: recordResponse(operation, statuses, recorded, fields),
  }
}

/** The assumptions about other query parameters, whose variants no interaction describes. */
const withParameters = /\.(?:limit|unknownQuery)$/

/** Returns why a response is not in the pact, or `undefined` if it may be. */
function reasonAgainst(answer: CoverageAnswer): string | undefined {
  const { operation, status, assumptions } = answer
  if (operation === 'token') return 'of the token endpoint'
  if (operation === undefined) return 'outside of the API specification'
  if (status >= 500) return 'with status 5xx'
  const names = Object.keys(assumptions)
  if (names.some((name) => withParameters.test(name)))
    return 'with query parameters that the API specification does not have'
  if (status < 300 && inPacts[operation].inPlaceOfRefusal.some((name) => names.includes(name)))
    return 'with status 200 in place of a refusal'
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
  { answers, complete }: Coverage,
  { consumer, provider }: { readonly consumer: string; readonly provider: string },
  needs?: Needs,
) {
  const reasons = new Map<string, number>()
  const recorded = answers.filter((answer) => {
    const why = reasonAgainst(answer)
    if (why !== undefined) reasons.set(why, (reasons.get(why) ?? 0) + answer.count)
    return why === undefined
  })
  const interactions = catalogue.flatMap((entry) => {
    const leading = recorded.filter((answer) => leadsTo(entry, answer))
    if (leading.length === 0 || !isNeeded(entry, needs)) return []
    return [recordInteraction(entry, leading, needs)]
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
