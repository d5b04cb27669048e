import type { AnyRecord, Kind } from '../contract/kind.js'
import { builtId, DEFAULT_SEED, stringsIn } from './build.js'
import { merge } from './merge.js'
import { generatedSource } from './source.js'

export interface MadeKind<T extends AnyRecord> extends Omit<Kind<T>, 'generate' | 'complete'> {
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
    generate: ({ seed, counts }) =>
      generatedSource({
        size: counts[given.many] ?? 0,
        firstId,
        make: (index, id) => make(id, index, seed, undefined),
        ...(indexOfKey && { indexOfKey: (key: string) => indexOfKey(key, seed) }),
      }),
    complete(partial, options) {
      const texts = stringsIn(partial)
      const { seed = DEFAULT_SEED, index = 0 } = options
      return merge(given.schema, make(texts['id'] ?? builtId(given, options), index, seed, texts), partial)
    },
  }
}
