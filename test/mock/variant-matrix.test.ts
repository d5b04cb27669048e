import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import {
  assumptions,
  createMock,
  personas,
  schemas,
  type AssumptionInput,
  type AssumptionName,
  type Mock,
  type MockOptions,
} from '../../src/index.js'
import { pairwise, type Row } from '../../src/coverage/pairwise.js'
import { authorized, volunteerPath } from '../support/ask.js'
import { strictSchemas } from '../support/strict-schema.js'

const ROLES = '/api/v0/roles'

const documented = Object.fromEntries(
  Object.entries(assumptions).flatMap(([name, { status, variants }]) =>
    status === 'documented' && variants.kind === 'choice' ? [[name, variants.options] as const] : [],
  ),
)

const extras = {
  'extras.hasMore': ['absent', 'present'],
  'extras.isStaff': ['absent', 'present'],
} as const

const strict = { Volunteer: strictSchemas.Volunteer, RoleList: strictSchemas.RoleList }

const withExtras = {
  Volunteer: z.extend(strict.Volunteer as z.ZodMiniObject, {
    user: z.extend(strictSchemas.User as z.ZodMiniObject, { isStaff: z.boolean() }),
  }),
  RoleList: z.extend(strict.RoleList as z.ZodMiniObject, { hasMore: z.boolean() }),
}

function schemasFor(row: Row) {
  return {
    Volunteer: row['extras.isStaff'] === 'present' ? withExtras.Volunteer : strict.Volunteer,
    RoleList: row['extras.hasMore'] === 'present' ? withExtras.RoleList : strict.RoleList,
  }
}

function nameOf(row: Row): string {
  return Object.entries(row)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(' ')
}

async function read(mock: Mock, path: string): Promise<unknown> {
  const response = await mock.fetch(authorized(path))
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
  return response.json()
}

async function readPages(mock: Mock): Promise<unknown[]> {
  const pages: { nextPage?: string | null }[] = []
  do {
    const cursor = pages.at(-1)?.nextPage
    const query = typeof cursor === 'string' ? `?nextPage=${cursor}` : ''
    pages.push((await read(mock, `${ROLES}${query}`)) as { nextPage?: string | null })
  } while (typeof pages.at(-1)?.nextPage === 'string')
  return pages
}

const userIds = Object.values(personas).flatMap(({ volunteer }) => (volunteer ? [volunteer.user.id] : []))

async function expectValid(row: Row, options: MockOptions = {}): Promise<void> {
  const { Volunteer, RoleList } = schemasFor(row)
  const chosen = row as AssumptionInput
  const mock = createMock({ ...options, assumptions: chosen })
  for (const id of userIds) {
    const body = await read(mock, volunteerPath(id))
    expect(Volunteer.parse(body)).toEqual(body)
  }
  const pages = await readPages(mock)
  expect(pages).toHaveLength(3)
  const none = await readPages(createMock({ ...options, scenario: 'empty', assumptions: chosen }))
  expect(none).toHaveLength(1)
  for (const body of [...pages, ...none]) expect(RoleList.parse(body)).toEqual(body)
}

/** Expects refusals in JSON, with the media type of the row. */
async function expectRefusals(row: Row): Promise<void> {
  const mock = createMock({ assumptions: row })
  for (const path of [volunteerPath('4711471147'), `${ROLES}?nextPage=garbage`]) {
    const response = await mock.fetch(authorized(path))
    expect(response.headers.get('content-type')).toBe(row['errors.contentType'])
    expect(await response.json()).toMatchObject({ status: response.status })
  }
}

const rows = pairwise(documented).map((row) => ({ name: nameOf(row), row }))
const rowsWithExtras = pairwise({ ...documented, ...extras }).map((row) => ({ name: nameOf(row), row }))

describe('every pair of documented variants', () => {
  it('includes all documented assumptions with several variants', () => {
    const names: AssumptionName[] = [
      'roles.lastPage',
      'roles.empty',
      'user.preferredNameUnset',
      'department.name',
      'errors.contentType',
    ]
    expect(Object.keys(documented)).toEqual(expect.arrayContaining(names))
    expect(rows.length).toBeGreaterThanOrEqual(6)
  })

  it.each(rows)('gives responses without unknown fields: $name', async ({ row }) => {
    expect.hasAssertions()
    await expectValid(row)
    await expectRefusals(row)
  })

  it.each(rowsWithExtras)('adds only the selected extra fields: $name', async ({ row }) => {
    expect.hasAssertions()
    await expectValid(row)
  })
})

describe('the strict schemas', () => {
  const { volunteer } = personas.plain

  it.each([
    ['the record', { ...volunteer, more: 1 }],
    ['its user', { ...volunteer, user: { ...volunteer.user, isStaff: true } }],
    ['a department', { ...volunteer, departments: [{ id: '1', states: [], more: 1 }] }],
    ['an option', { ...volunteer, options: [{ name: 'a', type: 'text', value: '', more: 1 }] }],
  ])('refuse an unknown field of %s', (_, body) => {
    expect(strict.Volunteer.safeParse(volunteer).success).toBe(true)
    expect(schemas.Volunteer.safeParse(body).success).toBe(true)
    expect(strict.Volunteer.safeParse(body).success).toBe(false)
  })

  it('refuse an unknown field of a page and of a role', () => {
    expect(strict.RoleList.safeParse({ data: [{ id: '1', name: 'a' }] }).success).toBe(true)
    expect(strict.RoleList.safeParse({ data: [{ id: '1', name: 'a', more: 1 }] }).success).toBe(false)
    expect(strict.RoleList.safeParse({ hasMore: false }).success).toBe(false)
  })
})
