import type { Faker } from '@faker-js/faker'
import * as z from 'zod/mini'
import { DataError } from '../common/errors.js'
import { checkOptions, optionsSchema, wholeNumber } from '../common/check-options.js'
import type { PlainObject } from '../common/plain-object.js'
import { validate } from '../common/validate.js'
import { fakerFor } from './faker.js'
import { keyProblems, type Keys } from './keys.js'

/** Options of the factories. They decide the values of the fields that the caller does not set. */
export interface FactoryOptions {
  /**
   * Seed of the generated values, a whole number from 0 to 2^53 - 1.
   *
   * @default 1
   */
  readonly seed?: number | undefined
  /**
   * Number of the record, from 0. Each index has its own id.
   *
   * @default 0
   */
  readonly index?: number | undefined
}

/** What the missing fields of a record depend on in a mock. */
interface Known {
  /** The time of the mock's clock, if the option `now` is set. */
  readonly date?: string | undefined
  /** The existing record that the new one contains. */
  readonly contained?: object | undefined
}

/** Adds the missing fields of a record. Keeps given values, so that a check of the result finds invalid ones. */
export type Complete = (partial: unknown, options: FactoryOptions, known?: Known) => unknown

export function builtId(
  { firstBuiltId }: { readonly firstBuiltId: number },
  { index = 0 }: FactoryOptions,
): string {
  return String(firstBuiltId + index)
}

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
export function applyOverrides(generated: PlainObject, given: PlainObject, optional?: string): PlainObject {
  const set = Object.entries(given).filter(([, value]) => value !== undefined)
  const result = { ...generated, ...Object.fromEntries(set) }
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

/** Checks a record, and that requests can use its keys. Returns a copy. */
export function parseRecord<T>(
  { resource, schema, keys }: Pick<Buildable<T>, 'resource' | 'schema' | 'keys'>,
  input: unknown,
): T {
  const { problems, value } = validate(schema, input)
  const all = [...problems, ...keyProblems(keys ?? [], input)]
  if (all.length > 0) throw new DataError(resource, all)
  return value as T
}

/** Maximum index. Ids must be numbers that JavaScript represents exactly. */
const MAX_INDEX = 1_000_000_000_000

export const DEFAULT_SEED = 1

export const seedSchema = wholeNumber(0, Number.MAX_SAFE_INTEGER)

const optionSchema = optionsSchema<FactoryOptions>({
  seed: z.optional(seedSchema),
  index: z.optional(wholeNumber(0, MAX_INDEX)),
})

/** The public factories describe its parameters and errors. */
export function build<T>(what: Buildable<T>, partial: unknown, options: FactoryOptions): T {
  checkOptions(optionSchema, options)
  const { seed = DEFAULT_SEED, index = 0 } = options
  return parseRecord(what, what.complete(partial, { seed, index }))
}
