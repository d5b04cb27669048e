import type { ResourceName } from '../../contract/resources.js'
import { resourceSchemas } from '../../contract/resources.js'
import { formatPath } from '../../common/json-path.js'
import { check, unknownFields } from '../../common/validate.js'

export interface Violation {
  readonly place: string
  readonly message: string
}

/**
 * Finds violations of the API specification in the body of a successful response. Additional fields are allowed, except
 * for a known name in the wrong case, such as `nextpage`.
 */
export function findViolations(body: unknown, resource: ResourceName): Violation[] {
  const schema = resourceSchemas[resource]
  const wrong = check(schema, body).issues.map(({ path, message }) => ({ place: formatPath(path), message }))
  const misspelled = unknownFields(schema, body).flatMap(({ path, name, fields }) => {
    const meant = fields.find((field) => field.toLowerCase() === name.toLowerCase())
    return meant === undefined ? [] : [{ place: formatPath(path), message: `must be written "${meant}"` }]
  })
  return [...wrong, ...misspelled]
}
