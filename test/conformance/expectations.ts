import { STATUS_CODES } from 'node:http'
import { expect } from 'vitest'
import { lists } from './operations.js'
import { assumptions } from '../../src/convention/assumptions.js'
import { type RoleList, type Volunteer } from '../../src/index.js'
import { strictSchemas } from '../support/strict-schema.js'
import { type ListName } from '../support/convention.js'

/** Expects a success with the status and media type of the API specification. */
export function expectSuccess(response: Response): void {
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json')
}

/** Expects a Volunteer with exactly the fields of the API specification. */
export async function readVolunteer(response: Response): Promise<Volunteer> {
  expectSuccess(response)
  const body: unknown = await response.json()
  expect(strictSchemas.Volunteer.parse(body)).toEqual(body)
  return body as Volunteer
}

/** Expects a page of a list with exactly the fields of its schema. */
export async function readPage(response: Response, list: ListName = 'roles'): Promise<RoleList> {
  expectSuccess(response)
  const body: unknown = await response.json()
  const { response: page } = lists.find((operation) => operation.list === list)!
  const schema = strictSchemas[page as keyof typeof strictSchemas]
  expect(schema.parse(body)).toEqual(body)
  return body as RoleList
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
