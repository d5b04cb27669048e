import { BrokerSource, defaultSelectors } from '../pacts/broker-source.js'
import { findVerifier } from './find-verifier.js'
import { formatReport } from '../report/format-report.js'
import { openGateway } from './gateway.js'
import { InteractionRuns } from './interaction-run.js'
import { judgeAll, type Judgement } from './judge.js'
import { localSource } from '../pacts/local-source.js'
import { ofProvider, readPacts } from '../pacts/pact-sources.js'
import type { PactSource } from '../pacts/pact-source.js'
import { SetupProblem } from './problem.js'
import { probe } from './probe.js'
import {
  countsOf,
  isExcused,
  VerificationError,
  type InteractionReport,
  type VerificationReport,
} from '../report/report.js'
import { redacted, redactedLines, redactor } from '../report/redact.js'
import { runVerifier, type NativeOptions, type VerifierOutcome } from './run-verifier.js'
import { mockTarget, serviceTarget, type Target } from './target.js'
import { checkVerifyOptions, type VerifyOptions } from './verify-options.js'

const SECONDS = 1000
/** For one answer of the target. */
const REQUEST_SECONDS = 4
const DEFAULT_PACTS = 'pacts'

async function openSource(options: VerifyOptions): Promise<PactSource> {
  const { broker, pacts = DEFAULT_PACTS, provider } = options
  if (broker) return new BrokerSource(broker)
  const names = typeof pacts === 'string' ? [pacts] : pacts
  return localSource(ofProvider(await readPacts(names), provider))
}

function outcomeOf(
  interactions: readonly InteractionReport[],
  problems: readonly string[],
): VerificationReport['outcome'] {
  const counts = countsOf({ interactions })
  if (counts.broken > 0) return 'broken'
  if (problems.length > 0 || counts.problems > 0 || counts.skipped > 0) return 'problem'
  return counts.verified + counts.pending > 0 ? 'verified' : 'problem'
}

/** What no other process is to have. */
export function secretsOf({ broker, target }: VerifyOptions): string[] {
  const tokens = Object.values(target?.tokens ?? {})
  const all = [broker?.token, target?.clientCredentials?.clientSecret, ...tokens]
  return all.filter((secret) => secret !== undefined)
}

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

/** What is wrong with the run as a whole, after it has ended. */
function problemsOf(
  source: PactSource,
  { interactions, untold }: Judgement,
  verifier: VerifierOutcome,
): string[] {
  if (source.problem !== undefined) return [source.problem]
  const all = interactions.length
  if (all === 0) return ['no pact found: no interaction was verified']
  const compared = interactions.some(({ outcome }) => outcome === 'verified' || outcome === 'broken')
  if (!compared && interactions.every(isExcused)) return ['no interaction was verified: all are pending']
  if (untold > 0) return [`the verifier told of ${all - untold} of ${all} interactions`]
  const fails = interactions.some((each) => each.outcome !== 'verified' && !isExcused(each))
  if (verifier.success || fails) return []
  return ['the verifier failed, though each interaction that it told of succeeded']
}

/** Runs the pacts of a source against a target. Never throws for what the target does. */
async function run(
  parts: {
    readonly entry: string
    readonly source: PactSource
    readonly target: Target
    readonly secrets: readonly string[]
  },
  options: VerifyOptions,
): Promise<Pick<VerificationReport, 'interactions' | 'problems'>> {
  const { entry, source, target, secrets } = parts
  const { timeout = 120, requestTimeout = REQUEST_SECONDS, states = {}, onOutput } = options
  const mostMs = requestTimeout * SECONDS
  const stopped = new AbortController()
  const runs = new InteractionRuns({
    target,
    states,
    mostMs,
    interactionOf: (id) =>
      source.pacts.flatMap(({ interactions }) => interactions).find((each) => each.id === id),
  })
  const giveUp = (reason: string) => stopped.abort(new SetupProblem(reason))
  const gateway = await openGateway({ runs, source, giveUp })
  try {
    await probe(target.url, mostMs)
    const verifier = await runVerifier({
      entry,
      options: {
        provider: options.provider ?? source.pacts[0]?.provider ?? '',
        providerBaseUrl: gateway.providerUrl,
        providerStatesSetupUrl: gateway.statesUrl,
        pactBrokerUrl: gateway.brokerUrl,
        ...brokerOptions(options),
        // The results are published to the gateway; whether they go further is its affair.
        publishVerificationResult: true,
        failIfNoPactsFound: true,
        timeout: (timeout + 1) * SECONDS,
        logLevel: onOutput ? 'info' : 'error',
      },
      mostMs: timeout * SECONDS,
      signal: stopped.signal,
      secrets,
      onOutput,
    })
    const judgement = judgeAll(source, runs)
    return { interactions: judgement.interactions, problems: problemsOf(source, judgement, verifier) }
  } finally {
    await gateway.close()
  }
}

/** Turns what kept a verification from being done into a report. */
function reportOf(error: unknown, target: VerificationReport['target']): VerificationReport {
  if (!(error instanceof SetupProblem)) throw error
  return { outcome: 'problem', target, interactions: [], problems: [error.message] }
}

/** Verifies, and says what came out, whatever that is. @param alsoSecret Secrets of another verification beside it. */
export async function examine(
  options: VerifyOptions,
  alsoSecret: readonly string[] = [],
): Promise<VerificationReport> {
  checkVerifyOptions(options)
  const where = options.target
    ? ({ kind: 'service', url: options.target.url } as const)
    : ({ kind: 'mock' } as const)
  let target: Target | undefined
  const secrets = [...secretsOf(options), ...alsoSecret]
  const redact = redactor(() => [...secrets, ...(target?.tokens.secrets() ?? [])])
  const lines = options.onOutput && redactedLines(redact, options.onOutput)
  try {
    const source = await openSource(options)
    const entry = findVerifier()
    target = options.target
      ? serviceTarget(options.target, (options.requestTimeout ?? REQUEST_SECONDS) * SECONDS)
      : await mockTarget(options.mock ?? {})
    const { interactions, problems } = await run(
      { entry, source, target, secrets },
      { ...options, onOutput: lines?.take },
    )
    const outcome = outcomeOf(interactions, problems)
    return redacted({ outcome, target: where, interactions, problems }, redact)
  } catch (error) {
    return redacted(reportOf(error, where), redact)
  } finally {
    lines?.end()
    await target?.close()
  }
}

/**
 * Verifies pacts against a mock, or against a real service. It may run many times in one process, and at once.
 *
 * @returns The report, when every contract is verified; interactions that are pending may have failed.
 * @throws VerificationError In every other case: a contract is broken, a state cannot be brought about, no pact was
 *   found, the target cannot be reached, the verifier crashed. It holds the report.
 * @throws InvalidOptionError For options that make no sense.
 * @example
 * await verifyPacts({ pacts: 'pacts' })
 */
export async function verifyPacts(options: VerifyOptions = {}): Promise<VerificationReport> {
  const report = await examine(options)
  if (report.outcome === 'verified') return report
  throw new VerificationError(report, formatReport(report))
}
