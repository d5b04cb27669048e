import * as z from 'zod/mini'
import { describe, describeAs, fieldNames, type Description } from '../common/description.js'
import { InvalidOptionError } from '../common/errors.js'
import { memberAt } from '../common/json-path.js'
import { isObject, isPlainObject } from '../common/plain-object.js'
import { check } from '../common/validate.js'
import { copy } from '../dataset/where.js'
import type { StandardSchema } from './standard-schema.js'

export interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

interface Result {
  readonly issues?: readonly {
    readonly message: string
    readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
  }[]
  readonly value?: unknown
}

/** The small form of zod has no messages and gives no JSON Schema. But the engine knows it, because its own schemas have this form. */
function isSmallZod(schema: StandardSchema): schema is StandardSchema & z.ZodMiniType {
  return '_zod' in schema && !schema['~standard'].jsonSchema
}

/** @throws InvalidOptionError If the schema needs time: answers are synchronous. */
function run(what: string, schema: StandardSchema, input: unknown): Result {
  if (isSmallZod(schema)) {
    const { issues, value } = check(schema, input)
    return issues.length > 0 ? { issues } : { value }
  }
  const result = schema['~standard'].validate(input) as Result | Promise<unknown>
  if (result instanceof Promise) {
    // zod checks asynchronously after code of the team has thrown, and throws again.
    result.catch(() => undefined)
    throw new InvalidOptionError(
      `the schema of ${what} checks asynchronously, or a function in it throws; use one that does neither`,
    )
  }
  return result
}

/** Finds the fields of a value that another one lacks. */
export function missingFields(
  all: unknown,
  some: unknown,
  message: string,
  path: readonly PropertyKey[] = [],
): Issue[] {
  if (Array.isArray(all) && Array.isArray(some)) {
    return all.flatMap((item, index) => missingFields(item, some[index], message, [...path, index]))
  }
  if (!isPlainObject(all) || !isPlainObject(some)) return []
  return Object.entries(all).flatMap(([name, member]) => {
    if (member === undefined) return []
    const place = [...path, name]
    return name in some ? missingFields(member, some[name], message, place) : [{ path: place, message }]
  })
}

/** Finds values that JSON does not have. */
export function notJson(value: unknown, path: readonly PropertyKey[] = []): Issue[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => notJson(item, [...path, index]))
  if (isPlainObject(value)) {
    return Object.entries(value).flatMap(([name, member]) =>
      member === undefined ? [] : notJson(member, [...path, name]),
    )
  }
  const isJson = value === null || ['string', 'boolean'].includes(typeof value) || Number.isFinite(value)
  if (isJson) return []
  const isNumber = typeof value === 'number'
  const what = isNumber
    ? `the number ${value}`
    : `a ${isObject(value) ? value.constructor.name : typeof value}`
  return [{ path, message: `is ${what}, which JSON does not have` }]
}

/**
 * Checks a value. What the schema returns may be no JSON.
 *
 * @param what What has the schema, for messages.
 * @param isStrict Whether a field that the schema drops is a problem.
 */
export function checkWith(
  what: string,
  schema: StandardSchema,
  input: unknown,
  isStrict = false,
): { readonly issues: readonly Issue[]; readonly value?: unknown } {
  const { issues, value } = run(what, schema, input)
  if (issues) {
    return {
      issues: issues.map(({ message, path = [] }) => ({
        message,
        path: path.map((part) => (isObject(part) ? part.key : part)),
      })),
    }
  }
  // What the schema has dropped is most often a spelling mistake.
  return { issues: isStrict ? missingFields(input, value, 'is not in the schema') : [], value }
}

/** How many of the first records are checked twice. */
const CHECKED_TWICE = 3

/** Returns a schema of the engine that checks records with the schema of a team. */
export function recordSchema(name: string, schema: StandardSchema): z.ZodMiniType {
  const description = recordDescription(schema)
  // The engine itself finds unknown fields of a schema whose fields are known.
  const isStrict = fieldNames(description).length === 0
  let checkedTwice = 0

  /** Says whether the schema changes what it has returned. A record is checked again when another field of it changes. */
  function changedAgain(value: unknown): Issue[] {
    if (checkedTwice++ >= CHECKED_TWICE) return []
    const again = checkWith(name, schema, value)
    if (JSON.stringify(again.value) === JSON.stringify(value)) return []
    const path = again.issues[0]?.path ?? []
    return [
      { path, message: `is changed or refused when ${name} is checked again; leave out the transformation` },
    ]
  }

  const checked = z.pipe(
    z.unknown(),
    z.transform((input, context) => {
      const { issues: invalid, value } = checkWith(name, schema, input, isStrict)
      const issues = invalid.length > 0 ? invalid : [...notJson(value), ...changedAgain(value)]
      const id = memberAt(value, ['id'])
      const hasId = issues.length > 0 || (typeof id === 'string' && id !== '')
      for (const { path, message } of [
        ...issues,
        ...(hasId ? [] : [{ path: ['id'], message: 'must be a non-empty string' }]),
      ])
        context.issues.push({ code: 'custom', input, message, path: [...path] })
      // Some schemas return what they get, or a part of it. The caller may change that later.
      return copy(value)
    }),
  )
  describeAs(checked, description)
  return checked
}

/** Returns the description of a record. Empty if the library of the schema does not give one. */
export function recordDescription(schema: StandardSchema): Description {
  return jsonSchemaOf(schema, 'output') ?? {}
}

/** Returns the JSON Schema of a schema. `undefined` if its library does not give one. */
export function jsonSchemaOf(schema: StandardSchema, side: 'input' | 'output'): object | undefined {
  if (isSmallZod(schema)) return describe(schema)
  try {
    const { vendor, jsonSchema } = schema['~standard']
    // Without it, zod would describe nothing of an object with a transformation.
    const libraryOptions = vendor === 'zod' ? { unrepresentable: 'any' } : {}
    const { $schema: _dialect, ...rest } =
      jsonSchema?.[side]({ target: 'draft-2020-12', libraryOptions }) ?? {}
    return Object.keys(rest).length > 0 ? rest : undefined
  } catch {
    // For what JSON Schema does not have, such as a transformation.
    return undefined
  }
}
