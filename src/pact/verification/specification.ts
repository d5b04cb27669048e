import type { ResourceName } from '../../contract/resources.js'
import { resourceSchemas } from '../../contract/schemas.js'
import { formatPath } from '../../contract/json-path.js'
import { check, unknownFields } from '../../contract/validate.js'

/** What the specification does not allow, and where. */
export interface Departure {
  /** Its JSON path. */
  readonly place: string
  readonly message: string
}

/**
 * What the specification does not allow in the body of a success. Fields that it does not have are allowed, but for one
 * that has the name of another in other letters: `nextpage`.
 */
export function departuresIn(body: unknown, resource: ResourceName): Departure[] {
  const schema = resourceSchemas[resource]
  const wrong = check(schema, body).issues.map(({ path, message }) => ({ place: formatPath(path), message }))
  const misspelt = unknownFields(schema, body).flatMap(({ path, name, fields }) => {
    const meant = fields.find((field) => field.toLowerCase() === name.toLowerCase())
    return meant === undefined ? [] : [{ place: formatPath(path), message: `is not written "${meant}"` }]
  })
  return [...wrong, ...misspelt]
}
