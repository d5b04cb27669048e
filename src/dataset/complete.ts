import type { Faker } from '@faker-js/faker'
import type { PlainObject } from '../common/plain-object.js'
import { fakerFor } from './faker.js'

/** Options of the factories. They decide the values of the fields that the caller does not set. */
export interface FactoryOptions {
  /**
   * Seed of the generated values, a whole number from 0 to 2^53 - 1.
   *
   * @default 1
   */
  readonly seed?: number | undefined
  /**
   * Number of the record, a whole number from 0. Records with different indexes have different ids.
   *
   * @default 0
   */
  readonly index?: number | undefined
}

/**
 * Adds the missing fields of a record. Given values do not change, so that a check of the result finds their problems.
 */
export type Complete = (partial: unknown, options: FactoryOptions) => unknown

/** Returns the id of the record of a kind that a factory builds with an index. */
export function builtId(
  { firstBuiltId }: { readonly firstBuiltId: number },
  { index = 0 }: FactoryOptions,
): string {
  return String(firstBuiltId + index)
}

/** Returns the Faker for the fields that the caller of a factory does not set. */
export function factoryFaker(kind: string, { seed = 1, index = 0 }: FactoryOptions): Faker {
  return fakerFor(seed, `factory ${kind}`, index)
}

/** Returns a member if it is a string. */
export function stringIn(partial: PlainObject, name: string): string | undefined {
  const value = partial[name]
  return typeof value === 'string' ? value : undefined
}

/**
 * Replaces members of a generated record with the given ones. `undefined` removes the member `optional`. Other members that
 * are `undefined` count as missing.
 */
export function applyOverrides(drawn: PlainObject, given: PlainObject, optional?: string): PlainObject {
  const set = Object.entries(given).filter(([, value]) => value !== undefined)
  const result = { ...drawn, ...Object.fromEntries(set) }
  if (optional !== undefined && Object.hasOwn(given, optional) && given[optional] === undefined) {
    delete result[optional]
  }
  return result
}
