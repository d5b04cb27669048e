import { describe, expect, it } from 'vitest'
import { assumptions } from '../../src/convention/assumptions.js'
import type { AssumptionName } from '../../src/index.js'
import { parseValue, type Variants } from '../../src/contract/variants.js'
import { resolveSettings, valueIn } from '../support/convention.js'

/** Returns all values of a choice, and the limits of a number. */
function examplesOf(variants: Variants): readonly (string | number)[] {
  return variants.kind === 'choice' ? variants.options : [variants.min, variants.max]
}

const rows = (Object.keys(assumptions) as AssumptionName[]).map((name) => ({ name, ...assumptions[name] }))

describe.each(rows)('the assumption $name', ({ name, question, status, variants, ...row }) => {
  it('has a question, and names a standard if its status is standard', () => {
    expect(question).toMatch(/\w{3}/)
    expect('standard' in row ? row.standard : 'none').toMatch(status === 'standard' ? /^RFC \d+/ : /^none$/)
  })

  it('has the variant of the profile reported', () => {
    expect(parseValue(variants, valueIn('reported', name))).toBe(valueIn('reported', name))
  })

  it.each(examplesOf(variants))('can be %j, also in the notation of the command line', (value) => {
    for (const input of [value, String(value)]) {
      expect(resolveSettings({ assumptions: { [name]: input } })[name]).toEqual(value)
    }
  })
})
