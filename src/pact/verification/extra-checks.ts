import { withOrigin } from '../../contract/operation.js'
import type { PlainObject } from '../../common/plain-object.js'
import { asText } from '../../common/text.js'
import type { PactApi } from '../parts/pact-api.js'
import type { BodyRule, StateExpression } from '../pacts/rules.js'
import type { RawMismatch } from '../pacts/served-pacts.js'
import type { ServedResponse } from '../common/forward.js'
import type { InteractionRun, Observed } from './interaction-run.js'
import { evaluate } from './url.js'
import { formatPlace, placesAt, parseSteps, valueAt, type Place } from '../common/verifier-path.js'
import { findViolations, type Violation } from '../common/specification.js'

export interface Checks {
  /** Whether a successful response must follow the API specification, including fields that the pact does not mention. */
  readonly specification: boolean
  /** Whether a response that depends on assumptions of the mock breaks the pact. */
  readonly assumptions: boolean
  /** Whether the report has the values of responses. */
  readonly showValues: boolean
}

/** A mismatch whose description contains no value of the response. */
function mismatch(attribute: string, identifier: string | undefined, description: string): RawMismatch {
  return { attribute, identifier, description, isPlain: true }
}

/** Finds the values in the place of an expression, each with the identifier that the verifier would report for it. */
function valuesAt(
  { part, path }: StateExpression,
  { served, body }: Observed,
): [identifier: string, unknown][] {
  if (part === 'body') return placesAt(body, path).map((found) => [formatPlace(found.path), found.value])
  return part === 'header' ? [[path, served.headers[path.toLowerCase()]]] : [[part, served.status]]
}

/**
 * Finds values of a response that differ from what a state returned. The verifier only uses `fromProviderState` in
 * requests; in a response it compares with the example or its type.
 */
function stateMismatches({ interaction, values }: InteractionRun, seen: Observed): RawMismatch[] {
  return interaction.response.fromStates.flatMap((each) => {
    const wanted = evaluate(each, values, 'response')
    return valuesAt(each, seen).flatMap(([identifier, actual]) => {
      // The verifier already reports a missing value.
      if (actual === undefined || actual === null) return []
      const text = typeof actual === 'string' ? actual : JSON.stringify(actual)
      if (text === wanted) return []
      const description = `Expected '${text}' to be '${wanted}', the value that the provider state returned`
      return [{ attribute: each.part, identifier, description }]
    })
  })
}

/** Returns how specific a rule is: its number of steps without wildcards. `undefined` if it does not match the place. */
function exactness({ path: rule }: BodyRule, { path }: Place): number | undefined {
  const steps = parseSteps(rule)
  const fits =
    steps.length === path.length &&
    steps.every(({ name, isWildcard }, index) => isWildcard || name === path[index])
  return fits ? steps.filter(({ isWildcard }) => !isWildcard).length : undefined
}

/** Matchers of texts. The verifier applies them to numbers, too. */
const textMatchers = ['regex', 'include', 'date', 'time', 'datetime', 'timestamp']

/** Returns the type that a rule requires. The verifier itself accepts `12` for a `regex` and `"true"` for a `boolean`. */
function typeWanted(
  { matchers, path, inVariant }: BodyRule,
  example: unknown,
): 'string' | 'boolean' | undefined {
  const all = (...names: string[]) => matchers.length > 0 && matchers.every((name) => names.includes(name))
  if (all('boolean')) return 'boolean'
  return all(...textMatchers) && typeof (inVariant ?? valueAt(example, path)) === 'string'
    ? 'string'
    : undefined
}

const typeNames = { string: 'a string', boolean: 'true or false' } as const

function hasVariant({ value }: Place, { variantPath = '$' }: BodyRule, wanted: string): boolean {
  return placesAt(value, `$[*]${variantPath.slice(1)}`).some((each) => typeof each.value === wanted)
}

/** Whether a more exact rule is for the same place. */
function isOverruled(rule: BodyRule, place: Place, rules: readonly BodyRule[]): boolean {
  const own = exactness(rule, place) ?? 0
  return rules.some((other) => (exactness(other, place) ?? -1) > own)
}

/** Finds lists that are too short or too long. The verifier does not check this if the list in the pact is empty. */
function lengthMismatches({ interaction: { response } }: InteractionRun, { body }: Observed): RawMismatch[] {
  return response.rules.flatMap((rule) => {
    const { min, max } = rule.bounds ?? { min: 0, max: Infinity }
    return placesAt(body, rule.path).flatMap((place) => {
      const { path, value } = place
      if (!Array.isArray(value) || (value.length >= min && value.length <= max)) return []
      if (isOverruled(rule, place, response.rules)) return []
      const wanted = value.length < min ? `at least ${min}` : `at most ${max}`
      return [
        mismatch('body', formatPlace(path), `Expected ${wanted} elements, but there are ${value.length}`),
      ]
    })
  })
}

/** Whether a pact demands a text, whose value has no type: to read it as JSON would make the text `12` a number. */
function isText(headers: PlainObject): boolean {
  const [, type] = Object.entries(headers).find(([name]) => /^content-type$/i.test(name)) ?? []
  return type !== undefined && !/json/i.test(asText(type))
}

function typeMismatches({ interaction }: InteractionRun, { body }: Observed): RawMismatch[] {
  const { rules, body: example, headers } = interaction.response
  if (body === undefined || isText(headers)) return []
  return rules.flatMap((rule) => {
    const wanted = typeWanted(rule, example)
    if (wanted === undefined) return []
    // The verifier compares null as the text "null", which many regular expressions match.
    const isNullable = placesAt(example, rule.path).some(({ value }) => value === null)
    const isRight = (place: Place) => {
      if (rule.variantPath !== undefined) return hasVariant(place, rule, wanted)
      if (isOverruled(rule, place, rules)) return true
      return typeof place.value === wanted || (isNullable && place.value === null)
    }
    const where = rule.variantPath === undefined ? '' : ' in an element'
    return placesAt(body, rule.path)
      .filter((place) => !isRight(place))
      .map(({ path }) => mismatch('body', formatPlace(path), `Expected ${typeNames[wanted]}${where}`))
  })
}

/** Matchers that say which statuses are right. With any other one, the verifier accepts nearly every status. */
const checkedByVerifier = new Set(['statusCode', 'equality', 'regex'])

function statusMismatches({ interaction }: InteractionRun, { served }: Observed): RawMismatch[] {
  const { status, statusMatchers } = interaction.response
  if (status === served.status || statusMatchers.every((name) => checkedByVerifier.has(name))) return []
  return [mismatch('status', undefined, `expected ${status} but was ${served.status}`)]
}

function wrongType(message: string): RawMismatch[] {
  return [mismatch('header', 'Content-Type', `API specification: ${message}`)]
}

const NO_CONTENT = 204

/** Checks the response of an operation, including what the pact does not mention. */
function specificationMismatches(
  { api, operations }: PactApi,
  { interaction, operation, requestedIds }: InteractionRun,
  { served, body }: Observed,
): RawMismatch[] {
  const { method } = interaction.request
  if (!operation || (operation.method !== method && method !== 'HEAD')) return []
  const type = served.headers['content-type'] ?? ''
  const { id, response, origin } = operation
  // The schemas of a team have no names.
  const what = response === undefined ? `schema of ${withOrigin(id, origin)}` : 'API specification'
  if (served.status < 200 || served.status > 299)
    return /^text\/html/i.test(type) ? wrongType('is an HTML page, which the API does not send') : []
  // Its response has no body.
  if (method === 'HEAD') return []
  const toMismatch = (each: Violation) => mismatch('body', each.path, `${what}: ${each.message}`)
  if (response !== undefined) {
    const found = findViolations(api, body, response).map(toMismatch)
    if (!/^application\/json(?:\s*;\s*charset="?utf-8"?)?\s*$/i.test(type))
      found.push(...wrongType('is not application/json in UTF-8'))
    // The other checks need a valid body.
    if (found.length > 0) return found
  }
  const { violations } = operations[id] ?? {}
  if (!violations || served.status === NO_CONTENT) return []
  // A body that is not JSON is a text, which the schema of a team does not expect.
  const seen = body === undefined && served.body.length > 0 ? served.body.toString() : body
  const isOther = response === undefined && type !== '' && !/[/+]json/i.test(type)
  return [
    ...(isOther ? [mismatch('header', 'Content-Type', `${what}: is no type of JSON`)] : []),
    ...violations(seen as never, requestedIds).map(toMismatch),
  ]
}

/** Finds a body that does not have the coding in its header, because a client could not read it. */
function codingMismatches({ brokenCoding }: ServedResponse): RawMismatch[] {
  if (brokenCoding === undefined) return []
  const description = `The body cannot be decoded from ${brokenCoding}, which Content-Encoding names`
  return [mismatch('header', 'Content-Encoding', description)]
}

function assumptionMismatches({ assumptions }: InteractionRun): RawMismatch[] {
  const description = 'the response of the mock depends on this assumption; a real service may differ'
  return assumptions.map((name) => mismatch('assumption', name, description))
}

/** Returns the findings of conmock's own checks. */
export function findExtraMismatches(
  pacts: PactApi,
  run: InteractionRun,
  seen: Observed,
  checks: Checks,
): RawMismatch[] {
  return [
    ...codingMismatches(seen.served),
    ...statusMismatches(run, seen),
    ...stateMismatches(run, seen),
    ...typeMismatches(run, seen),
    ...lengthMismatches(run, seen),
    ...(checks.specification ? specificationMismatches(pacts, run, seen) : []),
    ...(checks.assumptions ? assumptionMismatches(run) : []),
  ]
}
