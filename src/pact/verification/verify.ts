import { ofProvider, readPacts } from '../pacts/read-pacts.js'
import { ServedPacts } from '../pacts/served-pacts.js'
import { formatReport } from '../report/format-report.js'
import {
  countsOf,
  VerificationError,
  type InteractionReport,
  type VerificationReport,
} from '../report/report.js'
import { redacted, redactedLines, redactor } from '../report/redact.js'
import type { Send } from '../common/forward.js'
import { InteractionRuns } from './interaction-run.js'
import { SetupProblem } from '../common/problem.js'
import { REQUEST_SECONDS, runPacts } from './run-pacts.js'
import { checkIsNotConmock, mockTarget, serviceTarget, type Target } from './target.js'
import { VerifierProcess } from './verifier.js'
import { checkVerifyOptions, type VerifyOptions } from './verify-options.js'

const DEFAULT_PACTS = 'pacts'

async function read({ pacts: given = DEFAULT_PACTS, provider }: VerifyOptions) {
  return ofProvider(await readPacts(typeof given === 'string' ? [given] : given), provider)
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

/** Returns the secrets in the options. No other process may get them. */
export function secretsOf({ against }: VerifyOptions): string[] {
  const tokens = Object.values(against?.tokens ?? {})
  const all = [against?.clientCredentials?.clientSecret, ...tokens]
  return all.filter((secret) => secret !== undefined)
}

const DAY = 24 * 60 * 60 * 1000
const MAX_AGE_DAYS = 180

/** Says how old a measured profile is. Nothing fails because of it, because age proves nothing. */
function notesOnAge({ description: about, mock }: Target): string[] {
  if (about.kind !== 'mock' || about.measured === undefined || !mock) return []
  const days = Math.floor((mock.clock.now() - Date.parse(about.measured)) / DAY)
  return days > MAX_AGE_DAYS
    ? [`the profile was measured ${days} days ago; to measure it again: conmock probe URL --check FILE`]
    : []
}

/** Runs a verification with options that were checked. Failures are part of the report. */
export async function runVerification(
  options: VerifyOptions,
  more: { readonly alsoSecret?: readonly string[]; readonly specification?: boolean } = {},
): Promise<VerificationReport> {
  const { alsoSecret = [], specification = false } = more
  const mock = options.against ? undefined : await mockTarget(options.mock ?? {})
  const secrets = [...secretsOf(options), ...alsoSecret]
  const redact = redactor(() => [...secrets, ...target.tokens.secrets()])
  const lines = options.onOutput && redactedLines(redact, options.onOutput)
  const verifier = new VerifierProcess({ secrets, onOutput: lines?.take })
  const send: Send = (request) => verifier.send(request)
  const maxMs = (options.requestTimeout ?? REQUEST_SECONDS) * 1000
  const target = mock ?? serviceTarget(options.against!, send, maxMs)
  let interactions: readonly InteractionReport[] = []
  const problems: string[] = []
  const notes = notesOnAge(target)
  try {
    if (options.against) await checkIsNotConmock(options.against.url, send, maxMs)
    const { pacts, notes: leftOut } = await read(options)
    notes.push(...leftOut)
    const served = new ServedPacts(pacts)
    const all = pacts.flatMap((pact) => pact.interactions)
    const interactionOf = (id: string) => all.find((each) => each.id === id)
    const runs = new InteractionRuns({ target, states: options.states ?? {}, send, maxMs, interactionOf })
    const checks = { specification, assumptions: options.failOn === 'assumed' }
    const findings = await runPacts({ verifier, served, target, runs, checks }, options)
    interactions = findings.interactions
    problems.push(...findings.problems)
  } catch (error) {
    if (!(error instanceof SetupProblem)) throw error
    problems.push(error.message)
  } finally {
    await verifier.close()
    lines?.end()
    await target.close()
  }
  const outcome = outcomeOf(interactions, problems)
  return redacted({ outcome, target: target.description, interactions, problems, notes }, redact)
}

/**
 * Verifies pacts against the mock or a real service. Several verifications may run at the same time.
 *
 * @returns The report, if every interaction was verified or is pending.
 * @throws VerificationError In every other case: a contract is broken, a state cannot be set up, no pact was found, the
 *   target cannot be reached, the verifier crashed. Its `report` has the details.
 * @throws InvalidOptionError For invalid options.
 * @example
 * await verifyPacts({ pacts: 'pacts' })
 */
export async function verifyPacts(options: VerifyOptions = {}): Promise<VerificationReport> {
  checkVerifyOptions(options)
  const report = await runVerification(options)
  if (report.outcome === 'verified') return report
  throw new VerificationError(report, formatReport(report))
}
