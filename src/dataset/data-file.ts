import * as z from 'zod/mini'
import { DataError, type Problem } from '../common/errors.js'
import { formatPath, memberAt } from '../common/json-path.js'
import { isObject, isPlainObject } from '../common/plain-object.js'
import { check, unwrapped, validate } from '../common/validate.js'
import { builtId, type FactoryOptions } from './build.js'
import type { Dataset } from './dataset.js'
import { keyProblems, otherKey, type Key } from './keys.js'
import { mapKinds, kinds, type KindName, type RecordTypes } from './kinds.js'
import type { Lists } from './kinds/kind.js'
import type { DeepPartial } from './where.js'

/** All records of a mock as JSON: the result of `mock.export()`. Each list is in the order of creation. */
export interface MockData extends Lists<RecordTypes> {
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

/** The option `data` of a mock: partial records. Missing fields are generated, as by `create`. */
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
  return (Object.keys(kinds) as KindName[]).flatMap((name) => {
    const list = memberAt(input, [name])
    return Array.isArray(list) ? [[name, list] as const] : []
  })
}

/** Two keys conflict if they have the same description. */
function describeKey({ name }: Key, value: string): string {
  return `${name} "${value}"`
}

function keysIn(input: unknown): { readonly key: string; readonly path: string }[] {
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
function repetitions(input: unknown): Problem[] {
  const first = new Map<string, string>()
  return keysIn(input).flatMap(({ key, path }) => {
    const before = first.get(key)
    if (before === undefined) first.set(key, path)
    return before === undefined ? [] : [{ path, reason: `${key} is already used at ${before}` }]
  })
}

function unreachable(input: unknown): Problem[] {
  return listsIn(input).flatMap(([list, items]) =>
    items.flatMap((item, index) => keyProblems(kinds[list].keys, item, [list, index])),
  )
}

/**
 * Sets absent optional fields of complete objects to `undefined`, so that they are not generated. An object is complete if it
 * has all required fields. JSON has no other way to omit an optional field.
 */
function keepComplete(schema: unknown, value: unknown): unknown {
  const known = unwrapped(schema)
  if (known instanceof z.ZodMiniArray && Array.isArray(value)) {
    return value.map((item) => keepComplete(known.def.element, item))
  }
  if (!(known instanceof z.ZodMiniObject) || !isPlainObject(value)) return value
  const fields = Object.entries(known.shape as Record<string, unknown>)
  const isComplete = fields.every(
    ([name, field]) => field instanceof z.ZodMiniOptional || value[name] !== undefined,
  )
  const kept = fields.flatMap(([name, field]) =>
    isComplete || Object.hasOwn(value, name) ? [[name, keepComplete(field, value[name])] as const] : [],
  )
  return { ...value, ...Object.fromEntries(kept) }
}

/** Creates a function that generates the missing fields of a record in a data file. */
function createCompletion(input: unknown, seed: number): (name: KindName, item: unknown) => unknown {
  const given = new Set(keysIn(input).map(({ key }) => key))
  let nextIndex = 0

  function nextOptions(): FactoryOptions {
    for (;;) {
      const options = { seed, index: nextIndex++ }
      if (!Object.values(kinds).some((kind) => given.has(describeKey(kind.keys[0], builtId(kind, options)))))
        return options
    }
  }

  function completeRecord(kind: (typeof kinds)[KindName], partial: unknown): unknown {
    const record = kind.complete(partial, nextOptions())
    const [key, value] = [kind.keys[1], otherKey(kind, record)]
    const isDrawn = key && value !== undefined && otherKey(kind, partial) === undefined
    return isDrawn && given.has(describeKey(key, value)) ? completeRecord(kind, partial) : record
  }

  return (name, item) => {
    const kind = kinds[name]
    const isComplete = check(kind.schema, item).issues.length === 0
    return isComplete ? item : completeRecord(kind, keepComplete(kind.schema, item))
  }
}

interface ParseOptions {
  readonly seed?: number
  /** Where the data come from, for messages: for example the name of a file. */
  readonly source?: string
}

/** @throws DataError With all problems of the data. */
export function parseData(input: unknown, options: ParseOptions = {}): MockData {
  const { seed = 1, source = 'data' } = options
  // A Map has no members, so it would be accepted as data without records.
  if (isObject(input) && !Array.isArray(input) && !isPlainObject(input)) {
    throw new DataError(source, [{ path: '$', reason: 'expected a plain object' }])
  }
  const lists = mapKinds((): unknown[] => []) as Record<KindName, unknown[]>
  const given = listsIn(input)
  const emptied = Object.fromEntries(given.map(([name]) => [name, []]))
  const rest = isPlainObject(input) ? { ...input, ...emptied } : input
  const problems = [validate(mockDataSchema, rest).problems]
  const complete = createCompletion(input, seed)
  for (const [name, items] of given) {
    for (const [index, item] of items.entries()) {
      const record = validate(kinds[name].schema, complete(name, item))
      const path = formatPath([name, index])
      problems.push(record.problems.map((each) => ({ ...each, path: path + each.path.slice(1) })))
      lists[name].push(record.value)
    }
  }
  const all = [...problems.flat(), ...repetitions(input), ...unreachable(input)]
  if (all.length > 0) throw new DataError(source, all)
  return { format: 'conmock-1', ...(lists as Lists<RecordTypes>) }
}

type ExportedLists = { readonly [Name in KindName]: Iterable<RecordTypes[Name]> }

export function exportLists({ stores }: Dataset): ExportedLists {
  return mapKinds(function* exported(name, kind) {
    for (const [, record] of stores[name].inOrderOfCreation()) {
      if (kind.isExported?.(record, stores) ?? true) yield record
    }
  }) as ExportedLists
}

/** Copies records one by one, because the JSON of many records is too long for one string. */
function copies<T>(records: Iterable<T>): T[] {
  return Array.from(records, (record) => JSON.parse(JSON.stringify(record)) as T)
}

export function exportData(dataset: Dataset): MockData {
  const lists = exportLists(dataset)
  return { format: 'conmock-1', ...(mapKinds((name) => copies(lists[name])) as Lists<RecordTypes>) }
}
