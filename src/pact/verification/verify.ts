import type { PactApi } from '../parts/pact-api.js'
import type { Pact } from '../pacts/pact-file.js'
import { refuseMock } from '../../common/check-options.js'
import { ofProvider, readPacts } from '../pacts/read-pacts.js'
import { ServedPacts } from '../pacts/served-pacts.js'
import { formatReport } from '../report/format-report.js'
import {
  countOutcomes,
  VerificationError,
  type InteractionReport,
  type VerificationReport,
} from '../report/report.js'
import { redacted, redactor } from '../report/redact.js'
import { throughProxy } from '../common/proxy.js'
import { basicCredential } from './client-credentials.js'
import { InteractionRuns } from './interaction-run.js'
import { SetupProblem } from '../../common/errors.js'
import { REQUEST_SECONDS, runPacts } from './run-pacts.js'
import { mockTarget } from './mock-target.js'
import { checkIsNotConmock, serviceTarget } from './target.js'
import { VerifierProcess } from './verifier.js'
import { checkVerifyOptions, type VerifyOptions } from './verify-options.js'

const DEFAULT_PACTS = 'pacts'

async function read({ pacts: given = DEFAULT_PACTS, provider }: VerifyOptions) {
  return ofProvider(await readPacts(typeof given === 'string' ? [given] : given), provider)
}

function decideOutcome(
  interactions: readonly InteractionReport[],
  problems: readonly string[],
): VerificationReport['outcome'] {
  const counts = countOutcomes({ interactions })
  if (counts.broken > 0) return 'broken'
  if (problems.length > 0 || counts.problems > 0) return 'problem'
  return counts.verified + counts.pending > 0 ? 'verified' : 'problem'
}

/** Returns the secrets in the options. No other process may get them. */
function listSecrets({ against }: VerifyOptions): string[] {
  const client = against?.clientCredentials
  const ofClient = client ? [client.clientSecret, basicCredential(client)] : []
  return [...ofClient, ...Object.values(against?.tokens ?? {})].filter((secret) => secret !== undefined)
}

/** One line with all missing flags, to paste. */
function flagsProblem(flags: ReadonlySet<string>): string[] {
  return flags.size === 0 ? [] : [`some interactions need more flags: ${[...flags].join(' ')}`]
}

/** Says whether too much was skipped: by default, everything of an operation that needs records, or a list that may go on. */
export function skippedProblems(
  { interactions }: Pick<VerificationReport, 'interactions'>,
  runs: InteractionRuns,
  { maxSkipped }: VerifyOptions,
): string[] {
  const { skipped } = countOutcomes({ interactions })
  if (maxSkipped === undefined) {
    const known = `if you know that, allow it with "maxSkipped" (--max-skipped ${skipped})`
    return [...runs.findUnchecked(), ...(runs.doubt === undefined ? [] : [runs.doubt])].map(
      (reason) => `${reason}; ${known}`,
    )
  }
  if (skipped <= maxSkipped) return []
  return [
    `${skipped} of ${interactions.length} interactions are not checkable here, but "maxSkipped" (--max-skipped) allows only ${maxSkipped}`,
  ]
}

/** Adds to each interaction that a service breaks whether a mock fulfills it. Only these are verified again. */
async function withMock(
  api: PactApi,
  interactions: readonly InteractionReport[],
  pacts: readonly Pact[],
  options: VerifyOptions,
): Promise<readonly InteractionReport[]> {
  const broken = interactions.map(({ outcome }) => outcome === 'broken')
  if (!broken.includes(true)) return interactions
  let index = 0
  const chosen = pacts.map((pact) => ({
    ...pact,
    interactions: pact.interactions.filter(() => broken[index++]),
  }))
  const ofMock = { ...options, against: undefined, maxSkipped: undefined }
  const { interactions: inMock } = await runVerification(api, ofMock, {
    given: chosen.filter((pact) => pact.interactions.length > 0),
  })
  let next = 0
  return interactions.map((each, at) => {
    const mock = broken[at] ? inMock[next++]?.outcome : undefined
    return mock === undefined ? each : { ...each, mock }
  })
}

interface RunOptions {
  /** Pacts that were read before. */
  readonly given?: readonly Pact[]
  /** Whether each successful response must follow the API specification. @default for a real service */
  readonly specification?: boolean
}

/** Runs a verification with options that were checked. Failures are part of the report. */
export async function runVerification(
  api: PactApi,
  options: VerifyOptions,
  { given, specification = options.against !== undefined }: RunOptions = {},
): Promise<VerificationReport> {
  const mock = options.against ? undefined : mockTarget(api, options.mock ?? {})
  const secrets = listSecrets(options)
  const redact = redactor(() => [...secrets, ...target.tokens.secrets()])
  let verifier: VerifierProcess | undefined
  /** Starts the process when it is needed: not for pacts that cannot be read. */
  const started = () => (verifier ??= new VerifierProcess(secrets))
  const send = throughProxy((request) => started().send(request))
  const maxMs = (options.requestTimeout ?? REQUEST_SECONDS) * 1000
  const target = mock ?? serviceTarget(api, options.against!, send, maxMs)
  let interactions: readonly InteractionReport[] = []
  const problems: string[] = []
  const notes: string[] = []
  try {
    const { pacts, notes: leftOut } = given ? { pacts: given, notes: [] } : await read(options)
    notes.push(...leftOut)
    if (options.against) await checkIsNotConmock(options.against.url, send, maxMs)
    const served = new ServedPacts(pacts)
    const all = pacts.flatMap((pact) => pact.interactions)
    const interactionOf = (id: string) => all.find((each) => each.id === id)
    const runs = new InteractionRuns({ target, states: options.states ?? {}, maxMs, interactionOf })
    const checks = { specification, assumptions: options.failOn === 'assumed' }
    const findings = await runPacts(
      { pacts: api, verifier: started(), served, target, runs, checks },
      options,
    )
    problems.push(
      ...findings.problems,
      ...flagsProblem(runs.missingFlags),
      ...skippedProblems(findings, runs, options),
    )
    interactions = options.against
      ? await withMock(api, findings.interactions, pacts, options)
      : findings.interactions
  } catch (error) {
    if (!(error instanceof SetupProblem)) throw error
    problems.push(error.message)
  } finally {
    await verifier?.close()
    await target.close()
  }
  const outcome = decideOutcome(interactions, problems)
  return redacted({ outcome, target: target.description, interactions, problems, notes }, redact)
}

/** Verifies pacts. The public function describes its errors. */
export async function verifyPacts(api: PactApi, options: VerifyOptions): Promise<VerificationReport> {
  refuseMock(options, 'verifyPacts({ mock })')
  checkVerifyOptions(api, options)
  const report = await runVerification(api, options)
  if (report.outcome === 'verified') return report
  throw new VerificationError(report, formatReport(report))
}
