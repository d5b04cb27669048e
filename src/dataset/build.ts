import type { Faker } from '@faker-js/faker'
import type * as z from 'zod/mini'
import { DataError } from '../common/errors.js'
import { checkOptionNames } from '../common/option-names.js'
import type { PlainObject } from '../common/plain-object.js'
import { validate } from '../common/validate.js'
import { fakerFor } from './faker.js'
import { keyProblems, type Keys } from './keys.js'
import { InvalidOptionError } from '../common/errors.js'
import { previewWithType } from '../common/text.js'

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
 * Adds the missing fields of a record. Does not change given values, so that a check of the result finds invalid ones.
 */
export type Complete = (partial: unknown, options: FactoryOptions) => unknown

/** Returns the id that a factory gives to the record with an index. */
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

export function stringsIn(partial: PlainObject): Readonly<Record<string, string>> {
  const strings = Object.entries(partial).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return Object.fromEntries(strings)
}

/**
 * Replaces members of a generated record with the given ones. `undefined` removes the member `optional`, and is ignored for
 * other members.
 */
export function applyOverrides(drawn: PlainObject, given: PlainObject, optional?: string): PlainObject {
  const set = Object.entries(given).filter(([, value]) => value !== undefined)
  const result = { ...drawn, ...Object.fromEntries(set) }
  if (optional !== undefined && Object.hasOwn(given, optional) && given[optional] === undefined) {
    delete result[optional]
  }
  return result
}

/** What can be built from partial input: a kind of record, or a part of a record. */
export interface Buildable<T> {
  readonly resource: string
  readonly schema: z.ZodMiniType<T>
  readonly keys?: Keys
  readonly complete: Complete
}

/**
 * Checks a record, and that requests can use its keys. Returns a copy.
 *
 * @throws DataError With the JSON path of every problem.
 */
export function parseRecord<T>(
  { resource, schema, keys }: Pick<Buildable<T>, 'resource' | 'schema' | 'keys'>,
  input: unknown,
): T {
  const { problems, value } = validate(schema, input)
  const all = [...problems, ...keyProblems(keys ?? [], input)]
  if (all.length > 0) throw new DataError(resource, all)
  return value as T
}

/** @throws InvalidOptionError If the value is not a whole number from 0 to `max`. */
export function checkedCount(name: string, value: number, max: number): number {
  if (Number.isInteger(value) && value >= 0 && value <= max) return value
  throw new InvalidOptionError(
    `${name} must be a whole number from 0 to ${max}, but is ${previewWithType(value)}`,
  )
}

/** @throws InvalidOptionError If the seed is not a whole number from 0 to 2^53 - 1. */
export function checkedSeed(seed: number | undefined): number {
  return checkedCount('seed', seed ?? 1, Number.MAX_SAFE_INTEGER)
}

/** Maximum index. Ids must be numbers that JavaScript represents exactly. */
const MAX_INDEX = 1_000_000_000_000

const optionNames = ['seed', 'index'] satisfies (keyof FactoryOptions)[]

/**
 * Builds a valid record for a caller outside of conmock. Missing fields are generated.
 *
 * @throws DataError If a given value is invalid, with the JSON path of every problem.
 * @throws InvalidOptionError For an unknown option, or an invalid seed or index.
 */
export function build<T>(what: Buildable<T>, partial: unknown, options: FactoryOptions): T {
  checkOptionNames(options, optionNames)
  const seed = checkedSeed(options.seed)
  const index = checkedCount('index', options.index ?? 0, MAX_INDEX)
  return parseRecord(what, what.complete(partial, { seed, index }))
}
