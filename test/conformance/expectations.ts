import { STATUS_CODES } from 'node:http'
import { expect } from 'vitest'
import type { ListName } from '../../src/convention/operations.js'
import { lists } from './operations.js'
import { assumptions } from '../../src/convention/assumptions.js'
import { resourceSchemas } from '../../src/convention/resources.js'
import { type RoleList, type Volunteer } from '../../src/index.js'

/** The field names of the API specification: required and optional ones. */
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
  const [required, optional] = fields[resource]
  const names = Object.keys(record)
  const allowed = new Set<string>([...required, ...optional])
  expect(names, `the fields of ${resource}`).toEqual(expect.arrayContaining([...required]))
  expect(
    names.filter((name) => !allowed.has(name)),
    `fields of ${resource} that are not in the API specification`,
  ).toEqual([])
}

/** Expects a success with the status and media type of the API specification. */
export function expectSuccess(response: Response): void {
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json')
}

/** Expects a Volunteer with exactly the fields of the API specification. */
export async function readVolunteer(response: Response): Promise<Volunteer> {
  expectSuccess(response)
  const body = (await response.json()) as Volunteer
  expect(resourceSchemas.Volunteer.parse(body)).toEqual(body)
  expectFields('Volunteer', body)
  expectFields('User', body.user)
  for (const entry of body.contactMethods) expectFields('ContactMethod', entry)
  for (const entry of body.departments) expectFields('DepartmentAssignment', entry)
  for (const entry of body.options) expectFields('Option', entry)
  return body
}

/** Expects a page of a list with exactly the fields of its schema. */
export async function readPage(response: Response, list: ListName = 'roles'): Promise<RoleList> {
  expectSuccess(response)
  const body = (await response.json()) as RoleList
  const schema = resourceSchemas[lists.find((operation) => operation.list === list)!.response]
  expect(schema.parse(body)).toEqual(body)
  expectFields('RoleList', body)
  return body
}

/** Expects a page of roles with exactly the fields of the API specification. */
export async function readRoleList(response: Response): Promise<RoleList> {
  const body = await readPage(response)
  for (const role of body.data ?? []) expectFields('Role', role)
  return body
}

/** Expects a body with the members of RFC 9457 and of conmock, and with the status of the response. */
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
