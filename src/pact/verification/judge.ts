import { isPlainObject } from '../../common/plain-object.js'
import { pluralize } from '../../common/text.js'
import { parseExactly, withoutExactNumbers } from '../common/exact-json.js'
import type { PactInteraction } from '../pacts/pact-file.js'
import type { RawMismatch, TestResult } from '../pacts/served-pacts.js'
import type { InteractionReport, Mismatch } from '../report/report.js'
import { parseJsonBody, type ServedResponse } from '../common/forward.js'
import type { PactApi } from '../parts/pact-api.js'
import { findExtraMismatches, type Checks } from './extra-checks.js'
import { describeState, type InteractionRun, type InteractionRuns, type Observed } from './interaction-run.js'
import { valueAt } from '../common/verifier-path.js'

type Verdict = Pick<InteractionReport, 'outcome' | 'mismatches' | 'reason' | 'serverMessage'>

function createProblem(reason: string, outcome: 'problem' | 'skipped' = 'problem'): Verdict {
  return { outcome, mismatches: [], reason }
}

/** Reads a header. Pacts of version 4 have a list of values. */
function readHeader(headers: { readonly [name: string]: unknown }, name: string): unknown {
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]
  return Array.isArray(value) ? value.join(', ') : value
}

const parts = ['status', 'header', 'body', 'other'] as const

/** Returns what the pact has at a place, and what the response has there. */
function readSides(
  part: Mismatch['part'],
  place: string,
  { response }: PactInteraction,
  { served, body }: Observed,
): unknown[] {
  switch (part) {
    case 'status':
      return [response.status, served.status]
    case 'header':
      return [response.headers, served.headers].map((headers) => readHeader(headers, place))
    case 'body':
      return [response.body, body].map((value) => withoutExactNumbers(valueAt(value, place)))
    case 'other':
      return []
  }
}

function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return `list of ${value.length}`
  if (typeof value === 'string') return `text of ${pluralize(value.length, 'character')}`
  if (typeof value === 'object') return `object with ${pluralize(Object.keys(value).length, 'member')}`
  return typeof value === 'boolean' ? 'true or false' : typeof value
}

function mismatchFrom(
  { attribute, identifier, description, isPlain }: RawMismatch,
  interaction: PactInteraction,
  seen: Observed,
  showValues: boolean,
): Mismatch {
  const part = parts.find((name) => name === attribute) ?? 'other'
  const [expected, actual] = readSides(part, identifier ?? '', interaction, seen)
  const isShown = showValues || part === 'status' || part === 'other'
  return {
    part,
    ...(identifier === undefined ? {} : { path: identifier }),
    expected,
    actual: isShown ? actual : describeValue(actual),
    // The message of the verifier contains values.
    message: isShown || isPlain ? description : 'does not match the pact',
  }
}

/** Reads the message of an error response: RFC 9457 with the hint of the mock, or the format of the real service. */
function readServerMessage(served: ServedResponse): Pick<Verdict, 'serverMessage'> {
  const body = served.status >= 400 ? parseJsonBody(served) : undefined
  if (!isPlainObject(body)) return {}
  const { detail, hint, errors } = body
  const inEnvelope = isPlainObject(errors)
    ? Object.values(errors).map((error) => isPlainObject(error) && error['message'])
    : []
  const texts = [detail, hint, ...inEnvelope].filter((text) => typeof text === 'string')
  return texts.length === 0 ? {} : { serverMessage: texts.join(' ') }
}

/** Returns the findings of the verifier, and those of conmock's own checks for other places. */
function findMismatches(
  run: InteractionRun,
  served: ServedResponse,
  { success, mismatches }: TestResult,
  pacts: PactApi,
  checks: Checks,
): RawMismatch[] {
  const reported = success ? [] : mismatches
  const found = findExtraMismatches(pacts, run, { served, body: parseJsonBody(served) }, checks)
  const isNew = ({ attribute, identifier }: RawMismatch) =>
    !reported.some((each) => each.attribute === attribute && each.identifier === identifier)
  return [...reported, ...found.filter(isNew)]
}

/** Decides the outcome of an interaction. Returns `undefined` if the verifier has not reported it. */
function judge(
  { unusable }: PactInteraction,
  run: InteractionRun | undefined,
  pacts: PactApi,
  checks: Checks,
): Verdict | undefined {
  if (unusable !== undefined) return createProblem(unusable)
  if (!run) return undefined
  if (run.problem) {
    const { kind, message } = run.problem
    if (kind !== 'broken') return createProblem(message, kind)
    return { outcome: 'broken', mismatches: [{ part: 'other', message }] }
  }
  const { result, served } = run
  if (!result) return undefined
  if (result.exceptions.length > 0) return createProblem(result.exceptions.join('; '))
  if (!served) return createProblem('the verifier made no request for this interaction')
  const found = findMismatches(run, served, result, pacts, checks)
  if (found.length === 0) {
    if (result.success) return { outcome: 'verified', mismatches: [] }
    return createProblem('the verifier reported a failure without a reason')
  }
  const observed = { served, body: parseJsonBody(served, parseExactly) }
  const mismatches = found.map((raw) => mismatchFrom(raw, run.interaction, observed, checks.showValues))
  return {
    outcome: 'broken',
    // The status comes first, because it is the most useful. The verifier reports the others in any order.
    mismatches: mismatches.toSorted(
      (a, b) =>
        parts.indexOf(a.part) - parts.indexOf(b.part) ||
        (a.path ?? '').localeCompare(b.path ?? '', 'en', { numeric: true }),
    ),
    ...(checks.showValues ? readServerMessage(served) : {}),
  }
}

export interface Judgment {
  readonly interactions: readonly InteractionReport[]
  /** Those that the verifier has reported, or that could not be verified. */
  readonly decided: readonly InteractionReport[]
}

/** Uses the results of the verifier, and what the gateway has recorded. The report only contains values with `showValues`. */
export function judgeAll(runs: InteractionRuns, checks: Checks): Judgment {
  const decided: InteractionReport[] = []
  const interactions = runs.interactions.map((interaction) => {
    const { id, consumer, provider, description, pact, states, request, pending } = interaction
    const run = runs.of(id)
    const verdict = judge(interaction, run, runs.target.pacts, checks)
    const report = {
      consumer,
      provider,
      description,
      pact,
      request: `${request.method} ${request.path}`,
      states: states.map(describeState),
      pending,
      assumptions: run?.assumptions ?? [],
      ...(verdict ?? createProblem('the verifier has not reported this interaction')),
    }
    if (verdict) decided.push(report)
    return report
  })
  return { interactions, decided }
}
