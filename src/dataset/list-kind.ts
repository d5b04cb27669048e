import type { AnyRecord, Kind } from '../contract/kind.js'
import { DEFAULT_SEED, builtId, merge, stringsIn } from './build.js'

interface MadeKind<T extends AnyRecord> extends Omit<Kind<T>, 'generate' | 'complete'> {
  /** First id of generated records. Hand-written records have lower ids. */
  readonly firstGeneratedId: number
  /**
   * Makes a record from its number, from 0.
   *
   * @param given The texts that a test gives. `undefined` for generated records.
   */
  readonly make: (
    id: string,
    index: number,
    seed: number,
    given: Readonly<Record<string, string>> | undefined,
  ) => T
  /** Returns the number of the generated record with this other key, or -1. */
  readonly indexOfKey?: (key: string, seed: number) => number
}

/** Creates a kind whose records depend on nothing but their number. */
export function madeKind<T extends AnyRecord>({
  firstGeneratedId: firstId,
  make,
  indexOfKey,
  ...given
}: MadeKind<T>): Kind<T> {
  return {
    ...given,
    generate: ({ seed, counts }) => ({
      size: counts[given.many] ?? 0,
      firstId,
      make: (index, id) => make(id, index, seed, undefined),
      indexOfKey: (key) => indexOfKey?.(key, seed) ?? -1,
    }),
    complete(partial, options) {
      const texts = stringsIn(partial)
      const { seed = DEFAULT_SEED, index = 0 } = options
      return merge(given.schema, make(texts['id'] ?? builtId(given, options), index, seed, texts), partial)
    },
  }
}

/** Step through the combinations. A prime number, so that no name repeats early. */
const STRIDE = 337

/**
 * Combines each word of a list with each of another, for example to `art-show-lead`. When all combinations are used, a number
 * is added, so every index has a different name.
 */
function combinedNames(starts: readonly string[], ends: readonly string[]) {
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
    at(seed: number, index: number): string {
      const name = combination(((index % count) * STRIDE + (seed % count)) % count)
      return index < count ? name : `${name}-${Math.floor(index / count) + 1}`
    },
    /** Returns the index of the record with this name, or -1. */
    indexOf(seed: number, name: string): number {
      const [, base = name, number = '1'] = /^(.*)-([2-9]|[1-9]\d{1,9})$/.exec(name) ?? []
      const index = firstIndexOf(base)
      if (index === undefined) return -1
      const start = firstIndexOf(combination(seed % count))!
      return (Number(number) - 1) * count + ((index - start + count) % count)
    },
  }
}

type ListRecord = { id: string; name: string }

/** Hand-written records have lower ids. */
const FIRST_GENERATED_ID = 101

interface ListRecords<T extends ListRecord> extends Pick<
  Kind<T>,
  'one' | 'many' | 'resource' | 'schema' | 'defaultTotals'
> {
  readonly handMade?: readonly T[]
  /** The words of generated names: each name has one of the first list and one of the second. */
  readonly words: readonly [starts: readonly string[], ends: readonly string[]]
  /** Returns the other fields of a record. They may depend on its id and its name. */
  readonly otherFields?: (record: ListRecord) => Omit<T, keyof ListRecord>
}

/** Creates the kind of the records of a list, which have an id and a unique name. */
export function listKind<T extends ListRecord>({
  handMade = [],
  words,
  otherFields,
  ...given
}: ListRecords<T>): Kind<T> {
  const { one } = given
  const names = combinedNames(...words)
  return madeKind({
    ...given,
    keys: [
      { name: `the ${one} id`, path: ['id'] },
      { name: `the ${one} name`, path: ['name'] },
    ],
    handMade,
    firstGeneratedId: FIRST_GENERATED_ID,
    firstBuiltId: 20_000_001,
    make(id, index, seed, texts) {
      const generated = names.at(seed, index)
      const name = texts ? (texts['name'] ?? `${generated}-${id}`) : generated
      return { id, name, ...otherFields?.({ id, name }) } as T
    },
    indexOfKey: (name, seed) => names.indexOf(seed, name),
  })
}
