import { describe, expect, it } from 'vitest'
import type { AssumptionInput, AssumptionName } from '../../../src/index.js'
import { connect } from '../client.js'
import { lists } from '../operations.js'
import type { Transport } from '../transports.js'
import { allChecks } from './all.js'
import type { Check, Checks, Open } from './check.js'

/** All checks as a flat list. */
export const entries = Object.entries(allChecks).flatMap(([name, variants]) =>
  Object.entries(variants as Record<string, Checks>).flatMap(([variant, checks]) =>
    Object.entries(checks).map(([what, check]) => ({
      name: name as AssumptionName,
      variant,
      what,
      check,
    })),
  ),
)

/** Opens mocks with one variant of an assumption and further options. */
function opener(transport: Transport, name: AssumptionName, variant: string): Open {
  const chosen = { [name]: variant } as AssumptionInput
  const list = lists.find((operation) => name.startsWith(`${operation.list}.`))?.list
  return (options = {}) =>
    connect(transport, { ...options, assumptions: { ...options.assumptions, ...chosen } }, list)
}

export function runCheck(check: Check, transport: Transport, name: AssumptionName, variant: string) {
  return check(opener(transport, name, variant), transport)
}

export function variantSuite(transport: Transport): void {
  describe.each(Object.keys(allChecks) as AssumptionName[])('the assumption %s', (assumption) => {
    const own = entries.filter(({ name }) => name === assumption)
    it.each(own)('=$variant $what', async ({ name, variant, check }) => {
      expect.hasAssertions()
      await runCheck(check, transport, name, variant)
    })
  })
}
