import { BrokerSource } from '../pacts/broker-source.js'
import { localSource } from '../pacts/local-source.js'
import type { PactSource } from '../pacts/pact-source.js'
import { ofProvider, readPacts } from '../pacts/read-pacts.js'
import { formatReport } from '../report/format-report.js'
import {
  countsOf,
  VerificationError,
  type InteractionReport,
  type VerificationReport,
} from '../report/report.js'
import { redacted, redactedLines, redactor } from '../report/redact.js'
import type { Send } from './forward.js'
import { InteractionRuns } from './interaction-run.js'
import { SetupProblem } from './problem.js'
import { REQUEST_SECONDS, runPacts } from './run-pacts.js'
import { mockTarget, serviceTarget, type Target } from './target.js'
import { VerifierProcess } from './verifier.js'
import { checkVerifyOptions, type VerifyOptions } from './verify-options.js'

const DEFAULT_PACTS = 'pacts'

/** Where the pacts come from, and what the reader should know of them. */
async function openSource(
  options: VerifyOptions,
  send: Send,
): Promise<{ readonly source: PactSource; readonly notes: readonly string[] }> {
  const { broker, pacts: given = DEFAULT_PACTS, provider } = options
  if (broker) return { source: new BrokerSource(broker, send), notes: [] }
  const names = typeof given === 'string' ? [given] : given
  const { pacts, notes } = ofProvider(await readPacts(names), provider)
  return { source: localSource(pacts), notes }
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

/** Turns what kept a verification from being done into a report. */
function reportOf(error: unknown, target: VerificationReport['target']): VerificationReport {
  if (!(error instanceof SetupProblem)) throw error
  return { outcome: 'problem', target, interactions: [], problems: [error.message], notes: [] }
}

/**
 * Verifies, and says what came out, whatever that is.
 *
 * @param more.alsoSecret Secrets of another verification beside it.
 * @param more.specification Whether a success must be what the specification says, whatever the pact leaves out.
 */
export async function examine(
  options: VerifyOptions,
  more: { readonly alsoSecret?: readonly string[]; readonly specification?: boolean } = {},
): Promise<VerificationReport> {
  checkVerifyOptions(options)
  const { alsoSecret = [], specification = false } = more
  const where = options.target
    ? ({ kind: 'service', url: options.target.url } as const)
    : ({ kind: 'mock' } as const)
  let target: Target | undefined
  const secrets = [...secretsOf(options), ...alsoSecret]
  const redact = redactor(() => [...secrets, ...(target?.tokens.secrets() ?? [])])
  const lines = options.onOutput && redactedLines(redact, options.onOutput)
  const verifier = new VerifierProcess({ secrets, onOutput: lines?.take })
  const send: Send = (request) => verifier.send(request)
  const maxMs = (options.requestTimeout ?? REQUEST_SECONDS) * 1000
  try {
    const { source, notes } = await openSource(options, send)
    target = options.target
      ? serviceTarget(options.target, send, maxMs)
      : await mockTarget(options.mock ?? {})
    const runs = new InteractionRuns({
      target,
      states: options.states ?? {},
      send,
      maxMs,
      interactionOf: (id) =>
        source.pacts.flatMap(({ interactions }) => interactions).find((each) => each.id === id),
    })
    const checks = { specification, assumptions: options.failOn === 'assumed' }
    const { interactions, problems } = await runPacts({ verifier, source, target, runs, checks }, options)
    const outcome = outcomeOf(interactions, problems)
    return redacted({ outcome, target: where, interactions, problems, notes }, redact)
  } catch (error) {
    return redacted(reportOf(error, where), redact)
  } finally {
    await verifier.close()
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
