import { isObject } from '../common/plain-object.js'

type JsonSchema = (options: {
  readonly target: 'draft-2020-12'
  readonly libraryOptions?: Record<string, unknown>
}) => Record<string, unknown>

/** A schema of zod, valibot, arktype or any other library that follows Standard Schema. */
export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => unknown
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined
    readonly jsonSchema?: { readonly input: JsonSchema; readonly output: JsonSchema } | undefined
  }
}

/** Whether a value is a schema. One of arktype is a function. */
export function isStandardSchema(value: unknown): value is StandardSchema {
  if (!isObject(value) && typeof value !== 'function') return false
  return typeof (value as Partial<StandardSchema>)['~standard']?.validate === 'function'
}
