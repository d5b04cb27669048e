import * as z from 'zod/mini'
import { DataError, type Problem } from '../common/errors.js'
import { formatPath, memberAt } from '../common/json-path.js'
import { decodeAbsent, isObject, isPlainObject } from '../common/plain-object.js'
import { validate } from '../common/validate.js'
import { compiled, type CompiledApi } from '../contract/compile.js'
import type { AnyRecord, FactoryOptions, Key } from '../contract/kind.js'
import { builtId, DEFAULT_SEED } from './build.js'
import type { Dataset } from './dataset.js'
import { givenData, type Lists } from './initial-data.js'
import { brokenRules } from './rules.js'
import { Store } from './store.js'
import { listContainers, mapKinds } from './kinds.js'
import { preview } from '../common/text.js'
import type { DeepPartial } from './where.js'

/** All records of a mock as JSON: the result of `mock.export()`. Each list is in the order of creation. */
export type MockDataOf<Types> = { readonly [Name in keyof Types]: readonly Types[Name][] } & {
  /** Version of the format. */
  readonly format: 'conmock-1'
}

type PartialData<Types> = {
  readonly [Name in keyof Types]?: readonly DeepPartial<Types[Name]>[] | undefined
} & {
  /** Path of the JSON Schema, for editors: `./node_modules/conmock/data.schema.json`. */
  readonly $schema?: string | undefined
  /** Version of the format. */
  readonly format?: 'conmock-1' | undefined
}

/** The type that TypeScript infers for an imported JSON file. Its content is checked at run time. */
type ImportedJson<Types> = { readonly [Name in keyof Types]?: readonly object[] } & {
  readonly $schema?: string
  readonly format?: string
}

/**
 * The option `data` of a mock. A record with all required fields is used as it is. The missing fields of other records are
 * generated, as by `create`, even optional ones. Set one to `undefined` to leave it out, in JSON to `{ "$absent": true }`.
 */
export type MockDataInputOf<Types> = PartialData<Types> | ImportedJson<Types>

/** The schema of data files. */
export const mockDataSchema = compiled((api) =>
  z.object({
    $schema: z.optional(z.string()),
    format: z.optional(z.literal('conmock-1')),
    ...mapKinds(api, (_, { schema }) => z.optional(z.array(schema))),
  }),
)

/** Skips members that are not lists. */
function listsIn({ kindNames }: CompiledApi, input: unknown): (readonly [string, readonly unknown[]])[] {
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
  /** The key in messages. */
  readonly shown: string
  readonly path: string
}

function keysIn(api: CompiledApi, input: unknown): GivenKey[] {
  return listsIn(api, input).flatMap(([list, items]) =>
    api.kinds[list]!.keys.flatMap((key) =>
      items.flatMap((item, index) => {
        const value = key && memberAt(item, key.path)
        if (!key || typeof value !== 'string') return []
        const shown = describeKey(key, preview(value))
        return [{ key: describeKey(key, value), shown, path: formatPath([list, index, ...key.path]) }]
      }),
    ),
  )
}

/** Finds duplicates in the original input, so that they are reported together with all other problems. */
function repetitions(keys: readonly GivenKey[]): Problem[] {
  const first = new Map<string, string>()
  return keys.flatMap(({ key, shown, path }) => {
    const before = first.get(key)
    if (before === undefined) first.set(key, path)
    return before === undefined ? [] : [{ path, reason: `${shown} is already used at ${before}` }]
  })
}

/** Creates a function that generates the missing fields of a record. Generated keys differ from all given ones. */
function createCompletion({ kinds }: CompiledApi, keys: readonly GivenKey[], seed: number) {
  const given = new Set(keys.map(({ key }) => key))
  let nextIndex = 0

  function nextOptions(): FactoryOptions {
    for (;;) {
      const options = { seed, index: nextIndex++ }
      const ids = Object.values(kinds).map((kind) => describeKey(kind.keys[0], builtId(kind, options)))
      if (!ids.some((id) => given.has(id))) return options
    }
  }

  return function complete(name: string, partial: unknown): unknown {
    for (;;) {
      const record = kinds[name]!.complete(partial, nextOptions())
      const generated = kinds[name]!.keys.flatMap((key) => {
        const value = key && memberAt(partial, key.path) === undefined && memberAt(record, key.path)
        return key && typeof value === 'string' ? [describeKey(key, value)] : []
      })
      if (generated.some((key) => given.has(key))) continue
      for (const key of generated) given.add(key)
      return record
    }
  }
}

interface ParseOptions {
  readonly seed?: number
  /** Where the data come from, for messages: for example the name of a file. */
  readonly source?: string
}

/** After this number of problems, no more records are checked: they probably have the same problem. */
const MAX_PROBLEMS = 10_000

/** Finds the records that break a rule which the keys do not say. */
function brokenRulesIn(api: CompiledApi, lists: Lists): Problem[] {
  const sources = givenData(api, lists)
  const rows = mapKinds(api, (name, kind) => new Store(() => sources[name]!, kind))
  return api.kindNames.flatMap((name) => brokenRules(api.kinds, name, lists[name]!, (other) => rows[other]!))
}

/** @throws DataError With all problems of the data. */
export function parseData(api: CompiledApi, input: unknown, options: ParseOptions = {}): Lists {
  const { seed = DEFAULT_SEED, source = 'data' } = options
  // A Map has no members, so it would be accepted as data without records.
  if (isObject(input) && !Array.isArray(input) && !isPlainObject(input)) {
    throw new DataError(source, [{ path: '$', reason: 'expected a plain object' }])
  }
  const data = decodeAbsent(input)
  const given = listsIn(api, data)
  const emptied = Object.fromEntries(given.map(([name]) => [name, []]))
  const keys = keysIn(api, data)
  const complete = createCompletion(api, keys, seed)
  const { problems } = validate(mockDataSchema(api), isPlainObject(data) ? { ...data, ...emptied } : data)
  const invalid: Problem[] = []
  const lists = mapKinds(api, (): AnyRecord[] => [])
  for (const [name, items] of given) {
    const { schema } = api.kinds[name]!
    for (const [index, item] of items.entries()) {
      if (invalid.length > MAX_PROBLEMS) break
      const asGiven = validate(schema, item)
      const record = asGiven.problems.length === 0 ? asGiven : validate(schema, complete(name, item))
      const path = formatPath([name, index])
      for (const each of record.problems) invalid.push({ ...each, path: path + each.path.slice(1) })
      lists[name]!.push(record.value as AnyRecord)
    }
  }
  const all = [...problems, ...invalid, ...repetitions(keys)]
  const broken = all.length > 0 ? all : brokenRulesIn(api, lists)
  if (broken.length > 0) throw new DataError(source, broken)
  return lists
}

/** Yields the records of a kind, except those that another record contains. */
function* exported(name: string, { api, stores }: Dataset): Generator<AnyRecord> {
  const containers = listContainers(api, name)
  for (const [, record] of stores[name]!.byCreation()) {
    if (!containers.some(({ container }) => stores[container]!.getByKey(record.id))) yield record
  }
}

export function exportData(dataset: Dataset): object {
  const copies = mapKinds(dataset.api, (name) =>
    Array.from(exported(name, dataset), (record) => structuredClone(record)),
  )
  return { format: 'conmock-1', ...copies }
}
