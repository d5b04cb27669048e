import * as z from 'zod/mini'
import { DataError, type Problem } from '../common/errors.js'
import { formatPath, memberAt } from '../common/json-path.js'
import { isObject, isPlainObject } from '../common/plain-object.js'
import { decodeAbsent } from '../common/undefined-marker.js'
import { validate } from '../common/validate.js'
import { builtId, DEFAULT_SEED, type FactoryOptions } from './build.js'
import type { Dataset } from './dataset.js'
import { otherKey, type Key } from './keys.js'
import { listContainers, kindNames, mapKinds } from './kinds.js'
import { kinds } from '../convention/kinds.js'
import type { KindName, Lists, RecordTypes } from '../convention/resources.js'
import type { DeepPartial } from './where.js'

/** All records of a mock as JSON: the result of `mock.export()`. Each list is in the order of creation. */
export interface MockData extends Lists {
  /** Version of the format. */
  readonly format: 'conmock-1'
}

type PartialLists = {
  readonly [Name in keyof RecordTypes]?: readonly DeepPartial<RecordTypes[Name]>[] | undefined
}

interface PartialData extends PartialLists {
  /** Path of the JSON Schema, for editors: `./node_modules/conmock/data.schema.json`. */
  readonly $schema?: string | undefined
  /** Version of the format. */
  readonly format?: 'conmock-1' | undefined
}

type ImportedLists = { readonly [Name in keyof RecordTypes]?: readonly object[] }

/** The type that TypeScript infers for an imported JSON file. Its content is checked at run time. */
interface ImportedJson extends ImportedLists {
  readonly $schema?: string
  readonly format?: string
}

/**
 * The option `data` of a mock. A record with all required fields is used as it is. The missing fields of other records are
 * generated, as by `create`, also optional ones. `undefined` omits an optional field, in JSON `{ "$absent": true }`.
 */
export type MockDataInput = PartialData | ImportedJson

type ListSchemas = {
  [Name in KindName]: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniType<RecordTypes[Name]>>>
}

export const mockDataSchema = z.object({
  $schema: z.optional(z.string()),
  format: z.optional(z.literal('conmock-1')),
  ...(mapKinds((_, { schema }) => z.optional(z.array(schema))) as ListSchemas),
})

/** Skips members that are not lists. */
function listsIn(input: unknown): (readonly [KindName, readonly unknown[]])[] {
  return kindNames.flatMap((name) => {
    const list = memberAt(input, [name])
    return Array.isArray(list) ? [[name, list] as const] : []
  })
}

/** Two keys conflict if they have the same description. */
function describeKey({ name }: Key, value: string): string {
  return `${name} "${value}"`
}

interface GivenKey {
  readonly key: string
  readonly path: string
}

function keysIn(input: unknown): GivenKey[] {
  return listsIn(input).flatMap(([list, items]) =>
    kinds[list].keys.flatMap((key) =>
      items.flatMap((item, index) => {
        const value = key && memberAt(item, key.path)
        if (!key || typeof value !== 'string') return []
        return [{ key: describeKey(key, value), path: formatPath([list, index, ...key.path]) }]
      }),
    ),
  )
}

/** Finds duplicates in the original input, so that they are reported together with all other problems. */
function repetitions(keys: readonly GivenKey[]): Problem[] {
  const first = new Map<string, string>()
  return keys.flatMap(({ key, path }) => {
    const before = first.get(key)
    if (before === undefined) first.set(key, path)
    return before === undefined ? [] : [{ path, reason: `${key} is already used at ${before}` }]
  })
}

/** Creates a function that generates the missing fields of a record. Generated keys differ from all given ones. */
function createCompletion(keys: readonly GivenKey[], seed: number) {
  const given = new Set(keys.map(({ key }) => key))
  let nextIndex = 0

  function nextOptions(): FactoryOptions {
    for (;;) {
      const options = { seed, index: nextIndex++ }
      const ids = kindNames.map((name) => describeKey(kinds[name].keys[0], builtId(kinds[name], options)))
      if (!ids.some((id) => given.has(id))) return options
    }
  }

  return function complete(name: KindName, partial: unknown): unknown {
    const kind = kinds[name]
    const record = kind.complete(partial, nextOptions())
    const [key, value] = [kind.keys[1], otherKey(kind, record)]
    const isGenerated = key && value !== undefined && otherKey(kind, partial) === undefined
    return isGenerated && given.has(describeKey(key, value)) ? complete(name, partial) : record
  }
}

interface ParseOptions {
  readonly seed?: number
  /** Where the data come from, for messages: for example the name of a file. */
  readonly source?: string
}

/** After this number of problems, no more records are checked: they probably have the same problem. */
const MAX_PROBLEMS = 10_000

/** @throws DataError With all problems of the data. */
export function parseData(input: unknown, options: ParseOptions = {}): MockData {
  const { seed = DEFAULT_SEED, source = 'data' } = options
  // A Map has no members, so it would be accepted as data without records.
  if (isObject(input) && !Array.isArray(input) && !isPlainObject(input)) {
    throw new DataError(source, [{ path: '$', reason: 'expected a plain object' }])
  }
  const data = decodeAbsent(input)
  const given = listsIn(data)
  const emptied = Object.fromEntries(given.map(([name]) => [name, []]))
  const keys = keysIn(data)
  const complete = createCompletion(keys, seed)
  const { problems } = validate(mockDataSchema, isPlainObject(data) ? { ...data, ...emptied } : data)
  const invalid: Problem[] = []
  const lists = mapKinds((): unknown[] => []) as Record<KindName, unknown[]>
  for (const [name, items] of given) {
    const { schema } = kinds[name]
    for (const [index, item] of items.entries()) {
      if (invalid.length > MAX_PROBLEMS) break
      const asGiven = validate(schema, item)
      const record = asGiven.problems.length === 0 ? asGiven : validate(schema, complete(name, item))
      const path = formatPath([name, index])
      for (const each of record.problems) invalid.push({ ...each, path: path + each.path.slice(1) })
      lists[name].push(record.value)
    }
  }
  const all = [...problems, ...invalid, ...repetitions(keys)]
  if (all.length > 0) throw new DataError(source, all)
  return { format: 'conmock-1', ...(lists as unknown as Lists) }
}

/** Yields the records of a kind, except those that another record contains. */
function* exported(name: KindName, { stores }: Dataset): Generator<RecordTypes[KindName]> {
  const containers = listContainers(name)
  for (const record of stores[name].inOrderOfCreation()) {
    if (!containers.some(({ container }) => stores[container].getByKey(record.id))) yield record
  }
}

export function exportData(dataset: Dataset): MockData {
  const copies = mapKinds((name) => Array.from(exported(name, dataset), (record) => structuredClone(record)))
  return { format: 'conmock-1', ...(copies as Lists) }
}
