import { describe, expect, it } from 'vitest'
import { verifyPacts, type Fixtures } from '../../src/pact.js'
import { fileOf, pactFile, pactOf, type Interaction } from './support/pacts.js'
import { realService, type RealService } from './support/real-service.js'
import { refusal } from './support/refusal.js'
import { problemWith, verifyIn } from './support/service-runs.js'
import { fixtures, users, volunteers } from './support/service-users.js'

const volunteerOf = (userId: string) => `/api/v0/users/${userId}/volunteer`

async function withVolunteers(given: Fixtures): Promise<RealService> {
  const service = await realService({ fixtures: given })
  await service.world.volunteers.createMany(volunteers)
  await service.world.users.create(users[0])
  return service
}

describe('the fixtures of a real service', () => {
  /** Each state, the fixture that it is mapped to, and what the service answers. */
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

  it('take the place of the user in the path', async () => {
    const service = await withVolunteers(fixtures)
    const interactions = states.map(([name, parameters, , status]): Interaction => {
      return { path: volunteerOf('42'), states: [[name, { ...parameters, userId: '42' }]], status }
    })
    await verifyIn(service, [
      ...interactions,
      // A number in the parameters, and a query that holds the same text.
      { path: `${volunteerOf('7')}?of=7`, states: [['a volunteer exists', { userId: 7 }]] },
    ])
    const asked = service.seen.map(({ path }) => path.replace('/tenants/one', ''))
    for (const [, , fixture] of states) expect(asked).toContain(volunteerOf(fixtures[fixture]))
    expect(asked).toContain(`${volunteerOf('r-1')}?of=7`)
    expect(asked.filter((path) => path.includes('42'))).toEqual([])
  })

  it('take the place of the user in the path, where its id stands in the text of a state', async () => {
    const service = await withVolunteers(fixtures)
    const pacts = fileOf(
      pactOf(2, [
        {
          path: volunteerOf('42'),
          states: ['a volunteer exists for user 42'],
          body: { user: { preferredName: 'Sam' } },
        },
        { path: volunteerOf('42'), states: ['the user 42 exists without a record'], status: 404 },
      ]),
    )
    await verifyPacts({ pacts, target: service.target })
    expect(service.seen.at(-1)?.path).toBe(`/tenants/one${volunteerOf('r-none')}`)
  })

  it('come back as values', async () => {
    const service = await withVolunteers(fixtures)
    const { id } = service.world.volunteers.find({ user: { id: 'r-1' } })!
    await verifyIn(service, [
      {
        path: `${volunteerOf('42')}?record=0`,
        states: ['a volunteer exists'],
        fromState: { path: '/api/v0/users/${userId}/volunteer', query: { record: '${volunteerId}' } },
      },
    ])
    expect(service.seen.at(-1)?.path).toBe(`/tenants/one${volunteerOf('r-1')}?record=${id}`)
  })

  it('may have an id that a path must encode', async () => {
    const service = await withVolunteers({ userId: 'Jö/1' })
    await service.world.volunteers.create({ user: { id: 'Jö/1' } })
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

  it('are needed: a state without its own is skipped, with the way to name it', async () => {
    const service = await withVolunteers({})
    const { report, exitCode } = await refusal({
      pacts: pactFile(
        ...states.map(([name, parameters]): Interaction => ({ states: [[name, { ...parameters }]] })),
        {},
      ),
      target: service.target,
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

  it.each(states.filter(([, , , status]) => status === 200).slice(1))(
    'are looked at: "%s" %j is a problem for a user who is not so',
    async (name, parameters, fixture) => {
      const service = await withVolunteers({ [fixture]: 'r-1' })
      await service.world.volunteers.update(
        { user: { id: 'r-1' } },
        { departments: [{ id: '1', states: [], name: 'D' }] },
      )
      const reason = await problemWith(service, { states: [[name, { ...parameters }]] })
      expect(reason).toContain(`the record of the user of --fixture ${fixture} does not match the state`)
    },
  )

  it('are looked at: a user who is not there is a problem', async () => {
    const service = await withVolunteers({ userId: 'r-away' })
    const reason = await problemWith(service, { path: volunteerOf('1'), states: ['a volunteer exists'] })
    expect(reason).toContain(`the service responds with 404 to GET ${volunteerOf('r-away')}`)
  })
})
