import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pairwise, type Factors, type Row } from '../../src/coverage/pairwise.js'
import { runs } from '../support/property.js'

/** Up to seven factors, each with up to five different values. */
const factors: fc.Arbitrary<Factors> = fc
  .uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), { maxLength: 7 })
  .chain((names) =>
    fc.tuple(
      ...names.map((name) =>
        fc
          .uniqueArray(fc.oneof(fc.integer(), fc.string(), fc.constant(null)), { minLength: 1, maxLength: 5 })
          .map((values) => [name, values] as const),
      ),
    ),
  )
  .map((entries) => Object.fromEntries(entries))

function shuffled(all: Factors): Factors {
  return Object.fromEntries(Object.entries(all).toReversed())
}

function has(rows: readonly Row[], wanted: Row): boolean {
  return rows.some((row) => Object.entries(wanted).every(([name, value]) => row[name] === value))
}

describe('rows of pairwise', () => {
  test('contain every pair of values of any two factors', () => {
    fc.assert(
      fc.property(factors, (all) => {
        const rows = pairwise(all)
        const names = Object.keys(all)
        for (const [index, a] of names.entries()) {
          for (const b of names.slice(index + 1)) {
            for (const i of all[a]!) for (const j of all[b]!) expect(has(rows, { [a]: i, [b]: j })).toBe(true)
          }
        }
      }),
      runs(200),
    )
  })

  test('contain exactly the values of each factor', () => {
    fc.assert(
      fc.property(factors, (all) => {
        const rows = pairwise(all)
        for (const row of rows) expect(Object.keys(row)).toEqual(Object.keys(all))
        for (const [name, values] of Object.entries(all)) {
          expect(new Set(rows.map((row) => row[name]))).toEqual(new Set(values))
        }
      }),
      runs(200),
    )
  })

  test('are the same for the same factors, do not change them, and begin with the first values', () => {
    fc.assert(
      fc.property(factors, (all) => {
        const before = JSON.stringify(all)
        expect(pairwise(all)).toEqual(pairwise(structuredClone(all)))
        expect(JSON.stringify(all)).toBe(before)
        const first = Object.fromEntries(Object.entries(all).map(([name, [value]]) => [name, value]))
        for (const each of [all, shuffled(all)]) expect(pairwise(each)[0]).toEqual(first)
      }),
      runs(100),
    )
  })

  test('are different, and not more than all combinations', () => {
    fc.assert(
      fc.property(factors, (all) => {
        const rows = pairwise(all)
        const combinations = Object.values(all).reduce((product, { length }) => product * length, 1)
        expect(rows.length).toBeLessThanOrEqual(combinations)
        expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(rows.length)
      }),
      runs(200),
    )
  })

  test('are a single empty row without factors', () => {
    expect(pairwise({})).toEqual([{}])
  })

  test('are few even for many combinations', () => {
    const names = Array.from({ length: 20 }, (_, index) => `factor ${index}`)
    const rows = pairwise(Object.fromEntries(names.map((name) => [name, [1, 2, 3]])))
    expect(rows.length).toBeGreaterThanOrEqual(9)
    expect(rows.length).toBeLessThan(45)
  })
})
