import { expect, test } from 'vitest'
import { addInvalidated, isInvalidated } from '../../src/api/invalidated.js'

const first = { after: 0, upTo: 3, until: 10 }

test('ranges without a gap become one', () => {
  expect(addInvalidated([first], { after: 3, upTo: 5, until: 20 })).toEqual([
    { after: 0, upTo: 5, until: 20 },
  ])
  expect(addInvalidated([first], { after: 4, upTo: 5, until: 20 })).toHaveLength(2)
})

test('a token is invalid within a range, unless it was issued later', () => {
  const ranges = addInvalidated([first], { after: 4, upTo: 5, until: 20 })
  expect([0, 1, 3, 4, 5, 6].map((serial) => isInvalidated(ranges, serial, undefined))).toEqual([
    false,
    true,
    true,
    false,
    true,
    false,
  ])
  expect([10, 11].map((issuedAt) => isInvalidated(ranges, 3, issuedAt))).toEqual([true, false])
})
