import { expect } from 'vitest'
import { VerificationError, verifyPacts, type VerifyOptions } from '../../../src/pact.js'

/** The error of a verification that must not succeed. */
export async function refusal(options: VerifyOptions): Promise<VerificationError> {
  let green
  try {
    green = await verifyPacts(options)
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error
    return error
  }
  return expect.fail(`it succeeded: ${JSON.stringify(green)}`)
}

/** Expects that a run has one problem and no other, and says so. */
export function expectOneProblem(error: VerificationError, reason: string | RegExp): void {
  expect(onlyProblem(error)).toMatch(reason)
}

/** The problem of a run that has no other: a problem of the set-up, told in a single line before the summary. */
export function onlyProblem(error: VerificationError): string {
  expect(error.exitCode).toBe(2)
  expect(error.report.outcome).toBe('problem')
  const [line = '', ...others] = error.message.split('\n')
  expect(line).toMatch(/^PROBLEM {2}./)
  expect(others).toEqual([expect.stringMatching(/^0 verified.* – against /)])
  return line
}
