import { expect, test, vi } from 'vitest'
import { memoize } from '../../src/common/memoize.js'

test('computes the result for a text once, for at most 1,000 texts of at most 500 characters', () => {
  const compute = vi.fn<(text: string) => number>((text) => text.length)
  const lengthOf = memoize(compute)
  expect([lengthOf('a'), lengthOf('a'), lengthOf('bc')]).toEqual([1, 1, 2])
  expect(compute).toHaveBeenCalledTimes(2)

  const long = 'x'.repeat(501)
  expect([lengthOf(long), lengthOf(long)]).toEqual([501, 501])
  expect(compute).toHaveBeenCalledTimes(4)

  for (let index = 0; index < 1000; index++) lengthOf(`text ${index}`)
  compute.mockClear()
  lengthOf('a')
  expect(compute).toHaveBeenCalledOnce()
})

test.each([
  ['/roles?access_token=x', 2],
  ['/roles?nextPage=abc&access_token=x', 2],
  ['http://me:secret@localhost/roles', 2],
  ['/roles#x', 2],
  ['/roles?nextPage=abc', 1],
])('does not remember a URL that may contain a secret: %s', (url, calls) => {
  const compute = vi.fn<(text: string) => string>((text) => text)
  const remembered = memoize(compute)
  remembered(url)
  remembered(url)
  expect(compute).toHaveBeenCalledTimes(calls)
})
