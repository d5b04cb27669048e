import { describe, expect, it } from 'vitest'
import { optionTypes } from '../../src/convention/volunteer/values.js'
import type { RoleList, Volunteer } from '../../src/convention/resources.js'
import type { StateValues } from '../../src/pact/states/definition.js'
import { ask, roleNames, volunteerPath } from '../support/ask.js'
import { createMockSetup, type TestSetup, type StateParameters } from './support/mock-setup.js'

type Value = StateValues[string] | undefined

async function volunteerIn({ mock }: TestSetup, userId: Value): Promise<Volunteer> {
  const { status, body } = await ask(mock, volunteerPath(String(userId)))
  expect(status).toBe(200)
  return body as Volunteer
}

async function rolesIn({ mock }: TestSetup, cursor?: Value): Promise<RoleList> {
  const query = cursor === undefined ? '' : `?nextPage=${encodeURIComponent(String(cursor))}`
  const { status, body } = await ask(mock, `/api/v0/roles${query}`)
  expect(status).toBe(200)
  return body as RoleList
}

/** Missing values in the other form. */
const assumptions = {
  'user.preferredNameUnset': 'null',
  'roles.lastPage': 'absent',
  'roles.empty': 'null',
} as const

const UNNAMED = 'a volunteer without preferred name'

/** A state about a volunteer, its parameters, and a check of the record. */
const volunteers: [name: string, parameters: StateParameters, holds: (volunteer: Volunteer) => void][] = [
  [
    'a volunteer exists',
    {},
    ({ user, contactMethods, departments, options }) => {
      expect(user.preferredName).toMatch(/./)
      for (const list of [contactMethods, departments, options]) expect(list).not.toEqual([])
      for (const { name, states } of departments) {
        expect(name).toMatch(/./)
        expect(states).not.toEqual([])
      }
    },
  ],
  [UNNAMED, {}, ({ user }) => expect(user.preferredName ?? null).toBeNull()],
  [UNNAMED, { as: 'absent' }, ({ user }) => expect(user).not.toHaveProperty('preferredName')],
  [UNNAMED, { as: 'null' }, ({ user }) => expect(user.preferredName).toBeNull()],
  [
    'a volunteer with an unnamed department',
    {},
    ({ departments }) => {
      expect(departments).toHaveLength(1)
      expect(departments[0]).not.toHaveProperty('name')
    },
  ],
  [
    'a volunteer with options of every type',
    {},
    ({ options }) => expect(options.map(({ type }) => type).toSorted()).toEqual(optionTypes.toSorted()),
  ],
  [
    'a volunteer with nothing in its lists',
    {},
    ({ contactMethods, departments, options }) =>
      expect([contactMethods, departments, options]).toEqual([[], [], []]),
  ],
]

describe.each([{ data: 'empty' }, { data: 'default' }, { data: 'edge-cases', assumptions }] as const)(
  'in a mock with %o',
  (options) => {
    it.each(volunteers)('%s %j', async (name, parameters, holds) => {
      for (const userId of [undefined, '42', 'u-1.2_3~4', 1]) {
        const setup = await createMockSetup(options)
        const values = await setup.given(name, { ...parameters, userId })
        expect(values['userId']).toMatch(/./)
        expect(values['userId']).toBe(String(userId ?? values['userId']))
        const volunteer = await volunteerIn(setup, values['userId'])
        expect([volunteer.user.id, volunteer.id]).toEqual([values['userId'], values['volunteerId']])
        holds(volunteer)
        // Repeating the state changes nothing, whether or not it names the user.
        expect(await setup.given(name, { ...parameters, userId })).toEqual(values)
        const { updatedAt: before, ...record } = volunteer
        const { updatedAt: after, ...same } = await volunteerIn(setup, values['userId'])
        expect(same).toEqual(record)
        expect(after >= before).toBe(true)
      }
    })

    it.each([
      ['the user does not exist', false],
      ['the user exists without a record', true],
    ])('%s', async (name, exists) => {
      const setup = await createMockSetup(options)
      const { userId } = await setup.given(name)
      expect(userId).toMatch(/./)
      await setup.given('a volunteer exists', { userId: '42' })
      for (const id of [userId, '42', '42']) {
        expect(await setup.given(name, { userId: id })).toEqual({ userId: id })
        expect(await ask(setup.mock, volunteerPath(String(id)))).toMatchObject({ status: 404 })
        expect(setup.mock.users.find(String(id)) !== undefined).toBe(exists)
      }
    })

    it('roles exist', async () => {
      const setup = await createMockSetup(options)
      for (const count of [7, 2, 2, '5']) {
        expect(await setup.given('roles exist', { count, pageSize: 3 })).toEqual({ count: Number(count) })
        expect(await roleNames(setup.mock)).toHaveLength(Number(count))
        expect((await rolesIn(setup)).data).toHaveLength(Math.min(3, Number(count)))
      }
    })

    it('no roles exist', async () => {
      const setup = await createMockSetup(options)
      const bodies = { array: { data: [] }, null: { data: null }, absent: {} }
      for (const as of ['array', 'null', 'absent'] as const) {
        expect(await setup.given('no roles exist', { as })).toEqual({})
        const { nextPage = null, ...body } = await rolesIn(setup)
        expect([body, nextPage]).toEqual([bodies[as], null])
      }
    })

    it('the last page', async () => {
      const setup = await createMockSetup(options)
      await setup.given('roles exist', { count: 7, pageSize: 3 })
      for (const nextPage of ['null', 'absent']) {
        const { cursor, page } = await setup.given('the last page', { nextPage })
        expect(page).toBe(3)
        const { data, ...others } = await rolesIn(setup, cursor)
        expect(data).toHaveLength(1)
        expect(others).toEqual(nextPage === 'absent' ? {} : { nextPage: null })
      }
    })

    it('a cursor to page', async () => {
      const setup = await createMockSetup(options)
      await setup.given('roles exist', { count: 7, pageSize: 3 })
      const names = await roleNames(setup.mock)
      for (const [page, number] of [
        [undefined, 2],
        ['2', 2],
        [3, 3],
      ] as const) {
        const values = await setup.given('a cursor to page', { page })
        expect(values['page']).toBe(number)
        const { data } = await rolesIn(setup, values['cursor'])
        expect(data?.map(({ name }) => name)).toEqual(names.slice(3 * number - 3, 3 * number))
      }
      await expect(setup.given('a cursor to page', { page: 4 })).rejects.toThrow('there is no page 4')
    })
  },
)

it('the defaults of "roles exist" are the existing roles, or three', async () => {
  const empty = await createMockSetup()
  expect(await empty.given('roles exist')).toEqual({ count: 3 })
  expect(await empty.given('roles exist')).toEqual({ count: 3 })
  const full = await createMockSetup({ data: 'default' })
  expect(await full.given('roles exist')).toEqual({ count: 250 })
  expect((await rolesIn(full)).data).toHaveLength(100)
})

it('the defaults of "no roles exist" and "the last page" follow the assumptions of the mock', async () => {
  const absent = { 'roles.empty': 'absent', 'roles.lastPage': 'absent' } as const
  const setup = await createMockSetup({ assumptions: absent })
  expect(await setup.given('the last page')).toMatchObject({ page: 3 })
  await setup.given('no roles exist')
  expect(await rolesIn(setup)).toEqual({})
  // Without roles, the last page is the first page, which has no cursor.
  expect(await setup.given('the last page')).toEqual({ page: 1 })
})

it('states about one user add up when only the first state names the user', async () => {
  const setup = await createMockSetup()
  await setup.given('a volunteer with options of every type', { userId: '42' })
  await setup.given('a volunteer with an unnamed department')
  const { userId } = await setup.given('a volunteer without preferred name', { as: 'null' })
  expect(userId).toBe('42')
  const { user, departments, options } = await volunteerIn(setup, '42')
  expect(user.preferredName).toBeNull()
  expect(departments[0]).not.toHaveProperty('name')
  expect(options).toHaveLength(4)
  expect(setup.mock.volunteers.findMany()).toHaveLength(1)
})

it('states about one user replace the earlier state when they contradict each other', async () => {
  const setup = await createMockSetup()
  await setup.given('a volunteer exists', { userId: '42' })
  await setup.given('the user does not exist')
  expect(await ask(setup.mock, volunteerPath('42'))).toMatchObject({ status: 404 })
  await setup.given('a volunteer exists')
  await volunteerIn(setup, '42')
  await setup.given('the user exists without a record')
  expect(await ask(setup.mock, volunteerPath('42'))).toMatchObject({ status: 404 })
})

it('states about one user add up with a state about another user in between', async () => {
  const setup = await createMockSetup()
  await setup.given('a volunteer with nothing in its lists', { userId: '1' })
  await setup.given('a volunteer exists', { userId: '2' })
  await setup.given('a volunteer without preferred name', { userId: '1', as: 'null' })
  const { user, options } = await volunteerIn(setup, '1')
  expect(user.preferredName).toBeNull()
  expect(options).toEqual([])
})
