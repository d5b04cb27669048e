import { describe, expect, test } from 'vitest'
import { createRandom, type Random } from '../../src/dataset/random.js'

const RANGE = 2 ** 31 - 1

function draws(random: Random, count: number): number[] {
  return Array.from({ length: count }, () => random.int(0, RANGE))
}

/** The first draw of each of many streams that lie side by side. */
function firstDraws(stream: (place: number) => Random): number[] {
  return Array.from({ length: 10_000 }, (_, place) => stream(place).int(0, 9))
}

/** How far the counts of the numbers 0 to 9 are from even: some 9 when they are drawn by chance, above 40 hardly ever. */
function chiSquare(values: readonly number[]): number {
  const even = values.length / 10
  const counts = Array.from({ length: 10 }, (_, digit) => values.filter((value) => value === digit).length)
  return counts.reduce((sum, count) => sum + (count - even) ** 2 / even, 0)
}

describe('a stream', () => {
  test('is the same for the same seed, kind and index', () => {
    expect(draws(createRandom(7, 'user', 3), 50)).toEqual(draws(createRandom(7, 'user', 3), 50))
  })

  test.each([
    ['seed', createRandom(8, 'user', 3)],
    ['upper half of the seed', createRandom(7 + 2 ** 32, 'user', 3)],
    ['kind', createRandom(7, 'volunteer', 3)],
    ['index', createRandom(7, 'user', 4)],
  ])('shares no draw with one of another %s', (_, other) => {
    const own = new Set(draws(createRandom(7, 'user', 3), 200))
    expect(draws(other, 200).filter((value) => own.has(value))).toEqual([])
  })

  test('does not appear again, shifted, in the streams beside it', () => {
    const seen = Array.from({ length: 200 }, (_, index) => draws(createRandom(1, 'user', index), 20)).flat()
    expect(seen.length - new Set(seen).size).toBeLessThanOrEqual(2)
  })

  test('is even across its own draws, and across the first draws of neighbours', () => {
    const one = createRandom(1, 'user', 0)
    expect(chiSquare(Array.from({ length: 10_000 }, () => one.int(0, 9)))).toBeLessThan(40)
    expect(chiSquare(firstDraws((index) => createRandom(1, 'user', index)))).toBeLessThan(40)
    expect(chiSquare(firstDraws((seed) => createRandom(seed, 'user', 0)))).toBeLessThan(40)
  })
})

describe('what is drawn', () => {
  test('int gives every number from the lowest to the highest, both included, and none beside', () => {
    const random = createRandom(1, 'int', 0)
    const drawn = new Set(Array.from({ length: 500 }, () => random.int(-2, 2)))
    expect([...drawn].toSorted((a, b) => a - b)).toEqual([-2, -1, 0, 1, 2])
    expect(random.int(5, 5)).toBe(5)
  })

  test('chance is never for 0, always for 1, and about as often as asked between', () => {
    const random = createRandom(1, 'chance', 0)
    const share = (probability: number) =>
      Array.from({ length: 4000 }, () => random.chance(probability)).filter(Boolean).length / 4000
    expect(share(0)).toBe(0)
    expect(share(1)).toBe(1)
    expect(share(0.3)).toBeCloseTo(0.3, 1)
  })

  test('sample gives as many different elements as asked, in the order of the list, each equally often', () => {
    const list = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    const random = createRandom(1, 'sample', 0)
    const samples = Array.from({ length: 3000 }, () => random.sample(list, 3))
    for (const sample of samples) {
      expect(sample).toHaveLength(3)
      expect(sample).toEqual([...new Set(sample)].toSorted((a, b) => a - b))
    }
    expect(chiSquare(samples.flat())).toBeLessThan(40)
  })

  test('sample of more than there is gives all there is', () => {
    expect(createRandom(1, 'sample', 1).sample(['a', 'b'], 5)).toEqual(['a', 'b'])
  })
})
