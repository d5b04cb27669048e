import { describe, expect, test } from 'vitest'
import { buildRole, buildUser, buildVolunteer, createMock, type MockDataInput } from '../../src/index.js'
import { ask, volunteerPath } from '../support/ask.js'
import { fetchFrom, runServer } from '../support/running-server.js'
import { problemsOf } from '../support/thrown.js'

const MAX_LENGTH = 1000

/** User ids that a URL cannot contain, each with the beginning of the reason. */
const unreachable: [what: string, id: string, reason: RegExp][] = [
  ['empty', '', /empty id/],
  ['a dot', '.', /the id "\."/],
  ['two dots', '..', /the id "\.\."/],
  ['a lone surrogate', 'a\uD800', /half of a character/],
  ['more than 1,000 characters', 'x'.repeat(MAX_LENGTH + 1), /at most 1000 characters, received 1001/],
]

describe.each(unreachable)('a user id that is %s', (_, id, reason) => {
  const problem = (path: string) => [{ path, reason: expect.stringMatching(reason) as string }]

  test.each<[string, MockDataInput]>([
    ['$.volunteers[1].user.id', { volunteers: [{}, { user: { id } }] }],
    ['$.users[0].id', { users: [{ id }] }],
    ['$.volunteers[0].user.id', { volunteers: [{ ...buildVolunteer(), user: { ...buildUser(), id } }] }],
  ])('is refused in data, with its JSON path: %s', (path, data) => {
    expect(problemsOf(() => createMock({ data }))).toEqual(problem(path))
  })

  test('is refused by the factories and by create', async () => {
    expect(problemsOf(() => buildUser({ id }))).toEqual(problem('$.id'))
    expect(problemsOf(() => buildVolunteer({ user: { id } }))).toEqual(problem('$.user.id'))
    const mock = createMock()
    await expect(mock.users.create({ id })).rejects.toHaveProperty('problems', problem('$.id'))
    const created = mock.volunteers.create({ user: { id } })
    await expect(created).rejects.toHaveProperty('problems', problem('$.user.id'))
  })
})

describe('a user id that is unusual', () => {
  const texts = ['...', ' ', 'a b', 'a+b', '%2e', '50%', 'a/b', 'a/b?c#d', 'ünï/ço?dé#1', '日本', '👩🏽‍🚀', '\0']
  const ids = [...texts, '42', 'a.b:c@d;e=f,g', 'é'.repeat(MAX_LENGTH)]

  test.each(ids.map((id) => [id.slice(0, 20), id]))('can be requested in a path: %j', async (_, id) => {
    const mock = createMock({ data: { volunteers: [{ user: { id } }] } })
    expect(await ask(mock, volunteerPath(id))).toMatchObject({ status: 200, body: { user: { id } } })
    const server = await runServer({ mock })
    expect((await fetchFrom(server, volunteerPath(id))).status).toBe(200)
  })
})

function tooLong(path: string) {
  return [{ path, reason: 'expected at most 1000 characters, received 1001' }]
}

describe('a role', () => {
  test.each(['id', 'name'] as const)('must not have more than 1,000 characters in its %s', async (field) => {
    const text = 'x'.repeat(MAX_LENGTH + 1)
    const long = { name: 'short', [field]: text }
    expect(problemsOf(() => buildRole(long))).toEqual(tooLong(`$.${field}`))
    const { roles } = createMock()
    await expect(roles.create(long)).rejects.toHaveProperty('problems', tooLong(`$.${field}`))
    await expect(roles.update('1', { name: text })).rejects.toHaveProperty('problems', tooLong('$.name'))
    expect(problemsOf(() => createMock({ data: { roles: [long] } }))).toEqual(tooLong(`$.roles[0].${field}`))
  })
})
