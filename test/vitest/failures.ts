import { expect } from 'vitest'
import { createMock, type Mock, type MockOptions } from '../../src/index.js'
import { VariantError } from '../../src/vitest.js'

/** The number of roles in `twoPages`. */
export const ROLES = 30

/** A mock with two pages of roles. */
export function twoPages(options: MockOptions = {}): Mock {
  const assumptions = { 'roles.pageSize': 20, ...options.assumptions }
  return createMock({ roles: ROLES, ...options, assumptions })
}

/** The error that forEachVariant throws. */
export async function failureOf(run: Promise<unknown>): Promise<unknown> {
  return run.then(
    () => expect.fail('the test passed with every variant'),
    (error: unknown) => error,
  )
}

/** The message of the VariantError that forEachVariant throws. */
export async function messageOf(run: Promise<unknown>): Promise<string> {
  const error = await failureOf(run)
  expect(error).toBeInstanceOf(VariantError)
  return (error as VariantError).message
}
