/** A stream of random draws that is fully determined by what it was made from. */
export interface Random {
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number
  /** True with the given probability. */
  chance(probability: number): boolean
  /** One element of a list. */
  pick<T>(list: readonly T[]): T
  /** `count` different elements of a list, in the list's order. */
  sample<T>(list: readonly T[], count: number): T[]
}

const WARM_UP_ROUNDS = 12

function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return value >>> 0
}

/** The generator sfc32 (Chris Doty-Humphrey, PractRand): 96 bits of seed, and seeding costs next to nothing. */
function sfc32(a: number, b: number, c: number): () => number {
  let counter = 1
  function next(): number {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return sum >>> 0
  }
  for (let round = 0; round < WARM_UP_ROUNDS; round++) next()
  return next
}

/**
 * The stream of one record (or one part of it). Every record has a stream of its own, so that record N can be made
 * alone, and adding a record or a field shifts no other.
 *
 * @param seed The world's seed, a whole number from 0 to 2^53 - 1.
 * @param kind What is being made, for instance `user`.
 * @param index Which one, counted from 0.
 */
export function createRandom(seed: number, kind: string, index: number): Random {
  const next = sfc32(seed >>> 0, hash(kind) ^ Math.floor(seed / 2 ** 32), index)
  function int(min: number, max: number): number {
    return min + Math.floor((next() / 2 ** 32) * (max - min + 1))
  }
  return {
    int,
    chance: (probability) => next() / 2 ** 32 < probability,
    pick: (list) => list[int(0, list.length - 1)]!,
    sample(list, count) {
      let wanted = Math.min(count, list.length)
      return list.filter((_, position) => {
        const taken = next() / 2 ** 32 < wanted / (list.length - position)
        if (taken) wanted--
        return taken
      })
    },
  }
}
