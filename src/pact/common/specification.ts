import type { CompiledApi } from '../../contract/compile.js'
import { formatPath } from '../../common/json-path.js'
import { isPlainObject } from '../../common/plain-object.js'
import { check, unknownFields } from '../../common/validate.js'
import { parseSteps, type Step } from './verifier-path.js'

export interface Violation {
  readonly path: string
  readonly message: string
}

/**
 * Finds violations of the API specification in the body of a successful response. Additional fields are allowed, except
 * for a known name in the wrong case, such as `nextpage`.
 */
export function findViolations({ schemas }: CompiledApi, body: unknown, resource: string): Violation[] {
  const schema = schemas[resource]!
  const wrong = check(schema, body).issues.map(({ path, message }) => ({ path: formatPath(path), message }))
  const misspelled = unknownFields(schema, body).flatMap(({ path, name, fields }) => {
    const meant = fields.find((field) => field.toLowerCase() === name.toLowerCase())
    return meant === undefined ? [] : [{ path: formatPath(path), message: `must be written "${meant}"` }]
  })
  return [...wrong, ...misspelled]
}

/** A look-up has shown that a real service violates the API specification. The interaction is reported as broken. */
export class SpecificationBroken extends Error {
  override readonly name = 'SpecificationBroken'
}

function hasSteps(body: unknown, [step, ...rest]: readonly Step[]): boolean {
  if (!step) return true
  if (Array.isArray(body)) return body.some((item) => hasSteps(item, rest))
  const members = isPlainObject(body) ? Object.entries(body) : []
  return members.some(
    ([name, member]) => name.toLowerCase() === step.name.toLowerCase() && hasSteps(member, rest),
  )
}

/**
 * Whether an interaction demands a place such as `$.departments[0].name`: the body in the pact has it. An index or `*` stands for
 * every element. A name in the wrong case violates what is demanded of the right one.
 */
export function isDemanded(expectedBody: unknown, path: string): boolean {
  return path === '$' || hasSteps(expectedBody, parseSteps(path))
}

/**
 * Checks the places of a successful response that an interaction demands. A look-up of a state must not fail because of
 * another field, which the consumer does not need.
 *
 * @param what Starts the message.
 * @throws SpecificationBroken If a place violates the API specification.
 */
export function checkSpecification(
  api: CompiledApi,
  body: unknown,
  resource: string,
  what: string,
  expectedBody: unknown,
): void {
  const violations = findViolations(api, body, resource)
    .filter(({ path }) => isDemanded(expectedBody, path))
    .map(({ path, message }) => `${path}: ${message}`)
  if (violations.length > 0) throw new SpecificationBroken(`${what}: ${violations.join('; ')}`)
}
