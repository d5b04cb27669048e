import { describe, expect, it } from 'vitest'
import type { Fixtures } from '../../src/pact/states/fixtures.js'
import { pactFile, type Interaction } from './support/pacts.js'
import { startRealService, type RealService } from './support/real-service.js'
import { expectFailure } from './support/failure.js'
import { expectProblem, verifyIn } from './support/service-runs.js'
import { exampleVolunteer } from '../../src/pact/like/like-example.js'
import { fixtures, users } from './support/service-users.js'

const volunteerOf = (userId: string) => `/api/v0/users/${userId}/volunteer`

function startServiceWithUsers(given: Fixtures, ...more: typeof users): Promise<RealService> {
  return startRealService({ fixtures: given }, { users: [...users, ...more] })
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
    ['no volunteer', {}, 'unknownUser', 404],
  ]

  it('replace the user in the path', async () => {
    const service = await startServiceWithUsers(fixtures)
    const interactions = states.map(([name, parameters, , status]): Interaction => {
      return { path: volunteerOf('42'), states: [[name, { ...parameters, userId: '42' }]], status }
    })
    await verifyIn(service, [
      ...interactions,
      // The id is a number in the parameters, and the query contains it too.
      { path: `${volunteerOf('7')}?of=7`, states: [['a volunteer exists', { userId: 7 }]] },
    ])
    const asked = service.seen.map(({ path }) => path.replace('/tenants/one', ''))
    for (const [, , fixture] of states) expect(asked).toContain(volunteerOf(fixtures[fixture]))
    expect(asked).toContain(`${volunteerOf('r-1')}?of=7`)
    expect(asked.filter((path) => path.includes('42'))).toEqual([])
  })

  it('are returned as values of the state', async () => {
    const service = await startServiceWithUsers(fixtures)
    await verifyIn(service, [
      {
        path: `${volunteerOf('42')}?record=0`,
        states: ['a volunteer exists'],
        fromState: { path: '/api/v0/users/${userId}/volunteer', query: { record: '${volunteerId}' } },
      },
    ])
    expect(service.seen.at(-1)?.path).toBe(`/tenants/one${volunteerOf('r-1')}?record=${exampleVolunteer.id}`)
  })

  it('can have an id that must be encoded in a path', async () => {
    const [first] = users
    const service = await startServiceWithUsers(
      { userId: 'Jö/1' },
      { ...first!, user: { ...first!.user, id: 'Jö/1' } },
    )
    await verifyIn(service, [{ path: volunteerOf('42'), states: [['a volunteer exists', { userId: '42' }]] }])
    const path = '/tenants/one/api/v0/users/J%C3%B6%2F1/volunteer'
    expect(service.seen.at(-1)?.path).toBe(path)
    await verifyIn(service, [
      {
        path: `${volunteerOf('42')}?of=7`,
        states: [['a volunteer exists', { userId: '42' }]],
        fromState: { path: '/api/v0/users/${userId}/volunteer' },
      },
    ])
    expect(service.seen.at(-1)?.path).toBe(`${path}?of=7`)
  })

  it.each([
    ['/volunteer', '/volunteer'],
    ['/volunteer?of=%3F', '/volunteer?of=%3F'],
  ])('can have an id with a question mark in front of "%s"', async (rest, sent) => {
    const [first] = users
    const id = 'a?b c&d'
    const user = { ...first!, user: { ...first!.user, id } }
    const service = await startServiceWithUsers({ userId: id }, user)
    const path = { path: '/api/v0/users/${userId}/volunteer' }
    await verifyIn(service, [
      { path: `/api/v0/users/42${rest}`, states: ['a volunteer exists'], fromState: path },
    ])
    expect(service.seen.at(-1)?.path).toBe(`/tenants/one/api/v0/users/a%3Fb%20c%26d${sent}`)
  })

  it.each(['v0', 'users', 'volunteer'])(
    'only replace the segment of the id for a user called "%s"',
    async (userId) => {
      const service = await startServiceWithUsers(fixtures)
      await verifyIn(service, [{ path: volunteerOf(userId), states: [['a volunteer exists', { userId }]] }])
      expect(service.seen.at(-1)?.path).toBe(`/tenants/one${volunteerOf('r-1')}`)
    },
  )

  it('are required: a state without its fixture is skipped, and the reason names the flag', async () => {
    const service = await startServiceWithUsers({})
    const { report, exitCode } = await expectFailure({
      pacts: pactFile(
        ...states.map(([name, parameters]): Interaction => ({ states: [[name, { ...parameters }]] })),
        {},
      ),
      against: service.against,
    })
    expect(exitCode).toBe(2)
    const { interactions } = report
    expect(interactions.at(-1)?.outcome).toBe('verified')
    for (const [index, [, , fixture]] of states.entries()) {
      expect(interactions[index]).toMatchObject({
        outcome: 'skipped',
        reason: expect.stringContaining(`--fixture ${fixture}=`) as string,
      })
    }
  })

  it.each(states.filter(([, , , status]) => status === 200))(
    'are checked: "%s" %j is a problem with a user who does not match',
    async (name, parameters, fixture) => {
      const other = fixture === 'userId' ? 'r-empty' : 'r-1'
      const service = await startServiceWithUsers({
        [fixture]: fixture === 'userWithEveryOptionType' ? 'r-empty' : other,
      })
      const interaction = { states: [[name, { ...parameters }]] as const, body: exampleVolunteer }
      const reason = await expectProblem(service, interaction)
      expect(reason).toContain(`the record of the user of --fixture ${fixture} does not match the state`)
    },
  )

  it('are checked: an unknown user is a problem', async () => {
    const service = await startServiceWithUsers({ userId: 'r-away' })
    const reason = await expectProblem(service, { path: volunteerOf('1'), states: ['a volunteer exists'] })
    expect(reason).toContain(`the service responds with 404 to GET ${volunteerOf('r-away')}`)
  })
})
