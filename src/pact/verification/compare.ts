import { InvalidOptionError } from '../../contract/errors.js'
import { referencePacts } from '../package-files.js'
import type { InteractionReport, VerificationReport } from '../report/report.js'
import type { ServiceOptions } from './target.js'
import { examine, secretsOf } from './verify.js'
import { checkOutput, type VerifyOptions } from './verify-options.js'

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
  /** What else the reader should know, a line each. */
  readonly notes: readonly string[]
}

/** What is to be compared. */
export interface CompareOptions extends Omit<VerifyOptions, 'target' | 'failOn'> {
  /** The real service. */
  readonly against: ServiceOptions
  /** Files, folders and glob patterns. Default: conmock's own reference pacts, which cover both operations. */
  readonly pacts?: string | readonly string[] | undefined
  /** How many interactions may be skipped, because the service cannot have their states. Default: any number. */
  readonly maxSkipped?: number | undefined
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

/** The interactions of both, side by side. Where one was stopped, those that it has decided. */
function pairsOf(
  ofMock: readonly InteractionReport[],
  ofService: readonly InteractionReport[],
): InteractionComparison[] {
  const end = ofMock.findIndex((each, index) => !sameInteraction(each, ofService[index]))
  return ofMock.slice(0, end === -1 ? undefined : end).map((mock, index) => {
    const service = ofService[index]!
    return { agreement: agreementOf(mock, service), mock, service }
  })
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

function checkCompareOptions({ against, broker, maxSkipped = 0, ...rest }: CompareOptions): void {
  if (against === undefined)
    throw new InvalidOptionError('"against" is needed: an object with the url of the service')
  if (broker?.publish) {
    throw new InvalidOptionError('"broker.publish": a comparison publishes nothing; leave it out')
  }
  if ((rest as VerifyOptions).failOn !== undefined) {
    throw new InvalidOptionError('"failOn": a comparison shows where an assumption is wrong; leave it out')
  }
  checkOutput(rest)
  if (!Number.isSafeInteger(maxSkipped) || maxSkipped < 0) {
    throw new InvalidOptionError('"maxSkipped" must be a whole number, 0 or more')
  }
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
  const { against, mock, maxSkipped = Infinity, ...rest } = options
  checkCompareOptions(options)
  const shared = rest.broker ? rest : { ...rest, pacts: rest.pacts ?? referencePacts }
  const [ofMock, ofService] = await Promise.all([
    examine({ ...shared, mock }, { alsoSecret: secretsOf({ target: against }) }),
    examine({ ...shared, target: against }, { specification: true }).catch(inOwnTerms),
  ])
  const problems = problemsOf(ofMock, ofService)
  const interactions = pairsOf(ofMock.interactions, ofService.interactions)
  const all = Math.max(ofMock.interactions.length, ofService.interactions.length)
  if (problems.length === 0 && interactions.length < all) {
    problems.push('the pacts have changed while they were compared; compare again')
  }
  const skipped = interactions.filter(({ agreement }) => agreement === 'skipped').length
  if (problems.length === 0 && skipped === all) {
    problems.push('nothing was compared: every interaction was skipped')
  } else if (skipped > maxSkipped) {
    problems.push(
      `${skipped} of ${all} interactions were skipped; "maxSkipped" (--max-skipped) allows ${maxSkipped}`,
    )
  }
  const outcome = outcomeOf(
    interactions.map(({ agreement }) => agreement),
    problems,
  )
  return { outcome, against: against.url, interactions, problems, notes: ofMock.notes }
}
