import * as z from 'zod/mini'
import { describeAs } from '../common/description.js'
import { InvalidOptionError } from '../common/errors.js'
import { isObject, isPlainObject } from '../common/plain-object.js'
import type { StandardSchema } from './standard-schema.js'

interface Issue {
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

/** @throws InvalidOptionError If the schema needs time: answers are synchronous. */
function run(schema: StandardSchema, input: unknown): Result {
  const result = schema['~standard'].validate(input) as Result | Promise<unknown>
  if (result instanceof Promise)
    throw new InvalidOptionError('the schema checks asynchronously; use one that does not')
  return result
}

/** Finds what the schema has dropped. It is most often a spelling mistake. */
function dropped(input: unknown, value: unknown, path: readonly PropertyKey[] = []): Issue[] {
  if (Array.isArray(input) && Array.isArray(value)) {
    return input.flatMap((item, index) => dropped(item, value[index], [...path, index]))
  }
  if (!isPlainObject(input) || !isPlainObject(value)) return []
  return Object.entries(input).flatMap(([name, member]) => {
    if (member === undefined) return []
    const place = [...path, name]
    return name in value
      ? dropped(member, value[name], place)
      : [{ path: place, message: 'is not in the schema' }]
  })
}

/** Finds values that JSON does not have. */
function notJson(value: unknown, path: readonly PropertyKey[] = []): Issue[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => notJson(item, [...path, index]))
  if (isPlainObject(value)) {
    return Object.entries(value).flatMap(([name, member]) =>
      member === undefined ? [] : notJson(member, [...path, name]),
    )
  }
  const isJson = value === null || ['string', 'boolean'].includes(typeof value) || Number.isFinite(value)
  if (isJson) return []
  const what = isObject(value) ? value.constructor.name : typeof value
  return [{ path, message: `is a ${what}, which JSON does not have` }]
}

/** Checks a value. A field that the schema drops is a problem only if `isStrict`. */
export function checkWith(
  schema: StandardSchema,
  input: unknown,
  isStrict: boolean,
): { readonly issues: readonly Issue[]; readonly value?: unknown } {
  const { issues, value } = run(schema, input)
  if (issues) {
    return {
      issues: issues.map(({ message, path = [] }) => ({
        message,
        path: path.map((part) => (isObject(part) ? part.key : part)),
      })),
    }
  }
  return { issues: [...(isStrict ? dropped(input, value) : []), ...notJson(value)], value }
}

/** Returns a schema of the engine that checks records with the schema of a team. */
export function recordSchema(schema: StandardSchema): z.ZodMiniType {
  const checked = z.pipe(
    z.unknown(),
    z.transform((input, context) => {
      const { issues, value } = checkWith(schema, input, true)
      for (const { path, message } of issues)
        context.issues.push({ code: 'custom', input, message, path: [...path] })
      return value
    }),
  )
  describeAs(checked, jsonSchemaOf(schema, 'output') ?? {})
  return checked
}

/** Returns the JSON Schema of a schema. `undefined` if its library does not give one. */
export function jsonSchemaOf(schema: StandardSchema, side: 'input' | 'output'): object | undefined {
  try {
    const { $schema: _dialect, ...rest } =
      schema['~standard'].jsonSchema?.[side]({ target: 'draft-2020-12' }) ?? {}
    return Object.keys(rest).length > 0 ? rest : undefined
  } catch {
    // For what JSON Schema does not have, such as a transformation.
    return undefined
  }
}
