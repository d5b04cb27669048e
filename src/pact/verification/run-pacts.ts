import { randomUUID } from 'node:crypto'
import { isPlainObject } from '../../contract/plain-object.js'
import { defaultSelectors } from '../pacts/broker-source.js'
import type { PactSource } from '../pacts/pact-source.js'
import { isExcused, type VerificationReport } from '../report/report.js'
import { findVerifier } from './find-verifier.js'
import { forward, jsonOf, type Send } from './forward.js'
import { openGateway, type Gateway } from './gateway.js'
import type { InteractionRuns } from './interaction-run.js'
import { judgeAll, type Judgement } from './judge.js'
import type { OwnChecks } from './own-checks.js'
import { SetupProblem } from './problem.js'
import type { Target } from './target.js'
import {
  TargetUnreachable,
  type NativeOptions,
  type NativeOutcome,
  type VerifierProcess,
} from './verifier.js'
import type { VerifyOptions } from './verify-options.js'

const SECONDS = 1000
/** For everything. */
const DEFAULT_SECONDS = 120
/** For one answer of the target. */
export const REQUEST_SECONDS = 4
/** For a request to this very process. */
const CANARY_MS = 10_000

interface Parts {
  readonly verifier: VerifierProcess
  readonly source: PactSource
  readonly target: Target
  readonly runs: InteractionRuns
  readonly checks: OwnChecks
}

type Findings = Pick<VerificationReport, 'interactions' | 'problems'>

function brokerOptions({ broker }: VerifyOptions): NativeOptions {
  if (!broker) return { consumerVersionSelectors: [{ latest: true }], providerVersion: 'none' }
  const { consumerVersionSelectors = defaultSelectors, pending, wipSince, providerBranch, buildUrl } = broker
  return {
    consumerVersionSelectors,
    enablePending: pending === true || wipSince !== undefined,
    providerVersion: broker.providerVersion ?? 'none',
    ...(wipSince === undefined ? {} : { includeWipPactsSince: wipSince }),
    ...(providerBranch === undefined ? {} : { providerVersionBranch: providerBranch }),
    ...(buildUrl === undefined ? {} : { buildUrl }),
  }
}

/** Sends a request that only this run can answer. @throws SetupProblem When another answers it, or nobody does. */
async function checkThatRequestsArrive({ canaryUrl }: Gateway, send: Send): Promise<void> {
  const nonce = randomUUID()
  const { origin, pathname } = new URL(canaryUrl)
  const request = { method: 'GET', path: pathname, headers: { 'x-nonce': nonce }, body: Buffer.alloc(0) }
  let why = 'something else answers them'
  try {
    const body = jsonOf(await forward(send, new URL(origin), request, CANARY_MS))
    if (isPlainObject(body) && body['nonce'] === nonce) return
  } catch (error) {
    if (!(error instanceof TargetUnreachable)) throw error
    why = error.message
  }
  throw new SetupProblem(`requests of the verifier do not arrive where they are sent: ${why}`)
}

/** What is wrong with the run as a whole, after it has ended. */
function problemsOf(
  { source, target, runs }: Parts,
  { interactions, untold }: Judgement,
  ended: 'success' | 'failure',
): string[] {
  if (source.problem !== undefined) return [source.problem]
  const all = interactions.length
  if (all === 0) return ['no pact found: no interaction was verified']
  const received = target.received()
  if (received !== undefined && received < runs.sent) {
    return [
      `the mock received ${received} of ${runs.sent} requests: something stands between it and the verifier`,
    ]
  }
  const compared = interactions.some(({ outcome }) => outcome === 'verified' || outcome === 'broken')
  if (!compared && interactions.every(isExcused)) return ['no interaction was verified: all are pending']
  if (untold.size > 0) return [`the verifier told of ${all - untold.size} of ${all} interactions`]
  const fails = interactions.some((each) => each.outcome !== 'verified' && !isExcused(each))
  if (ended === 'success' || fails) return []
  return ['the verifier failed, though each interaction that it told of succeeded']
}

/** What is to be reported. Where the verifier was stopped, that is what it had told of before. */
function conclude(
  parts: Parts,
  ended: NativeOutcome | SetupProblem,
  { showValues, timeout = DEFAULT_SECONDS }: VerifyOptions,
): Findings {
  const { source, runs, target } = parts
  const judgement = judgeAll(source, runs, showValues ?? target.kind === 'mock')
  if (ended === 'success' || ended === 'failure') {
    return { interactions: judgement.interactions, problems: problemsOf(parts, judgement, ended) }
  }
  const decided = judgement.interactions.filter((_, index) => !judgement.untold.has(index))
  const count = `${decided.length} of ${judgement.interactions.length} interactions were verified before`
  const why =
    ended === 'timeout'
      ? `the verifier did not end within ${timeout} s, and was stopped; "timeout" (--timeout) allows it more`
      : ended.message
  return { interactions: decided, problems: [decided.length === 0 ? why : `${why}; ${count}`] }
}

/**
 * Runs the pacts of a source against a target. Never throws for what the target does.
 *
 * @throws SetupProblem When it cannot even begin.
 */
export async function runPacts(parts: Parts, options: VerifyOptions): Promise<Findings> {
  const { verifier, source, target, runs, checks } = parts
  const { timeout = DEFAULT_SECONDS, requestTimeout = REQUEST_SECONDS } = options
  const entry = findVerifier()
  const stopped = new AbortController()
  const giveUp = (reason: string) => stopped.abort(new SetupProblem(reason))
  const gateway = await openGateway({ runs, source, checks, giveUp })
  try {
    await checkThatRequestsArrive(gateway, (request) => verifier.send(request))
    await verifier.connect(target.url.origin, requestTimeout * SECONDS).catch((error: unknown) => {
      throw error instanceof TargetUnreachable ? new SetupProblem(error.message) : error
    })
    const ended = await verifier
      .verify({
        entry,
        options: {
          provider: options.provider ?? source.pacts[0]?.provider ?? '',
          providerBaseUrl: gateway.providerUrl,
          providerStatesSetupUrl: gateway.statesUrl,
          providerStatesTeardown: true,
          pactBrokerUrl: gateway.brokerUrl,
          ...brokerOptions(options),
          // The results are published to the gateway; whether they go further is its affair.
          publishVerificationResult: true,
          failIfNoPactsFound: true,
          timeout: (timeout + 1) * SECONDS,
          logLevel: options.onOutput ? 'info' : 'error',
        },
        maxMs: timeout * SECONDS,
        signal: stopped.signal,
      })
      .catch((error: unknown) => {
        if (error instanceof SetupProblem) return error
        throw error
      })
    return conclude(parts, ended, options)
  } finally {
    await gateway.close()
  }
}
