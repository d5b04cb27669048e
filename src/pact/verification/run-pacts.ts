import { randomUUID } from 'node:crypto'
import { readMember } from '../../common/plain-object.js'
import type { PactApi } from '../parts/pact-api.js'
import type { ServedPacts } from '../pacts/served-pacts.js'
import { isPendingFailure, type InteractionReport, type VerificationReport } from '../report/report.js'
import { findVerifier } from './find-verifier.js'
import { forward, parseJsonBody, TargetUnreachableError, type Send } from '../common/forward.js'
import { openGateway, type Gateway } from './gateway.js'
import type { InteractionRuns } from './interaction-run.js'
import { judgeAll, type Judgment } from './judge.js'
import type { ExtraChecks } from './extra-checks.js'
import { SetupProblem } from '../../common/errors.js'
import type { Target } from './target.js'
import type { NativeOutcome, VerifierProcess } from './verifier.js'
import type { VerifyOptions } from './verify-options.js'

const SECONDS = 1000
const DEFAULT_SECONDS = 120
export const REQUEST_SECONDS = 4
/** Time limit for a request of the verifier's process to this process. */
const CANARY_MS = 10_000

interface Parts {
  readonly pacts: PactApi
  readonly verifier: VerifierProcess
  readonly served: ServedPacts
  readonly target: Target
  readonly runs: InteractionRuns
  readonly checks: ExtraChecks
}

type Findings = Pick<VerificationReport, 'interactions' | 'problems'>

/** Sends a request to the gateway, from the verifier's process. @throws SetupProblem If something else responds, or nothing. */
async function checkThatRequestsArrive({ api }: PactApi, { url }: Gateway, send: Send): Promise<void> {
  const nonce = randomUUID()
  // Ends with a path of the API, which another program may intercept.
  const path = `/canary${api.operations.find(({ method }) => method === 'GET')?.path ?? api.prefix}`
  const request = { method: 'GET', path, headers: { 'x-nonce': nonce }, body: Buffer.alloc(0) }
  let why = 'another program responds to them'
  try {
    const body = parseJsonBody(await forward(send, new URL(url), request, CANARY_MS))
    if (readMember({ body }, 'body')['nonce'] === nonce) return
  } catch (error) {
    if (!(error instanceof TargetUnreachableError)) throw error
    why = error.message
  }
  throw new SetupProblem(`the requests of the verifier do not reach their destination: ${why}`)
}

function isCompared({ outcome }: InteractionReport): boolean {
  return outcome === 'verified' || outcome === 'broken'
}

function findProblems({ interactions, decided }: Judgment, ended: 'success' | 'failure'): string[] {
  const all = interactions.length
  const compared = interactions.some(isCompared)
  if (!compared && interactions.every(isPendingFailure))
    return ['no interaction was verified: all are pending']
  if (!compared && interactions.every((each) => isPendingFailure(each) || each.outcome === 'skipped')) {
    return ['no interaction was verified: none is checkable here']
  }
  if (decided.length < all) return [`the verifier reported only ${decided.length} of ${all} interactions`]
  const fails = interactions.some((each) => each.outcome !== 'verified' && !isPendingFailure(each))
  if (ended === 'success' || fails) return []
  return ['the verifier failed, although every interaction that it reported succeeded']
}

/** Creates the report. If the verifier was stopped, it contains the results until then. */
function conclude(
  parts: Parts,
  ended: NativeOutcome | SetupProblem,
  { showValues, timeout = DEFAULT_SECONDS }: VerifyOptions,
): Findings {
  const { pacts, served, runs, target, checks } = parts
  const shown = showValues ?? target.mock !== undefined
  const judgment = judgeAll(served, runs, { pacts, showValues: shown, checks })
  const { interactions, decided } = judgment
  if (ended === 'success' || ended === 'failure') {
    return { interactions, problems: findProblems(judgment, ended) }
  }
  const compared = decided.filter(isCompared).length
  const count = `${compared} of ${interactions.length} interactions were compared before`
  const why =
    ended === 'timeout'
      ? `the verifier was stopped after ${timeout} s; allow more time with "timeout" (--timeout)`
      : ended.message
  return { interactions: decided, problems: [compared === 0 ? why : `${why}; ${count}`] }
}

/** Failures of the target are part of the result. @throws SetupProblem If the run cannot start. */
export async function runPacts(parts: Parts, options: VerifyOptions): Promise<Findings> {
  const { verifier, served, runs } = parts
  const { timeout = DEFAULT_SECONDS } = options
  const entry = findVerifier()
  if (served.isEmpty) return conclude(parts, 'failure', options)
  const giveUp = (reason: string) => verifier.stop(new SetupProblem(reason))
  const gateway = await openGateway(runs, served, giveUp)
  try {
    await checkThatRequestsArrive(parts.pacts, gateway, (request) => verifier.send(request))
    const nativeOptions = {
      provider: served.pacts[0]!.provider,
      providerBaseUrl: `${gateway.url}/provider`,
      providerStatesSetupUrl: `${gateway.url}/states`,
      providerStatesTeardown: true,
      pactBrokerUrl: `${gateway.url}/broker/`,
      // Without selectors, the verifier asks no broker. It publishes its results to the gateway.
      consumerVersionSelectors: [{ latest: true }],
      publishVerificationResult: true,
      providerVersion: 'none',
      failIfNoPactsFound: true,
      timeout: (timeout + 1) * SECONDS,
      logLevel: 'error',
    }
    const ended = await verifier.verify(entry, nativeOptions, timeout * SECONDS).catch((error: unknown) => {
      if (error instanceof SetupProblem) return error
      throw error
    })
    return conclude(parts, ended, options)
  } finally {
    await gateway.close()
  }
}
