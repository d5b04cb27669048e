import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareIds, idToNumber } from '../../src/dataset/source.js'
import { runs } from '../support/property.js'

/** Ids that are difficult to sort: numbers of many lengths, leading zeros, any text. */
const anyId = fc.oneof(
  fc.nat().map(String),
  fc.bigInt({ min: 0n, max: 10n ** 40n }).map(String),
  fc.constantFrom('', '0', '00', '01', '-1', '1.0', '1e3', ' 1', '٣', 'a', 'A', 'ä'),
  fc.string({ unit: 'binary', maxLength: 4 }),
)

describe('compareIds', () => {
  test('sorts decimal ids by their value, before all other ids', () => {
    const ids = ['b', '10', '007', '9', 'B', '100000000000000000000', '', '99999999999999999999', '0']
    expect(ids.toSorted(compareIds)).toEqual([
      '0',
      '9',
      '10',
      '99999999999999999999',
      '100000000000000000000',
      '',
      '007',
      'B',
      'b',
    ])
  })

  test('treats two ids as equal only if they are the same text', () => {
    fc.assert(
      fc.property(anyId, anyId, (a, b) => {
        expect(compareIds(a, b) === 0).toBe(a === b)
      }),
      runs(500),
    )
  })
})

describe('idToNumber', () => {
  test('returns the value of a decimal id, and Infinity for any other', () => {
    expect(['0', '42', '999999999999999'].map(idToNumber)).toEqual([0, 42, 999_999_999_999_999])
    expect(['', '01', '-1', '1.5', '1e3', 'x', '9999999999999999'].map(idToNumber)).toEqual(
      Array.from({ length: 7 }, () => Infinity),
    )
  })
})
