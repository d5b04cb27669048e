import type { Faker } from '@faker-js/faker'
import * as z from 'zod/mini'
import { DataError } from '../common/errors.js'
import { checkOptions, optionsSchema, wholeNumber } from '../common/check-options.js'
import { describe, fieldsOf, resolved, withoutNull, type Description } from '../common/description.js'
import { isPlainObject } from '../common/plain-object.js'
import { validate } from '../common/validate.js'
import type { AnyRecord, Buildable, FactoryOptions } from '../contract/kind.js'
import { fakerFor } from './faker.js'

export function builtId(
  { firstBuiltId }: { readonly firstBuiltId: number },
  { index = 0 }: FactoryOptions,
): string {
  return String(firstBuiltId + index)
}

export function factoryFaker(kind: string, { seed = 1, index = 0 }: FactoryOptions): Faker {
  return fakerFor(seed, `factory ${kind}`, index)
}

/** Returns the texts of a partial record: the given values that generated fields must fit. */
export function stringsIn(partial: unknown): Readonly<Record<string, string>> {
  const members = isPlainObject(partial) ? Object.entries(partial) : []
  const strings = members.filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(strings)
}

/** Whether the fields of a value are known. Otherwise, it is replaced: a map, one of several forms, or what nothing describes. */
function hasFields(schema: Description): boolean {
  const { properties, allOf } = withoutNull(schema)
  return properties !== undefined || allOf !== undefined
}

/**
 * Returns the dotted paths of the fields whose values are merged: objects with known fields.
 *
 * @param outer The descriptions that the description is in. It may contain one of them again, which is left out.
 */
export function mergedPaths(
  schema: Description,
  root: Description = schema,
  outer: readonly Description[] = [],
): string[] {
  return fieldsOf(resolved(schema, root)).flatMap(({ name, schema: field }) => {
    const inner = resolved(withoutNull(field), root)
    if (!hasFields(inner) || outer.includes(inner)) return []
    return [name, ...mergedPaths(inner, root, [...outer, inner]).map((path) => `${name}.${path}`)]
  })
}

function mergeFields(schema: Description, root: Description, record: unknown, changes: unknown): unknown {
  if (!isPlainObject(record) || !isPlainObject(changes)) return changes
  const fields = new Map(fieldsOf(schema).map((field) => [field.name, field]))
  const set = Object.entries(changes).filter(
    // Of a field that the description does not name, the schema itself says whether it may be removed.
    ([key, value]) => value !== undefined || (fields.get(key)?.isOptional ?? true),
  )
  const merged = set.map(([key, value]) => {
    const field = resolved(withoutNull(fields.get(key)?.schema ?? {}), root)
    return [key, hasFields(field) ? mergeFields(field, root, record[key], value) : value] as const
  })
  return { ...record, ...Object.fromEntries(merged) }
}

/**
 * Merges changes of a test into a record, or given fields into a generated one, at every depth. What has no known fields is
 * replaced: lists, maps, and what nothing describes. `undefined` removes an optional field, and is ignored for other fields.
 */
export function merge(schema: z.ZodMiniType, record: unknown, changes: unknown): unknown {
  const root = describe(schema)
  return mergeFields(resolved(root, root), root, record, changes)
}

/** Checks a record. Returns a copy. */
export function parseRecord<T extends AnyRecord>({ resource, schema }: Buildable<T>, input: unknown): T {
  const { problems, value } = validate(schema, input)
  if (problems.length > 0) throw new DataError(resource, problems)
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
export function build<T extends AnyRecord>(
  kind: Buildable<T>,
  partial: unknown = {},
  options: FactoryOptions = {},
): T {
  checkOptions(optionSchema, options)
  const { seed = DEFAULT_SEED, index = 0 } = options
  return parseRecord(kind, kind.complete(partial, { seed, index }))
}
