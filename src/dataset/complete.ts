import type { Faker } from '@faker-js/faker'
import type { PlainObject } from '../contract/plain-object.js'
import { fakerFor } from './faker.js'

/** Which of the many possible records a factory builds for the parts that the caller leaves open. */
export interface FactoryOptions {
  /**
   * A whole number from 0 to 2^53 - 1.
   * @default 1
   */
  readonly seed?: number | undefined
  /**
   * A whole number from 0. Records with different indexes have different ids and, most likely, different contents.
   * @default 0
   */
  readonly index?: number | undefined
}

/**
 * Completes a record: fills the gaps, and leaves what is given as it is, so that a check of the result finds every
 * problem at its place.
 */
export type Complete = (partial: unknown, options: FactoryOptions) => unknown

/** Where the ids of records begin that somebody builds or creates. Generated and hand-made records have none of them. */
const FIRST_BUILT_ID = { user: 20_000_001, volunteer: 90_000_001, role: 20_000_001 } as const

/** The id of the record that a factory builds with an index. */
export function builtId(kind: keyof typeof FIRST_BUILT_ID, { index = 0 }: FactoryOptions): string {
  return String(FIRST_BUILT_ID[kind] + index)
}

/** The Faker that fills the gaps of one record. */
export function gapFaker(kind: string, { seed = 1, index = 0 }: FactoryOptions): Faker {
  return fakerFor(seed, `factory ${kind}`, index)
}

/** The member of that name, if it is a string that other members can be derived from. */
export function stringIn(partial: PlainObject, name: string): string | undefined {
  const value = partial[name]
  return typeof value === 'string' ? value : undefined
}

/**
 * The drawn record with the given members in place of its own. `undefined` removes the member called `optional`, and
 * otherwise means "not given".
 */
export function applyOverrides(drawn: PlainObject, given: PlainObject, optional?: string): PlainObject {
  const set = Object.entries(given).filter(([, value]) => value !== undefined)
  const result = { ...drawn, ...Object.fromEntries(set) }
  if (optional !== undefined && Object.hasOwn(given, optional) && given[optional] === undefined) {
    delete result[optional]
  }
  return result
}
