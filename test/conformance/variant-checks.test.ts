import { describe, expect, it } from 'vitest'
import { assumptions } from '../../src/contract/assumptions.js'
import { type AssumptionName } from '../../src/index.js'
import type { Variants } from '../../src/contract/variants.js'
import { inProcess } from './transports.js'
import { allChecks } from './variants/all.js'
import { entries, runCheck } from './variants/suite.js'

const names = Object.keys(assumptions) as AssumptionName[]

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
    const outcomes = await Promise.allSettled(
      checks.map(({ check }) => runCheck(check, inProcess, name, other)),
    )
    expect(outcomes.map(({ status }) => status)).toContain('rejected')
  })
})
