import type * as z from 'zod/mini'
import { DataError } from '../common/errors.js'
import { checkOptionNames } from '../common/option-names.js'
import { validate } from '../common/validate.js'
import { checkedCount, checkedSeed } from './checked-count.js'
import type { Complete, FactoryOptions } from './complete.js'
import { keyProblems, type Keys } from './keys.js'

/** What can be built from partial input: a kind of record, or a part of a record. */
export interface Buildable<T> {
  /** Its name in the API specification, for messages. */
  readonly resource: string
  readonly schema: z.ZodMiniType<T>
  readonly keys?: Keys
  readonly complete: Complete
}

/**
 * Returns a copy of a record that is valid, and whose keys requests can use.
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

/** Maximum index. Ids must be numbers that JavaScript represents exactly. */
const MAX_INDEX = 1_000_000_000_000

const optionNames = ['seed', 'index'] satisfies (keyof FactoryOptions)[]

/**
 * Builds a valid record for a caller outside of conmock. Missing fields are generated.
 *
 * @throws DataError If a given value is invalid, with the JSON path of every problem.
 * @throws InvalidOptionError
 */
export function build<T>(what: Buildable<T>, partial: unknown, options: FactoryOptions): T {
  checkOptionNames(options, optionNames)
  const seed = checkedSeed(options.seed)
  const index = checkedCount('index', options.index ?? 0, MAX_INDEX)
  return parseRecord(what, what.complete(partial, { seed, index }))
}
