import { expect } from 'vitest'
import { createMock, type Mock, type MockOptions } from '../../src/index.js'
import { VariantError } from '../../src/vitest.js'

/** How many roles that is. */
export const ROLES = 30

/** A mock with two pages of roles. */
export function twoPages(options: MockOptions = {}): Mock {
  const assumptions = { 'roles.pageSize': 20, ...options.assumptions }
  return createMock({ roles: ROLES, ...options, assumptions })
}

/** What forEachVariant throws. */
export async function failureOf(run: Promise<unknown>): Promise<unknown> {
  return run.then(
    () => expect.fail('every variant was survived'),
    (error: unknown) => error,
  )
}

/** The message of the VariantError that it throws. */
export async function messageOf(run: Promise<unknown>): Promise<string> {
  const error = await failureOf(run)
  expect(error).toBeInstanceOf(VariantError)
  return (error as VariantError).message
}
