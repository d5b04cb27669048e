import { expect, test } from 'vitest'
import { drawSubset, fakerFor } from '../../src/dataset/faker.js'
import { createRandomizer } from '../../src/dataset/random.js'

/** Random numbers from the Faker of a record. */
function draws(seed: number, kind: string, index: number, count: number): number[] {
  const faker = fakerFor(seed, kind, index)
  return Array.from({ length: count }, () => faker.number.int({ min: 0, max: 2 ** 31 - 1 }))
}

/** How uneven the digits are distributed: about 9 for random digits, very rarely above 40. */
function chiSquare(digits: readonly number[]): number {
  const even = digits.length / 10
  const counts = Array.from({ length: 10 }, (_, value) => digits.filter((each) => each === value).length)
  return counts.reduce((sum, count) => sum + (count - even) ** 2 / even, 0)
}

/** The first random digit of a record. */
function digit(seed: number, index: number): number {
  return fakerFor(seed, 'user', index).number.int(9)
}

/** The first random digits of many neighboring records. */
function firstDigits(of: (place: number) => number): number[] {
  return Array.from({ length: 10_000 }, (_, place) => of(place))
}

test('the same seed, kind and index give the same numbers', () => {
  expect(draws(7, 'user', 3, 50)).toEqual(draws(7, 'user', 3, 50))
})

test.each([
  ['seed', [8, 'user', 3]],
  ['upper half of the seed', [7 + 2 ** 32, 'user', 3]],
  ['kind', [7, 'volunteer', 3]],
  ['index', [7, 'user', 4]],
] as const)('another %s gives other numbers', (_, [seed, kind, index]) => {
  const own = new Set(draws(7, 'user', 3, 200))
  expect(draws(seed, kind, index, 200).filter((value) => own.has(value))).toEqual([])
})

test('no sequence of numbers is a shifted copy of another one', () => {
  const seen = Array.from({ length: 200 }, (_, index) => draws(1, 'user', index, 20)).flat()
  expect(seen.length - new Set(seen).size).toBeLessThanOrEqual(2)
})

test('numbers are evenly distributed, in a sequence and across neighboring seeds and indexes', () => {
  const one = fakerFor(1, 'user', 0)
  expect(chiSquare(firstDigits(() => one.number.int(9)))).toBeLessThan(40)
  expect(chiSquare(firstDigits((index) => digit(1, index)))).toBeLessThan(40)
  expect(chiSquare(firstDigits((seed) => digit(seed, 0)))).toBeLessThan(40)
})

test('the randomizer returns numbers from 0 to below 1, and accepts a single number as a seed', () => {
  const randomizer = createRandomizer()
  randomizer.seed(5)
  const drawn = Array.from({ length: 10_000 }, () => randomizer.next())
  expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...drawn)).toBeLessThan(1)
  randomizer.seed([5, 0, 0])
  expect(randomizer.next()).toBe(drawn[0])
})

test('drawSubset keeps the order of the list', () => {
  const faker = fakerFor(1, 'subset', 0)
  for (let round = 0; round < 200; round++) {
    const drawn = drawSubset(faker, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], { min: 2, max: 4 })
    expect(drawn.length).toBeGreaterThanOrEqual(2)
    expect(drawn.length).toBeLessThanOrEqual(4)
    expect(drawn).toEqual([...new Set(drawn)].toSorted((a, b) => a - b))
  }
})
