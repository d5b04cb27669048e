import { expect } from 'vitest'
import {
  VerificationError,
  verifyPacts,
  type VerificationReport,
  type VerifyOptions,
} from '../../../src/pact.js'

type Outcome = VerificationReport['interactions'][number]['outcome']

/** The outcome of each interaction. */
export function outcomesIn({ interactions }: VerificationReport): Outcome[] {
  return interactions.map(({ outcome }) => outcome)
}

/** Runs a verification that must fail, by default with any exit code and any outcomes, and returns its error. */
export async function expectFailure(
  options: VerifyOptions,
  exitCode?: 1 | 2,
  outcomes?: readonly Outcome[],
): Promise<VerificationError> {
  const error: unknown = await verifyPacts(options).then(
    (report) => expect.fail(`it succeeded: ${JSON.stringify(report)}`),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof VerificationError)) throw error
  if (outcomes) expect(outcomesIn(error.report)).toEqual(outcomes)
  if (exitCode !== undefined) expect(error.exitCode).toBe(exitCode)
  return error
}

/** Expects exactly one problem in a run, in one line before the summary that matches. Returns the error. */
export async function expectOneProblem(
  options: VerifyOptions,
  reason: string | RegExp,
): Promise<VerificationError> {
  const error = await expectFailure(options, 2)
  expect(error.report.outcome).toBe('problem')
  const lines = error.message.split('\n')
  if (error.report.target.kind === 'mock') expect(lines.shift()).toMatch(/^mock: conmock /)
  const [line = '', ...others] = lines
  expect(line).toMatch(/^PROBLEM {2}./)
  expect(line).toMatch(reason)
  expect(others).toEqual([expect.stringMatching(/^0 verified.* – against /)])
  return error
}
