import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import { providerStates, verifyPacts, type StateHandlers } from '../../src/pact.js'
import { stateNames } from '../../src/pact/states/provider-states.js'
import { createMockSetup } from './support/mock-setup.js'
import { volunteerPath } from '../support/ask.js'
import { fileOf, pactFile, pactOf, type Interaction } from './support/pacts.js'
import { startRealService } from './support/real-service.js'
import { fixtures, users } from './support/service-users.js'
import { expectFailure } from './support/failure.js'

const mock = { scenario: 'empty' } as const

function volunteerOf(userId: string, ...states: NonNullable<Interaction['states']>): Interaction {
  return { path: volunteerPath(userId), states, body: { user: { id: userId } } }
}

it('a state of conmock can have another name, and gets its parameters from the code or from the pact', async () => {
  const states: StateHandlers = {
    'user 42 exists': providerStates.volunteerExists({ userId: '42' }),
    'user {userId} is new': providerStates.volunteerWithEmptyLists(),
    'somebody volunteers': providerStates.volunteerExists(),
    'there are {count} roles': providerStates.rolesExist({ pageSize: 2 }),
  }
  const pacts = pactFile(
    volunteerOf('42', 'user 42 exists'),
    { ...volunteerOf('7', 'user 7 is new'), body: { options: [], user: { id: '7' } } },
    // Only the path names the user.
    volunteerOf('u-8', 'somebody volunteers'),
    volunteerOf('u-9', 'a volunteer exists'),
    { states: ['there are 2 roles'], body: { data: [{}, {}] } },
  )
  expect(await verifyPacts({ pacts, mock, states })).toMatchObject({ outcome: 'verified' })
})

it('a state of conmock under another name is looked up in a real service', async () => {
  const { against } = await startRealService({ fixtures }, { users })
  const states = { 'somebody volunteers': providerStates.volunteerExists() }
  const pacts = pactFile({ path: volunteerPath('42'), states: ['somebody volunteers'] })
  expect(await verifyPacts({ pacts, against, states })).toMatchObject({ outcome: 'verified' })
})

function fail(): never {
  throw new Error('it stays open')
}

describe('`setup` and `teardown`', () => {
  it('run before and after the request, even if the interaction fails', async () => {
    const log: string[] = []
    const hooks = (name: string): StateHandlers[string] => ({
      setup: ({ number }) => void log.push(`setup ${name} ${number}`),
      teardown: ({ number }) => void log.push(`teardown ${name} ${number}`),
    })
    const states: StateHandlers = {
      'a {number}': hooks('a'),
      'b {number}': hooks('b'),
      'only {number}': { teardown: () => void log.push('teardown only') },
      'it throws': () => Promise.reject(new Error('no')),
    }
    // The requests are part of the same log.
    const handlers = [http.all('*', () => void log.push('request'))]
    const pacts = pactFile(
      { states: ['a 1', 'b 1'] },
      { states: ['a 2'], status: 418 },
      { states: ['a 3', 'it throws'] },
      { states: ['only 4'] },
    )
    const outcomes = ['verified', 'broken', 'problem', 'verified'] as const
    await expectFailure({ pacts, states, mock: { handlers } }, 1, outcomes)
    expect(log).toEqual(
      [
        ['setup a 1', 'setup b 1', 'request', 'teardown b 1', 'teardown a 1'],
        ['setup a 2', 'request', 'teardown a 2'],
        ['setup a 3', 'teardown a 3'],
        ['request', 'teardown only'],
      ].flat(),
    )
  })

  it('make the interaction a problem when `teardown` throws', async () => {
    const states = { 'a till': { teardown: fail }, 'another till': { teardown: async () => fail() } }
    const pacts = pactFile({ states: ['a till'] }, { states: ['another till'] })
    const { report } = await expectFailure({ pacts, states }, 2)
    const problem = { outcome: 'problem', reason: 'teardown: it stays open' }
    expect(report.interactions).toMatchObject([problem, problem])
  })
})

it.each([
  ['a volunter exists', 'a volunteer exists'],
  ['Rolse exist', 'roles exist'],
  ['the till is opn', 'the till is open'],
  ['the moon is full', undefined],
  ['the token is valid', undefined],
  ['no volunteer exists', undefined],
  ['there are no roles', undefined],
])('the error for "%s" suggests a name, or lists all of them, including custom ones', async (name, meant) => {
  const { given } = await createMockSetup({ scenario: 'empty' }, { 'the till is open': () => undefined })
  const list = [...stateNames, 'the till is open'].map((each) => `"${each}"`).join(', ')
  const advice = meant === undefined ? `known states: ${list}` : `did you mean "${meant}"?`
  await expect(given(name)).rejects.toThrow(`unknown state; ${advice}`)
})

/** The path, the state and the response have the id of the user. The state may return another id for all of them. */
const returned: Interaction = {
  path: '/api/v0/users/77/volunteer',
  states: [['a volunteer exists', { userId: '42' }]],
  fromState: {
    path: '/api/v0/users/${userId}/volunteer',
    body: { '$.user.id': '${userId}', '$.id': '${volunteerId}' },
  },
  body: { id: '1', user: { id: '77' } },
  rules: { '$.user.id': { match: 'type' }, '$.id': { match: 'type' } },
}

describe('a value that a state returns for the response', () => {
  it.each([3, 4] as const)('is compared with the response in V%i', async (version) => {
    const { outcome } = await verifyPacts({ pacts: fileOf(pactOf(version, [returned])), mock })
    expect(outcome).toBe('verified')
  })

  it('comes from the fixture of a real service', async () => {
    const service = await startRealService({ fixtures }, { users })
    const { outcome } = await verifyPacts({ pacts: pactFile(returned), against: service.against })
    expect(outcome).toBe('verified')
  })
})
