import { STATUS_CODES } from 'node:http'
import { expect } from 'vitest'
import type { ListName } from '../../src/contract/assumptions.js'
import { lists } from './operations.js'
import { assumptions, schemas, type RoleList, type Volunteer } from '../../src/index.js'

/** The field names of the document: those that are always there, and those that may be missing. */
const fields = {
  Volunteer: [['id', 'createdAt', 'updatedAt', 'contactMethods', 'departments', 'user', 'options'], []],
  ContactMethod: [['name', 'isPrimary', 'value'], []],
  DepartmentAssignment: [['id', 'states'], ['name']],
  User: [['id', 'firstName', 'lastName', 'username', 'phone', 'email'], ['preferredName']],
  Option: [['name', 'type', 'value'], []],
  Role: [['id', 'name'], []],
  RoleList: [[], ['data', 'nextPage']],
} as const

function expectFields(resource: keyof typeof fields, record: object): void {
  const [always, sometimes] = fields[resource]
  const names = Object.keys(record)
  const allowed = new Set<string>([...always, ...sometimes])
  expect(names, `the fields of ${resource}`).toEqual(expect.arrayContaining([...always]))
  expect(
    names.filter((name) => !allowed.has(name)),
    `fields of ${resource} that the document does not have`,
  ).toEqual([])
}

/** The answer is a success as the document has it. */
export function expectSuccess(response: Response): void {
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json')
}

/** The body is a Volunteer, with the document's fields and no other. */
export async function readVolunteer(response: Response): Promise<Volunteer> {
  expectSuccess(response)
  const body = (await response.json()) as Volunteer
  expect(schemas.Volunteer.parse(body)).toEqual(body)
  expectFields('Volunteer', body)
  expectFields('User', body.user)
  for (const entry of body.contactMethods) expectFields('ContactMethod', entry)
  for (const entry of body.departments) expectFields('DepartmentAssignment', entry)
  for (const entry of body.options) expectFields('Option', entry)
  return body
}

/** The body is a page of a list, with the fields of its schema and no other. */
export async function readPage(response: Response, list: ListName = 'roles'): Promise<RoleList> {
  expectSuccess(response)
  const body = (await response.json()) as RoleList
  const schema = schemas[lists.find((operation) => operation.list === list)!.response]
  expect(schema.parse(body)).toEqual(body)
  expectFields('RoleList', body)
  return body
}

/** The body is a Role list response, with the document's fields and no other. */
export async function readRoleList(response: Response): Promise<RoleList> {
  const body = await readPage(response)
  for (const role of body.data ?? []) expectFields('Role', role)
  return body
}

/** Every refusal that the suite knows: its status, and the code that tells it from others of that status. */
export const refused = {
  invalidCursor: { status: 400, code: 'invalid_cursor' },
  invalidRequest: { status: 400, code: 'invalid_request' },
  malformedPath: { status: 400, code: 'malformed_path' },
  missingCredential: { status: 401, code: 'missing_credential' },
  invalidToken: { status: 401, code: 'invalid_token' },
  insufficientScope: { status: 403, code: 'insufficient_scope' },
  unknownUser: { status: 404, code: 'unknown_user' },
  noVolunteerRecord: { status: 404, code: 'no_volunteer_record' },
  trailingSlash: { status: 404, code: 'trailing_slash' },
  unknownPath: { status: 404, code: 'unknown_path' },
  methodNotAllowed: { status: 405, code: 'method_not_allowed' },
  notSpecified: { status: 501, code: 'not_specified' },
} as const

/** The body of a refusal, which has the members of RFC 9457, and ours, and agrees with the status of the answer. */
export async function readProblem(response: Response): Promise<Record<string, unknown>> {
  const { status } = response
  expect(response.headers.get('content-type')).toBe('application/json')
  const body = (await response.json()) as Record<string, unknown>
  expect(body).toMatchObject({
    type: 'about:blank',
    title: STATUS_CODES[status],
    status,
    code: expect.stringMatching(/^[a-z_]+$/),
    detail: expect.stringMatching(/\w/),
    hint: expect.stringMatching(/\w/),
  })
  if (body['assumption'] !== undefined) expect(assumptions).toHaveProperty([body['assumption'] as string])
  expect(JSON.stringify(body)).not.toMatch(/node_modules|\.[jt]s:\d|at \w+ \(/)
  return body
}

/** The attributes of a Bearer challenge. */
export function readChallenge(response: Response): Record<string, string> {
  const header = response.headers.get('www-authenticate') ?? ''
  expect(header).toMatch(/^Bearer \w+="[^"]*"(?:, \w+="[^"]*")*$/)
  return Object.fromEntries(
    Array.from(header.matchAll(/(\w+)="([^"]*)"/g), ([, name, value]) => [name, value]),
  )
}
