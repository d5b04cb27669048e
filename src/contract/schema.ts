import { DataError } from '../common/errors.js'
import { formatPath } from '../common/json-path.js'
import { check } from '../common/validate.js'
import type { ResourceSchema } from './resources/fields.js'

/** Result of `safeParse`: the value, or the error that `parse` would throw. */
type SchemaResult<T> =
  | { readonly success: true; readonly data: T; readonly error?: undefined }
  | { readonly success: false; readonly data?: undefined; readonly error: DataError }

/** Checks values against a resource of the API specification. Implements [Standard Schema](https://standardschema.dev). */
export interface Schema<T> {
  /**
   * Returns a copy of the value. Unknown fields are removed.
   *
   * @throws DataError With the JSON path of every problem.
   */
  parse(input: unknown): T
  /** Like `parse`, but returns the error and does not throw. */
  safeParse(input: unknown): SchemaResult<T>
  /** The interface of Standard Schema, for libraries. */
  readonly '~standard': {
    readonly version: 1
    readonly vendor: 'conmock'
    readonly validate: (
      input: unknown,
    ) =>
      | { readonly value: T; readonly issues?: undefined }
      | { readonly issues: readonly { readonly message: string; readonly path: readonly PropertyKey[] }[] }
    readonly types?: { readonly input: T; readonly output: T } | undefined
  }
}

function createSchema<T>(name: string, schema: ResourceSchema<T>): Schema<T> {
  function safeParse(input: unknown): SchemaResult<T> {
    const { issues, value } = check(schema, input)
    if (issues.length === 0) return { success: true, data: value as T }
    const problems = issues.map(({ path, message }) => ({ path: formatPath(path), reason: message }))
    return { success: false, error: new DataError(name, problems) }
  }

  return Object.freeze({
    parse(input: unknown) {
      const result = safeParse(input)
      if (result.success) return result.data
      throw result.error
    },
    safeParse,
    '~standard': {
      version: 1,
      vendor: 'conmock',
      validate(input) {
        const { issues, value } = check(schema, input)
        return issues.length === 0 ? { value: value as T } : { issues }
      },
    },
  } satisfies Schema<T>)
}

/** Creates the schemas of resources, by name. */
export function createSchemas<Values>(resourceSchemas: {
  readonly [Name in keyof Values]: ResourceSchema<Values[Name]>
}): { readonly [Name in keyof Values]: Schema<Values[Name]> } {
  const entries = Object.entries(resourceSchemas as Record<string, ResourceSchema<unknown>>)
  const schemas = entries.map(([name, schema]) => [name, createSchema(name, schema)] as const)
  return Object.freeze(Object.fromEntries(schemas)) as { [Name in keyof Values]: Schema<Values[Name]> }
}
