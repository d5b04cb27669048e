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

/** A look-up has shown that a real service violates the API specification. The interaction is reported as broken. */
export class SpecificationBroken extends Error {
  override readonly name = 'SpecificationBroken'
}

/** @throws SpecificationBroken If the body of a successful response is not valid. `what` starts the message. */
export function checkSpecification(body: unknown, resource: ResourceName, what: string): void {
  const violations = findViolations(body, resource).map(({ place, message }) => `${place}: ${message}`)
  if (violations.length > 0) throw new SpecificationBroken(`${what}: ${violations.join('; ')}`)
}
