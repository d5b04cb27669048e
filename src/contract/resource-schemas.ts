import { DataError } from '../common/errors.js'
import { formatPath } from '../common/json-path.js'
import type { ResourceName, Resources } from './resources.js'
import { resourceSchemas } from './schemas.js'
import { check } from '../common/validate.js'

/** Result of `safeParse`: the value, or the error that `parse` would throw. */
export type SchemaResult<T> =
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

function createSchema<Name extends ResourceName>(name: Name): Schema<Resources[Name]> {
  type T = Resources[Name]
  const checkResource = (input: unknown) => {
    const { issues, value } = check(resourceSchemas[name], input)
    return { issues, value: value as T }
  }

  function safeParse(input: unknown): SchemaResult<T> {
    const { issues, value } = checkResource(input)
    if (issues.length === 0) return { success: true, data: value }
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
        const { issues, value } = checkResource(input)
        return issues.length === 0 ? { value } : { issues }
      },
    },
  } satisfies Schema<T>)
}

/**
 * The schema of every resource of the API specification.
 *
 * @example
 * const volunteer = schemas.Volunteer.parse(await response.json())
 */
export const schemas: { readonly [Name in ResourceName]: Schema<Resources[Name]> } = Object.freeze({
  Volunteer: createSchema('Volunteer'),
  ContactMethod: createSchema('ContactMethod'),
  DepartmentAssignment: createSchema('DepartmentAssignment'),
  User: createSchema('User'),
  Option: createSchema('Option'),
  Role: createSchema('Role'),
  RoleList: createSchema('RoleList'),
})
