/** The names of generated records. Every index has a different name. */
export interface Names {
  at(this: void, seed: number, index: number): string
  /** Returns the index of the record with this name, or -1. */
  indexOf(this: void, seed: number, name: string): number
}

/** Step through the combinations. A prime number, so that no name repeats early. */
const STRIDE = 337

/**
 * Combines each word of a list with each of another, for example to `art-show-lead`. When all combinations are used, a number
 * is added.
 */
export function combinedNames(starts: readonly string[], ends: readonly string[]): Names {
  const count = starts.length * ends.length

  function combination(number: number): string {
    return `${starts[number % starts.length]}-${ends[Math.floor(number / starts.length)]}`
  }

  /** The names of seed 0 with their indexes. All other seeds have the same names in the same order, with another start. */
  let indexes: Map<string, number> | undefined

  function firstIndexOf(name: string): number | undefined {
    indexes ??= new Map(
      Array.from({ length: count }, (_, index) => [combination((index * STRIDE) % count), index]),
    )
    return indexes.get(name)
  }

  return {
    at(seed, index) {
      const name = combination(((index % count) * STRIDE + (seed % count)) % count)
      return index < count ? name : `${name}-${Math.floor(index / count) + 1}`
    },
    indexOf(seed, name) {
      const [, base = name, number = '1'] = /^(.*)-([2-9]|[1-9]\d{1,9})$/.exec(name) ?? []
      const index = firstIndexOf(base)
      if (index === undefined) return -1
      const start = firstIndexOf(combination(seed % count))!
      return (Number(number) - 1) * count + ((index - start + count) % count)
    },
  }
}
