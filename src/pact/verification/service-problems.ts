import { encodeParams, fillPath, parameterNames } from '../../contract/operation.js'
import { countOutcomes, isCompared, type InteractionReport } from '../report/report.js'
import { ListMayGoOn, MissingFlagsError } from '../states/definition.js'
import { needsRecords } from '../states/state-runner.js'
import type { InteractionRuns } from './interaction-run.js'

// What is wrong with a run against a service as a whole. With a mock, nothing is skipped, and nothing is missing.

/** Names the flags of all fixtures and tokens that were not given in one line, to paste. */
function missingFlags(runs: InteractionRuns): string[] {
  const errors = runs.all().map(({ problem }) => problem?.error)
  const flags = new Set(errors.flatMap((error) => (error instanceof MissingFlagsError ? error.flags : [])))
  return flags.size === 0 ? [] : [`some interactions need more flags: ${[...flags].join(' ')}`]
}

/** For each operation: why no interaction whose state needs records was checked. Refusals only count without any other. */
function findUnchecked(runs: InteractionRuns): string[] {
  const { target, states: custom } = runs
  return target.pacts.api.operations.flatMap((operation) => {
    const { method, path, readOnly = method === 'GET' } = operation
    if (!readOnly) return []
    const ofOperation = runs.all().filter((run) => run.operation === operation)
    const groups = [true, undefined].map((answer) =>
      ofOperation.filter(({ interaction: { states } }) =>
        states.some((state) => needsRecords(state, target, custom) === answer),
      ),
    )
    const successful = groups.map((group) =>
      group.filter(({ interaction: { response } }) => response.status < 300),
    )
    // A state such as "no roles exist" needs no records. It only counts without any other.
    const needed = [...successful, ...groups, ofOperation].find(({ length }) => length > 0) ?? []
    const first = needed.find(({ interaction }) => !interaction.pending)?.problem
    if (!first || needed.some(({ problem }) => problem?.kind !== 'skipped')) return []
    const what = needed === ofOperation ? '' : ' with records'
    return [`no response of ${method} ${path}${what} was checked: ${first.message}`]
  })
}

/** Says why an interaction may have been skipped wrongly. */
function mayGoOn(runs: InteractionRuns): string[] {
  const found = runs
    .all()
    .find(({ problem, interaction }) => problem?.error instanceof ListMayGoOn && !interaction.pending)
  return found ? [found.problem!.message] : []
}

/** Says whether too much was skipped: by default, everything of an operation that needs records, or a list that may go on. */
function skippedProblems(
  interactions: readonly InteractionReport[],
  runs: InteractionRuns,
  maxSkipped: number | undefined,
): string[] {
  const { skipped } = countOutcomes({ interactions })
  if (maxSkipped === undefined) {
    const known = `to accept this, use "maxSkipped" (--max-skipped ${skipped})`
    return [...findUnchecked(runs), ...mayGoOn(runs)].map((reason) => `${reason}; ${known}`)
  }
  if (skipped <= maxSkipped) return []
  return [
    `${skipped} of ${interactions.length} interactions are not checkable here, but "maxSkipped" (--max-skipped) allows only ${maxSkipped}`,
  ]
}

/**
 * Says why the service may be another program: no response was a success that only this API would send, and something that must
 * be readable is not, or nothing could be read. A host that responds with 404 to everything would fulfill a pact about an unknown
 * user, and one with a page to log in, a pact that only demands status 200.
 */
async function doubtService(runs: InteractionRuns): Promise<string[]> {
  const { pacts, fixtures, tokens, send, hasSucceeded } = runs.target
  if (hasSucceeded() || !runs.all().some(({ served }) => served && served.status < 500)) return []
  const start =
    'no response of the service was a success of this API, so this may be another program: check its URL'
  const flags = new Set<string>()
  let seen = ''
  for (const { path, scope, readOnly, method, stateIds = {} } of pacts.api.operations) {
    if (method !== 'GET' || readOnly === false || scope === undefined) continue
    const ids = parameterNames(path).map((name) => [name, fixtures[stateIds[name] ?? '']] as const)
    const missing = ids.filter(([, id]) => id === undefined).map(([name]) => stateIds[name])
    if (missing.includes(undefined)) continue
    for (const name of missing) flags.add(`--fixture ${name}=…`)
    if (missing.length > 0) continue
    try {
      const authorization = `Bearer ${await tokens.withScopes([scope], false)}`
      const target = fillPath(path, encodeParams(Object.fromEntries(ids)))
      const { status } = await send({ method, path: target, headers: { authorization } })
      if (hasSucceeded()) return []
      seen ||= `; it responds with ${status} to ${method} ${target} with a valid token`
    } catch (error) {
      if (!(error instanceof MissingFlagsError)) throw error
      for (const flag of error.flags) flags.add(flag)
    }
  }
  return [
    seen === '' ? `${start}, and let conmock read something with ${[...flags].join(' or ')}` : start + seen,
  ]
}

export async function serviceProblems(
  interactions: readonly InteractionReport[],
  runs: InteractionRuns,
  maxSkipped?: number,
): Promise<string[]> {
  return [
    ...missingFlags(runs),
    ...skippedProblems(interactions, runs, maxSkipped),
    ...(interactions.some(isCompared) ? await doubtService(runs) : []),
  ]
}
