import { randomUUID } from 'node:crypto'
import { refuseMock } from '../../common/check-options.js'
import { SetupProblem } from '../../common/errors.js'
import { isPlainObject } from '../../common/plain-object.js'
import { DEFAULT_MAX_MS, parseJsonBody, TargetUnreachableError } from '../common/forward.js'
import { throughProxy } from '../common/proxy.js'
import { findVerifier } from '../package-files.js'
import type { PactApi } from '../parts/pact-api.js'
import { ofProvider, readPacts, type Pact } from '../pacts/pact-file.js'
import { toDocuments } from '../pacts/served-pacts.js'
import { formatReport } from '../report/format-report.js'
import { redacted, redactor } from '../report/redact.js'
import {
  countOutcomes,
  isCompared,
  isPendingFailure,
  VerificationError,
  type InteractionReport,
  type VerificationReport,
} from '../report/report.js'
import { basicCredential } from './client-credentials.js'
import { openGateway, type Gateway } from './gateway.js'
import { InteractionRuns } from './interaction-run.js'
import { judgeAll, type Judgment } from './judge.js'
import { mockTarget } from './mock-target.js'
import { serviceProblems } from './service-problems.js'
import { checkIsNotConmock, serviceTarget } from './target.js'
import { VerifierProcess, type NativeOutcome } from './verifier.js'
import { checkVerifyOptions, type VerifyOptions } from './verify-options.js'

const DEFAULT_PACTS = 'pacts'
const SECONDS = 1000
const DEFAULT_SECONDS = 120
/** Time limit for a request of the verifier's process to this process. */
const CANARY_MS = 10_000

/** Returns the secrets in the options. No other process may get them. */
function listSecrets({ against }: VerifyOptions): string[] {
  const client = against?.clientCredentials
  const ofClient = client ? [client.clientSecret, basicCredential(client)] : []
  return [...ofClient, ...Object.values(against?.tokens ?? {})].filter((secret) => secret !== undefined)
}

/** Sends a request to the gateway, from the verifier's process. @throws SetupProblem If something else responds, or nothing. */
async function checkThatRequestsArrive(
  { api }: PactApi,
  gateway: Gateway,
  verifier: VerifierProcess,
): Promise<void> {
  const nonce = randomUUID()
  const { origin, pathname } = new URL(gateway.url)
  // Ends with a path of the API, which another program may intercept.
  const end = api.operations.find(({ method }) => method === 'GET')?.path ?? api.prefix
  const request = { method: 'GET', path: `${pathname}/canary${end}`, headers: { 'x-nonce': nonce } }
  let why = 'another program responds to them'
  try {
    const { body } = await verifier.send({ origin, ...request, body: Buffer.alloc(0), maxMs: CANARY_MS })
    const json = parseJsonBody({ body: Buffer.from(body) })
    if (isPlainObject(json) && json['nonce'] === nonce) return
  } catch (error) {
    if (!(error instanceof TargetUnreachableError)) throw error
    why = error.message
  }
  throw new SetupProblem(`the requests of the verifier do not reach their destination: ${why}`)
}

/** Lets the native verifier compare. Failures of the target are part of the result. @throws SetupProblem If it cannot start. */
async function runVerifier(
  verifier: VerifierProcess,
  runs: InteractionRuns,
  pacts: readonly Pact[],
  seconds: number,
): Promise<NativeOutcome | SetupProblem> {
  const entry = findVerifier()
  const documents = toDocuments(pacts)
  // Without any document, it would report an error.
  if (documents.length === 0) return 'failure'
  const gateway = await openGateway(runs, documents, (why) => verifier.stop(new SetupProblem(why)))
  try {
    await checkThatRequestsArrive(runs.target.pacts, gateway, verifier)
    const options = {
      provider: pacts[0]!.provider,
      providerBaseUrl: `${gateway.url}/provider`,
      providerStatesSetupUrl: `${gateway.url}/states`,
      providerStatesTeardown: true,
      pactUrls: gateway.pactUrls,
      // It publishes its results to the gateway.
      publishVerificationResult: true,
      providerVersion: 'none',
      timeout: (seconds + 1) * SECONDS,
      logLevel: 'error',
    }
    return await verifier.verify(entry, options, seconds * SECONDS).catch((error: unknown) => {
      if (error instanceof SetupProblem) return error
      throw error
    })
  } finally {
    await gateway.close()
  }
}

/** Finds what is wrong with a run that was not stopped, although no single interaction shows it. */
function findProblems({ interactions, decided }: Judgment, ended: 'success' | 'failure'): string[] {
  const all = interactions.length
  const compared = interactions.some(isCompared)
  // If all were compared, a consumer that has just begun must not fail the service.
  if (interactions.every(isPendingFailure) && !interactions.every(isCompared))
    return ['no interaction was verified: all are pending']
  if (!compared && interactions.every((each) => isPendingFailure(each) || each.outcome === 'skipped')) {
    return ['no interaction was verified: none is checkable here']
  }
  if (decided.length < all) return [`the verifier reported only ${decided.length} of ${all} interactions`]
  const fails = interactions.some((each) => each.outcome !== 'verified' && !isPendingFailure(each))
  if (ended === 'success' || fails) return []
  return ['the verifier failed, although every interaction that it reported succeeded']
}

/** Says why a run was stopped, and how far it came. */
function stoppedProblem({ interactions, decided }: Judgment, why: string): string {
  const compared = decided.filter(isCompared).length
  return compared === 0 ? why : `${why}; ${compared} of ${interactions.length} interactions were compared`
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

function decideOutcome(
  interactions: readonly InteractionReport[],
  problems: readonly string[],
): VerificationReport['outcome'] {
  const counts = countOutcomes({ interactions })
  if (counts.broken > 0) return 'broken'
  if (problems.length > 0 || counts.problems > 0) return 'problem'
  return counts.verified + counts.pending > 0 ? 'verified' : 'problem'
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
  const { against, provider, timeout = DEFAULT_SECONDS, requestTimeout } = options
  const secrets = listSecrets(options)
  let verifier: VerifierProcess | undefined
  /** Starts the process when it is needed: not for pacts that cannot be read. */
  const started = () => (verifier ??= new VerifierProcess(secrets))
  let hasResponded = against === undefined
  const send = throughProxy(async (request) => {
    const answer = await started().send(request)
    hasResponded = true
    return answer
  })
  const maxMs = requestTimeout === undefined ? DEFAULT_MAX_MS : requestTimeout * SECONDS
  const target = against
    ? serviceTarget(api, against, send, maxMs)
    : mockTarget(api, options.mock ?? {}, maxMs)
  let interactions: readonly InteractionReport[] = []
  const problems: string[] = []
  const notes: string[] = []
  try {
    const pacts = given ?? ofProvider(await readPacts(options.pacts ?? DEFAULT_PACTS), provider, notes)
    if (against) await checkIsNotConmock(against.url, send, maxMs)
    const all = pacts.flatMap((pact) => pact.interactions)
    const runs = new InteractionRuns(target, all, options.states, () => hasResponded)
    const ended = await runVerifier(started(), runs, pacts, timeout)
    const judgment = judgeAll(runs, {
      specification,
      assumptions: options.failOn === 'assumed',
      showValues: options.showValues ?? against === undefined,
    })
    if (ended === 'success' || ended === 'failure') {
      interactions = judgment.interactions
      problems.push(...findProblems(judgment, ended))
    } else {
      interactions = judgment.decided
      const late = `the verifier was stopped after ${timeout} s; allow more time with "timeout" (--timeout)`
      problems.push(stoppedProblem(judgment, ended === 'timeout' ? late : ended.message))
    }
    if (against) {
      problems.push(...(await serviceProblems(interactions, runs, options.maxSkipped)))
      interactions = await withMock(api, interactions, pacts, options)
    }
  } catch (error) {
    if (!(error instanceof SetupProblem)) throw error
    problems.push(error.message)
  } finally {
    await verifier?.close()
    await target.close()
  }
  const outcome = decideOutcome(interactions, problems)
  const redact = redactor([...secrets, ...target.tokens.secrets()])
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
