import { expect } from 'vitest'
import { VerificationError, verifyPacts, type VerifyOptions } from '../../../src/pact.js'

/** Runs a verification that must fail, and returns its error. */
export async function expectFailure(options: VerifyOptions): Promise<VerificationError> {
  let report
  try {
    report = await verifyPacts(options)
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error
    return error
  }
  return expect.fail(`it succeeded: ${JSON.stringify(report)}`)
}

/** Expects exactly one problem with this message in a run. */
export function expectOneProblem(error: VerificationError, reason: string | RegExp): void {
  expect(onlyProblem(error)).toMatch(reason)
}

/** The only problem of a run. It is a problem of the set-up, in one line before the summary. */
export function onlyProblem(error: VerificationError): string {
  expect(error.exitCode).toBe(2)
  expect(error.report.outcome).toBe('problem')
  const lines = error.message.split('\n')
  if (error.report.target.kind === 'mock') expect(lines.shift()).toMatch(/^mock: conmock /)
  const [line = '', ...others] = lines
  expect(line).toMatch(/^PROBLEM {2}./)
  expect(others).toEqual([expect.stringMatching(/^0 verified.* – against /)])
  return line
}
