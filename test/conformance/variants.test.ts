import { describe, expect, it } from 'vitest'
import { assumptions } from '../../src/convention/assumptions.js'
import type { AssumptionInput, AssumptionName } from '../../src/index.js'
import type { Variants } from '../../src/contract/variants.js'
import { connect } from './client.js'
import { lists } from './operations.js'
import { allChecks } from './variants/all.js'
import type { Check, Checks } from './variants/check.js'

const names = Object.keys(assumptions) as AssumptionName[]

/** All checks as a flat list. */
const entries = Object.entries(allChecks).flatMap(([name, variants]) =>
  Object.entries(variants as Record<string, Checks>).flatMap(([variant, checks]) =>
    Object.entries(checks).map(([what, check]) => ({ name: name as AssumptionName, variant, what, check })),
  ),
)

/** Runs a check with mocks that have one variant of an assumption. */
function runCheck(check: Check, name: AssumptionName, variant: string): Promise<void> {
  const chosen = { [name]: variant } as AssumptionInput
  const list = lists.find((operation) => name.startsWith(`${operation.list}.`))?.list
  return check((options = {}) =>
    connect({ ...options, assumptions: { ...options.assumptions, ...chosen } }, list),
  )
}

it.each(entries)('the assumption $name=$variant $what', async ({ name, variant, check }) => {
  expect.hasAssertions()
  await runCheck(check, name, variant)
})

function checkedVariants(name: AssumptionName): string[] {
  return Object.keys(allChecks[name])
}

describe('the checks of the variants', () => {
  it('cover every assumption', () => {
    expect(Object.keys(allChecks).toSorted()).toEqual(names.toSorted())
  })

  it.each(names)('cover every variant of %s, and at least two if variants are numbers', (name) => {
    const checked = checkedVariants(name)
    const variants: Variants = assumptions[name].variants
    const expected = variants.kind === 'choice' ? variants.options : checked
    expect(checked.toSorted()).toEqual(expected.toSorted())
    expect(checked.length).toBeGreaterThanOrEqual(2)
  })

  const pairs = names.flatMap((name) =>
    checkedVariants(name).flatMap((variant) =>
      checkedVariants(name).flatMap((other) => (other === variant ? [] : [{ name, variant, other }])),
    ),
  )

  it.each(pairs)('distinguish $name=$variant from $other', async ({ name, variant, other }) => {
    const checks = entries.filter((entry) => entry.name === name && entry.variant === variant)
    const outcomes = await Promise.allSettled(checks.map(({ check }) => runCheck(check, name, other)))
    expect(outcomes.map(({ status }) => status)).toContain('rejected')
  })
})
