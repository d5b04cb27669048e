import { isPlainObject } from '../../contract/plain-object.js'
import { withoutExactNumbers } from '../pacts/exact-json.js'
import type { PactInteraction } from '../pacts/pact-file.js'
import type { PactSource } from '../pacts/pact-source.js'
import type { RawMismatch, TestResult } from '../pacts/test-results.js'
import type { InteractionReport, Mismatch } from '../report/report.js'
import { describeValue } from '../report/describe-value.js'
import { exactJsonOf, jsonOf, type ServedResponse } from './forward.js'
import { describeState, type InteractionRun, type InteractionRuns } from './interaction-run.js'
import { valueAt } from './json-path.js'
import { assumptionsOf } from './own-checks.js'

type Verdict = Pick<InteractionReport, 'outcome' | 'mismatches' | 'reason' | 'said'>

function problem(reason: string): Verdict {
  return { outcome: 'problem', mismatches: [], reason }
}

/** The value of a header. Pacts of version 4 have lists. */
function headerOf(headers: { readonly [name: string]: unknown }, name: string): unknown {
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]
  return Array.isArray(value) ? value.join(', ') : value
}

/** What came back, and its body parsed. */
interface Seen {
  readonly served: ServedResponse
  readonly body: unknown
}

/** What both sides have in the place that a mismatch is about. */
function sidesOf(
  { attribute, identifier }: RawMismatch,
  { response }: PactInteraction,
  { served, body }: Seen,
): Partial<Mismatch> {
  switch (attribute) {
    case 'status':
      return { expected: response.status, actual: served.status }
    case 'header':
      return {
        expected: headerOf(response.headers, identifier ?? ''),
        actual: headerOf(served.headers, identifier ?? ''),
      }
    case 'body':
      return {
        expected: withoutExactNumbers(valueAt(response.body, identifier ?? '$')),
        actual: withoutExactNumbers(valueAt(body, identifier ?? '$')),
      }
    default:
      return {}
  }
}

/** What stands in place of the verifier's words, which hold the values. */
const HIDDEN = 'is not what the pact asks for'

function mismatchFrom(
  raw: RawMismatch,
  interaction: PactInteraction,
  seen: Seen,
  showValues: boolean,
): Mismatch {
  const { attribute, identifier, description } = raw
  const part = ['status', 'header', 'body'].find((name) => name === attribute) as Mismatch['part'] | undefined
  const sides = sidesOf(raw, interaction, seen)
  const mismatch = {
    part: part ?? 'other',
    ...(identifier === undefined ? {} : { path: identifier }),
    ...sides,
    message: description,
  } as const
  if (showValues || part === 'status' || part === undefined) return mismatch
  return {
    ...mismatch,
    actual: describeValue(sides.actual),
    message: raw.isPlain ? description : HIDDEN,
  }
}

/** The status tells most. */
function byPart(a: Mismatch, b: Mismatch): number {
  const order = ['status', 'header', 'body', 'other']
  return order.indexOf(a.part) - order.indexOf(b.part)
}

/** What a refusal says of itself, in the form of RFC 9457 with the mock's hint, or in that of the real service. */
function whatWasSaid(served: ServedResponse): Pick<Verdict, 'said'> {
  const body = served.status >= 400 ? jsonOf(served) : undefined
  if (!isPlainObject(body)) return {}
  const { detail, hint, errors } = body
  const inEnvelope = isPlainObject(errors)
    ? Object.values(errors).map((error) => isPlainObject(error) && error['message'])
    : []
  const texts = [detail, hint, ...inEnvelope].filter((text) => typeof text === 'string')
  return texts.length === 0 ? {} : { said: texts.join(' ') }
}

/** What became of an interaction; nothing when the verifier has not told of it. */
function judge(
  run: InteractionRun | undefined,
  result: TestResult | undefined,
  showValues: boolean,
): Verdict | undefined {
  if (!run) return undefined
  if (run.problem?.kind === 'broken') {
    return { outcome: 'broken', mismatches: [{ part: 'other', message: run.problem.message }] }
  }
  if (run.problem) {
    const { kind, message } = run.problem
    return { outcome: kind, mismatches: [], reason: message }
  }
  if (!result) return undefined
  if (result.exceptions.length > 0) return problem(result.exceptions.join('; '))
  if (!run.served) return problem('the verifier made no request for this interaction')
  if (result.success) return { outcome: 'verified', mismatches: [] }
  if (result.mismatches.length === 0) return problem('the verifier failed it without a reason')
  const seen = { served: run.served, body: exactJsonOf(run.served) }
  const mismatches = result.mismatches.map((raw) => mismatchFrom(raw, run.interaction, seen, showValues))
  return {
    outcome: 'broken',
    mismatches: mismatches.toSorted(byPart),
    ...(showValues ? whatWasSaid(run.served) : {}),
  }
}

/** What became of every interaction. */
export interface Judgement {
  readonly interactions: readonly InteractionReport[]
  /** The places in the list of those that the verifier has not told of. */
  readonly untold: ReadonlySet<number>
}

/**
 * What became of every interaction of every pact: by what the verifier said, and by what the gateway saw.
 *
 * @param showValues Whether a report may hold what the target answered.
 */
export function judgeAll(source: PactSource, runs: InteractionRuns, showValues: boolean): Judgement {
  const untold = new Set<number>()
  const interactions: InteractionReport[] = []
  for (const pact of source.pacts) {
    const pending = source.isPending(pact)
    for (const interaction of pact.interactions) {
      const { id, consumer, provider, description, states, request } = interaction
      const run = runs.of(id)
      const verdict = judge(run, source.results.get(id), showValues)
      if (!verdict) untold.add(interactions.length)
      interactions.push({
        consumer,
        provider,
        description,
        pact: interaction.pact,
        request: `${request.method} ${request.path}`,
        states: states.map(describeState),
        pending: pending || interaction.pending,
        assumptions: assumptionsOf(run?.served),
        ...(verdict ?? problem('the verifier has not told of this interaction')),
      })
    }
  }
  return { interactions, untold }
}
