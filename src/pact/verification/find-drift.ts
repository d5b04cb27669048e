import * as z from 'zod/mini'
import { checkOptions, optionsSchema } from '../../common/check-options.js'
import { referencePacts } from '../package-files.js'
import type { Agreement, DriftReport, InteractionDrift } from '../report/drift-report.js'
import type { InteractionReport, MockTarget, VerificationReport } from '../report/report.js'
import type { ServiceOptions } from './target.js'
import { runVerification, secretsOf } from './verify.js'
import { checkOutput, commonOptionSchemas, serviceSchema, type VerifyOptions } from './verify-options.js'

/** Options of `findDrift`. */
export interface DriftOptions extends Omit<VerifyOptions, 'against' | 'failOn'> {
  /** The real service to compare the mock with. */
  readonly against: ServiceOptions
  /** Files, folders and glob patterns. @default the reference pacts of conmock, which cover both operations */
  readonly pacts?: string | readonly string[] | undefined
  /** How many interactions may be skipped because the service cannot have their states. @default Infinity */
  readonly maxSkipped?: number | undefined
}

function agreementOf(mock: InteractionReport, service: InteractionReport): Agreement {
  if (mock.outcome === 'problem' || service.outcome === 'problem') return 'problem'
  // Nothing fulfills the pact, and only one side was verified.
  if (service.outcome === 'skipped' && mock.outcome === 'broken') return 'problem'
  if (service.outcome === 'skipped' || mock.outcome === 'skipped') return 'skipped'
  if (mock.outcome === 'verified') return service.outcome === 'verified' ? 'both' : 'drift'
  return service.outcome === 'verified' ? 'too-strict' : 'neither'
}

function outcomeOf(
  interactions: readonly InteractionDrift[],
  problems: readonly string[],
): DriftReport['outcome'] {
  const compared = interactions.map(({ agreement }) => agreement).filter((each) => each !== 'skipped')
  if (problems.length > 0 || compared.length === 0 || compared.includes('problem')) return 'problem'
  return compared.every((agreement) => agreement === 'both') ? 'same' : 'different'
}

/** Pairs the interactions of both sides. If one run was stopped, the rest is left out. */
function pairsOf(
  ofMock: readonly InteractionReport[],
  ofService: readonly InteractionReport[],
): InteractionDrift[] {
  const end = ofMock.findIndex(({ consumer, description }, index) => {
    const other = ofService[index]
    return consumer !== other?.consumer || description !== other.description
  })
  return ofMock.slice(0, end === -1 ? undefined : end).map((mock, index) => {
    const service = ofService[index]!
    return { agreement: agreementOf(mock, service), mock, service }
  })
}

/** Lists the problems of both sides. A problem that both have appears once. */
function problemsOf(mock: VerificationReport, service: VerificationReport): string[] {
  const shared = mock.problems.filter((problem) => service.problems.includes(problem))
  const ofOne = (name: string, { problems }: VerificationReport) =>
    problems
      .filter((problem) => !shared.includes(problem))
      .map((problem) => (problem.startsWith('The service') ? problem : `${name}: ${problem}`))
  return [...shared, ...ofOne('the mock', mock), ...ofOne('the service', service)]
}

const MAX_SKIPPED = 'must be a whole number, at least 0'

const schema = optionsSchema<DriftOptions>({
  ...commonOptionSchemas,
  against: serviceSchema,
  maxSkipped: z.optional(z.int(MAX_SKIPPED).check(z.minimum(0, MAX_SKIPPED))),
})

/** @throws InvalidOptionError */
function checkDriftOptions(options: DriftOptions): void {
  checkOptions(schema, options)
  checkOutput(options)
}

/**
 * Verifies the same pacts against the mock and a real service, and reports where they differ. It only reads from the
 * service. States about users need `fixtures`; without them, these interactions are skipped.
 *
 * @returns The report. It does not throw if they differ: check `outcome`.
 * @throws InvalidOptionError For invalid options.
 * @example
 * const { outcome } = await findDrift({ against: { url: 'https://reg.example.com', tokens } })
 */
export async function findDrift(options: DriftOptions): Promise<DriftReport> {
  checkDriftOptions(options)
  const { against, mock, maxSkipped = Infinity, ...rest } = options
  const shared = { ...rest, pacts: rest.pacts ?? referencePacts }
  const [ofMock, ofService] = await Promise.all([
    runVerification({ ...shared, mock }, { alsoSecret: secretsOf({ against }) }),
    runVerification({ ...shared, against }, { specification: true }),
  ])
  const problems = problemsOf(ofMock, ofService)
  const interactions = pairsOf(ofMock.interactions, ofService.interactions)
  const all = Math.max(ofMock.interactions.length, ofService.interactions.length)
  if (problems.length === 0 && interactions.length < all) {
    problems.push('the pacts changed during the comparison; run it again')
  }
  const skipped = interactions.filter(({ agreement }) => agreement === 'skipped').length
  if (problems.length === 0 && skipped === all) {
    problems.push('nothing was compared: every interaction was skipped')
  } else if (skipped > maxSkipped) {
    problems.push(
      `${skipped} of ${all} interactions were skipped, but "maxSkipped" (--max-skipped) allows only ${maxSkipped}`,
    )
  }
  return {
    outcome: outcomeOf(interactions, problems),
    against: against.url,
    mock: ofMock.target as MockTarget,
    interactions,
    problems,
    notes: ofMock.notes,
  }
}
