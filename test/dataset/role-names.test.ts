import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { generatedRoleIndex, generateRoleName } from '../../src/dataset/kinds/generate-role.js'
import { runs } from '../support/property.js'

const seeds = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })

test('the name of a generated role can be converted back to its index', () => {
  fc.assert(
    fc.property(seeds, fc.nat({ max: 10_000_000 }), (seed, index) => {
      expect(generatedRoleIndex(seed, generateRoleName(seed, index))).toBe(index)
    }),
    runs(500),
  )
})

test('a name that is never generated has no index', () => {
  fc.assert(
    fc.property(
      seeds,
      fc.oneof(fc.string(), fc.constantFrom('hr-lead-1', 'hr-lead-02', 'hr', 'hr-lead-', 'HR-lead')),
      (seed, name) => {
        const index = generatedRoleIndex(seed, name)
        expect(index === -1 || generateRoleName(seed, index) === name).toBe(true)
      },
    ),
    runs(500),
  )
})
