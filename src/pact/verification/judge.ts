import { isPlainObject } from '../../contract/plain-object.js'
import { jsonOf, type ServedResponse } from './forward.js'
import { describeState, type InteractionRun, type InteractionRuns } from './interaction-run.js'
import { valueAt } from './json-path.js'
import type { PactSource } from '../pacts/pact-source.js'
import type { InteractionReport, Mismatch } from '../report/report.js'
import type { RawMismatch, TestResult } from '../pacts/test-results.js'

type Verdict = Pick<InteractionReport, 'outcome' | 'mismatches' | 'reason' | 'said'>

function problem(reason: string): Verdict {
  return { outcome: 'problem', mismatches: [], reason }
}

function headerOf(headers: { readonly [name: string]: unknown }, name: string): unknown {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]
}

/** What both sides have in the place that a mismatch is about. */
function sidesOf(raw: RawMismatch, { interaction, served }: InteractionRun): Partial<Mismatch> {
  const { response } = interaction
  const { attribute, identifier } = raw
  if (!served) return {}
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
        expected: valueAt(response.body, identifier ?? '$'),
        actual: valueAt(jsonOf(served), identifier ?? '$'),
      }
    default:
      return {}
  }
}

function mismatchFrom(raw: RawMismatch, run: InteractionRun): Mismatch {
  const { attribute, identifier, description } = raw
  const part = ['status', 'header', 'body'].find((name) => name === attribute) as Mismatch['part'] | undefined
  return {
    part: part ?? 'other',
    ...(identifier === undefined ? {} : { path: identifier }),
    ...sidesOf(raw, run),
    message: description,
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
function judge(run: InteractionRun | undefined, result: TestResult | undefined): Verdict | undefined {
  if (!run) return undefined
  if (run.problem) {
    const { kind, message } = run.problem
    return { outcome: kind, mismatches: [], reason: message }
  }
  if (!result) return undefined
  if (result.exceptions.length > 0) return problem(result.exceptions.join('; '))
  if (!run.served) return problem('the verifier made no request for this interaction')
  if (result.success) return { outcome: 'verified', mismatches: [] }
  if (result.mismatches.length === 0) return problem('the verifier failed it without a reason')
  const mismatches = result.mismatches.map((raw) => mismatchFrom(raw, run))
  return { outcome: 'broken', mismatches: mismatches.toSorted(byPart), ...whatWasSaid(run.served) }
}

const untold = problem('the verifier has not told of this interaction')

/** What became of every interaction, and of how many the verifier has not told. */
export interface Judgement {
  readonly interactions: readonly InteractionReport[]
  readonly untold: number
}

/** What became of every interaction of every pact: by what the verifier said, and by what the gateway saw. */
export function judgeAll(source: PactSource, runs: InteractionRuns): Judgement {
  const interactions = source.pacts.flatMap((pact) => {
    const pending = source.isPending(pact)
    return pact.interactions.map((interaction): InteractionReport => {
      const { id, consumer, provider, description, states, request } = interaction
      return {
        consumer,
        provider,
        description,
        pact: interaction.pact,
        request,
        states: states.map(describeState),
        pending: pending || interaction.pending,
        ...(judge(runs.of(id), source.results.get(id)) ?? untold),
      }
    })
  })
  return { interactions, untold: interactions.filter(({ reason }) => reason === untold.reason).length }
}
