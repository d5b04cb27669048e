import { InvalidOptionError } from '../../contract/errors.js'
import { referencePacts } from '../package-files.js'
import type { InteractionReport, VerificationReport } from '../report/report.js'
import type { ServiceOptions } from './target.js'
import { examine, secretsOf } from './verify.js'
import type { VerifyOptions } from './verify-options.js'

/**
 * Where mock and service stand to a pact: `both` hold it; `drift`, the mock holds it and the service does not, so the
 * mock misleads; `too-strict`, only the service holds it; `neither`, so the pact is wrong; `skipped`, when the service
 * cannot have its states; `problem`, when one of them could not be asked.
 */
export type Agreement = 'both' | 'drift' | 'too-strict' | 'neither' | 'skipped' | 'problem'

/** One interaction, verified against both. */
export interface InteractionComparison {
  readonly agreement: Agreement
  readonly mock: InteractionReport
  readonly service: InteractionReport
}

/** Everything that a comparison has found out. */
export interface ComparisonReport {
  /**
   * `same`, when both hold every pact that could be compared; `different`, when one does not; `problem`, when nothing
   * could be compared, or something went wrong.
   */
  readonly outcome: 'same' | 'different' | 'problem'
  /** The address of the service. */
  readonly against: string
  readonly interactions: readonly InteractionComparison[]
  /** What was wrong with the set-up as a whole, a line each. */
  readonly problems: readonly string[]
}

/** What is to be compared. */
export interface CompareOptions extends Omit<VerifyOptions, 'target'> {
  /** The real service. */
  readonly against: ServiceOptions
  /** Files, folders and glob patterns. Default: conmock's own reference pacts, which cover both operations. */
  readonly pacts?: string | readonly string[] | undefined
}

function agreementOf(mock: InteractionReport, service: InteractionReport): Agreement {
  if (mock.outcome === 'problem' || service.outcome === 'problem') return 'problem'
  if (service.outcome === 'skipped' || mock.outcome === 'skipped') return 'skipped'
  if (mock.outcome === 'verified') return service.outcome === 'verified' ? 'both' : 'drift'
  return service.outcome === 'verified' ? 'too-strict' : 'neither'
}

function outcomeOf(
  agreements: readonly Agreement[],
  problems: readonly string[],
): ComparisonReport['outcome'] {
  if (problems.length > 0 || agreements.includes('problem')) return 'problem'
  const compared = agreements.filter((agreement) => agreement !== 'skipped')
  if (compared.length === 0) return 'problem'
  return compared.every((agreement) => agreement === 'both') ? 'same' : 'different'
}

function sameInteraction(mock: InteractionReport, service: InteractionReport | undefined): boolean {
  return mock.consumer === service?.consumer && mock.description === service.description
}

/** What is wrong with both is said once. */
function problemsOf(mock: VerificationReport, service: VerificationReport): string[] {
  const shared = mock.problems.filter((problem) => service.problems.includes(problem))
  const ofOne = (name: string, { problems }: VerificationReport) =>
    problems.filter((problem) => !shared.includes(problem)).map((problem) => `${name}: ${problem}`)
  return [...shared, ...ofOne('the mock', mock), ...ofOne('the service', service)]
}

/** The service is the `target` of a verification, and here `against`. */
function inOwnTerms(error: unknown): never {
  if (!(error instanceof InvalidOptionError)) throw error
  throw new InvalidOptionError(error.message.replace(/^"target\b/, '"against'))
}

/**
 * Verifies the same pacts against the mock and against a real service, and says where the two disagree. It only reads
 * from the service; states that it cannot find there are mapped to `fixtures`, or skipped.
 *
 * @returns What was found, whatever that is: look at `outcome`.
 * @throws InvalidOptionError For options that make no sense.
 * @example
 * const { outcome } = await compareProviders({ against: { url: 'https://reg.example.com', tokens } })
 */
export async function compareProviders(options: CompareOptions): Promise<ComparisonReport> {
  const { against, mock, ...rest } = options
  if (against === undefined)
    throw new InvalidOptionError('"against" is needed: an object with the url of the service')
  if (rest.broker?.publish) {
    throw new InvalidOptionError('"broker.publish": a comparison publishes nothing; leave it out')
  }
  const shared = rest.broker ? rest : { ...rest, pacts: rest.pacts ?? referencePacts }
  const [ofMock, ofService] = await Promise.all([
    examine({ ...shared, mock }, secretsOf({ target: against })),
    examine({ ...shared, target: against }).catch(inOwnTerms),
  ])
  const problems = problemsOf(ofMock, ofService)
  const services = ofService.interactions
  const paired = ofMock.interactions.every((each, index) => sameInteraction(each, services[index]))
  if (problems.length === 0 && (!paired || ofMock.interactions.length !== services.length)) {
    problems.push('the pacts have changed while they were compared; compare again')
  }
  const interactions =
    problems.length > 0
      ? []
      : ofMock.interactions.map((each, index) => {
          const service = services[index]!
          return { agreement: agreementOf(each, service), mock: each, service }
        })
  const outcome = outcomeOf(
    interactions.map(({ agreement }) => agreement),
    problems,
  )
  if (
    outcome === 'problem' &&
    problems.length === 0 &&
    !interactions.some(({ agreement }) => agreement === 'problem')
  ) {
    problems.push('nothing was compared: every interaction was skipped')
  }
  return { outcome, against: against.url, interactions, problems }
}
