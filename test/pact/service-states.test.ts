import { describe, expect, it } from 'vitest'
import type { Fixtures } from '../../src/convention/volunteer/fixtures.js'
import { volunteerPath } from '../support/ask.js'
import { pactFile, type Interaction, type Json } from './support/pacts.js'
import { verifyIn, startRealService, type RealService, reasonsOfSkipped } from './support/real-service.js'
import { expectFailure } from './support/failure.js'
import { startReplies } from './support/servers.js'
import { exampleVolunteer } from '../../src/convention/volunteer/example.js'
import { withPathOfStates } from '../../src/pact/verification/url.js'
import { fixtures, users, rolesOf } from './support/service-users.js'

function startServiceWithUsers(given: Fixtures, ...more: typeof users): Promise<RealService> {
  return startRealService({ fixtures: given }, { users: [...users, ...more] })
}

/** Verifies interactions, and returns the paths and queries of their requests, without those of look-ups. */
async function pathsFrom(service: RealService, ...interactions: readonly Interaction[]): Promise<string[]> {
  const marked = interactions.map((each) => ({ ...each, headers: { 'x-of-the-pact': 'yes' } }))
  await verifyIn(service, marked)
  const own = service.seen.filter(({ headers }) => headers['x-of-the-pact'] !== undefined)
  return own.map(({ path }) => path.replace('/tenants/one', ''))
}

describe('the fixtures of a real service', () => {
  /** Each state with its fixture and the status of the service. */
  const states: [state: string, parameters: object, fixture: keyof Fixtures, status: number][] = [
    ['a volunteer exists', {}, 'userId', 200],
    ['a volunteer without preferred name', { as: 'null' }, 'userWithPreferredNameNull', 200],
    ['a volunteer without preferred name', { as: 'absent' }, 'userWithPreferredNameAbsent', 200],
    ['a volunteer with an unnamed department', {}, 'userWithUnnamedDepartment', 200],
    ['a volunteer with options of every type', {}, 'userWithEveryOptionType', 200],
    ['a volunteer with nothing in its lists', {}, 'userWithEmptyLists', 200],
    ['the user exists without a record', {}, 'userWithoutRecord', 404],
    ['the user does not exist', {}, 'unknownUser', 404],
  ]

  it('replace the user in the path, and are returned as values of the state', async () => {
    const [own, first] = [volunteerPath('42'), volunteerPath(fixtures.userId)]
    const values = { path: '/api/v0/users/${userId}/volunteer', query: { record: '${volunteerId}' } }
    const exists = 'a volunteer exists'
    const rows: [interaction: Interaction, sent: string][] = [
      ...states.map(([name, parameters, fixture, status]): [Interaction, string] => [
        { path: own, states: [[name, { ...parameters, userId: '42' }]], status },
        volunteerPath(fixtures[fixture]),
      ]),
      // The id is a number in the parameters, and the query contains it too.
      [{ path: `${volunteerPath('7')}?of=7`, states: [[exists, { userId: 7 }]] }, `${first}?of=7`],
      // Only the id is replaced, although other parts of the path have the same text.
      ...['v0', 'users', 'volunteer'].map((userId): [Interaction, string] => [
        { path: volunteerPath(userId), states: [[exists, { userId }]] },
        first,
      ]),
      [
        { path: `${own}?record=0`, states: [exists], fromState: values },
        `${first}?record=${exampleVolunteer.id}`,
      ],
    ]
    const service = await startServiceWithUsers(fixtures)
    expect(await pathsFrom(service, ...rows.map(([interaction]) => interaction))).toEqual(
      rows.map(([, sent]) => sent),
    )
  })

  it.each([
    ['Jö/1', 'J%C3%B6%2F1'],
    ['a?b c&d', 'a%3Fb%20c%26d'],
  ])('can have the id "%s", which is encoded as %s', async (id, encoded) => {
    const [user] = users
    const service = await startServiceWithUsers({ userId: id }, { ...user!, user: { ...user!.user, id } })
    const given: Interaction = {
      path: volunteerPath('42'),
      states: [['a volunteer exists', { userId: '42' }]],
    }
    const fromState = { path: '/api/v0/users/${userId}/volunteer' }
    const queries = ['', '?of=7', '?of=%3F']
    const interactions = queries.flatMap((query) => {
      const path = given.path + query
      return [
        { ...given, path },
        { ...given, path, fromState },
      ]
    })
    expect(await pathsFrom(service, ...interactions)).toEqual(
      queries.flatMap((query) =>
        Array.from({ length: 2 }, () => `/api/v0/users/${encoded}/volunteer${query}`),
      ),
    )
  })

  it('can give a path with a query, to which the query of the pact is added', () => {
    const expression = { part: 'path', path: '', expression: '${link}' } as const
    const path = withPathOfStates('/example?b=1?2', [expression], { link: '/found?a=1' })
    expect(path).toBe('/found?a=1&b=1?2')
  })

  it('are required: a state without its fixture is a problem, and one line names all flags', async () => {
    const { against } = await startServiceWithUsers({})
    const interactions = states.map(([name, parameters]) => ({
      states: [[name, { ...parameters }]] as const,
    }))
    const pacts = pactFile(...interactions, { states: ['the token is expired'], status: 401 }, {})
    const { expired: _, ...tokens } = against.tokens!
    const { report } = await expectFailure({ pacts, against: { ...against, tokens } }, 2)
    const missing = states.map(([, , fixture]) => {
      return { outcome: 'problem', reason: expect.stringContaining(`--fixture ${fixture}=`) as string }
    })
    const expired = { reason: expect.stringContaining('--token-env expired=VARIABLE') as string }
    expect(report.interactions).toMatchObject([...missing, expired, { outcome: 'verified' }])
    const flags = states.map(([, , fixture]) => `--fixture ${fixture}=…`).join(' ')
    expect(report.problems).toEqual([
      `some interactions need more flags: ${flags} --token-env expired=VARIABLE`,
    ])
  })
})

const startServiceWithRoles = () => startRealService({}, { pageSize: 2, roles: rolesOf(5) })

/** A service without roles that says so in this way. */
function startServiceWithoutRoles(list: { readonly data?: null }) {
  return startRealService({}, { change: (response) => ({ ...response, body: { ...list, nextPage: null } }) })
}

describe('the states about roles', () => {
  it('are found in the service', async () => {
    const cursor = { path: '/api/v0/roles?nextPage=x', fromState: { query: { nextPage: '${cursor}' } } }
    const { outcome } = await verifyIn(await startServiceWithRoles(), [
      { states: ['roles exist'] },
      { states: [['roles exist', { count: 5, pageSize: 2 }]] },
      // More roles and larger pages are accepted if the number of pages is the same.
      { states: [['roles exist', { count: 3, pageSize: 1 }]] },
      { states: [['the last page', { nextPage: 'null' }]] },
      { ...cursor, states: ['the last page'], body: { data: [{}], nextPage: null } },
      {
        ...cursor,
        states: [['a cursor to page', { page: 2 }]],
        body: { data: [{}, {}], nextPage: 'x' },
        rules: { '$.nextPage': { match: 'type' } },
      },
    ])
    expect(outcome).toBe('verified')
  })

  it('are found in a service without roles', async () => {
    const { outcome } = await verifyIn(await startServiceWithoutRoles({}), [
      { states: ['no roles exist'] },
      { states: [['no roles exist', { as: 'absent' }]] },
      { states: ['the last page'] },
    ])
    expect(outcome).toBe('verified')
  })

  it('are skipped when the service does not have them', async () => {
    const rows: [state: string, parameters: Json, reason: RegExp][] = [
      ['roles exist', { count: 6 }, /the service has 5 roles on 3 pages, but the state needs at least 6/],
      ['roles exist', { count: 4, pageSize: 1 }, /the service has 5 roles on 3 pages, but .* on 4$/],
      ['no roles exist', {}, /the service has roles$/],
      ['the last page', { nextPage: 'absent' }, /the service is null.* with roles\.lastPage=null$/],
      ['a cursor to page', { page: 4 }, /there is no page 4/],
    ]
    const states = rows.map(([name, parameters]) => ({ states: [[name, parameters]] as const }))
    const reasons = rows.map(([, , reason]): unknown => expect.stringMatching(reason))
    expect(await reasonsOfSkipped(await startServiceWithRoles(), ...states)).toEqual(reasons)
  })

  it('are not "no roles exist" if only the first page is empty', async () => {
    const url = await startReplies(({ url: path = '' }) => ({
      body: path.includes('nextPage') ? { data: [{ id: '1', name: 'a' }] } : { data: [], nextPage: 'next' },
    }))
    const service = { against: { url, tokens: { 'user:read': 'a' } }, seen: [] }
    const [reason] = await reasonsOfSkipped(service, { states: ['no roles exist'] })
    expect(reason).toMatch(/the service has roles$/)
  })

  it('are skipped when the service has no roles or shows that in another form', async () => {
    const service = await startServiceWithoutRoles({ data: null })
    const [inAnArray, noRoles] = await reasonsOfSkipped(
      service,
      { states: [['no roles exist', { as: 'array' }]] },
      { states: ['roles exist'] },
    )
    expect(inAnArray).toMatch(/"data" of the service is null /)
    expect(noRoles).toMatch(/the service has 0 roles/)
  })
})
