import { describe, expect, it } from 'vitest'
import {
  providerStates,
  StateUnavailableError,
  verifyPacts,
  type StateContext,
  type StateHandler,
  type StateHandlers,
} from '../../src/pact.js'
import { createMockSetup } from './support/mock-setup.js'
import { volunteerPath } from '../support/ask.js'
import { fileOf, pactFile, pactOf, type Interaction } from './support/pacts.js'
import { startRealService } from './support/real-service.js'
import { fixtures, users } from './support/service-users.js'
import { expectFailure } from './support/failure.js'
import { recordRequests } from './support/seen-requests.js'
import { builtInStates } from './support/convention-pacts.js'

const mock = { data: 'empty' } as const

function volunteerOf(userId: string, ...states: NonNullable<Interaction['states']>): Interaction {
  return { path: volunteerPath(userId), states, body: { user: { id: userId } } }
}

it('a state of conmock can have another name, and gets its parameters from the code or from the pact', async () => {
  const states: StateHandlers = {
    'user 42 exists': providerStates.volunteerExists({ userId: '42' }),
    'user {userId} is new': providerStates.volunteerWithEmptyLists(),
    'somebody volunteers': providerStates.volunteerExists(),
    'there are {count} roles': providerStates.rolesExist({ pageSize: 2 }),
    '{userId} is {userId}': providerStates.volunteerExists(),
  }
  const pacts = pactFile(
    volunteerOf('42', 'user 42 exists'),
    { ...volunteerOf('7', 'user 7 is new'), body: { options: [], user: { id: '7' } } },
    // Only the path names the user.
    volunteerOf('u-8', 'somebody volunteers'),
    volunteerOf('u-9', 'a volunteer exists'),
    { states: ['there are 2 roles'], body: { data: [{}, {}] } },
    volunteerOf('6', '6 is 6'),
  )
  expect(await verifyPacts({ pacts, mock, states })).toMatchObject({ outcome: 'verified' })
})

function fail(): never {
  throw new Error('it stays open')
}

it('`setup` and `teardown` run before and after the request, even if the interaction fails', async () => {
  const log: string[] = []
  const record =
    (what: string): StateHandler =>
    ({ number }, context) =>
      void log.push(`${what} ${number} after ${context.mock?.requests.count()}`)
  const hooks = (name: string) => ({ setup: record(`setup ${name}`), teardown: record(`teardown ${name}`) })
  const states: StateHandlers = {
    'a {number}': hooks('a'),
    'b {number}': hooks('b'),
    'only {number}': { teardown: record('teardown only') },
    'it throws': () => Promise.reject(new Error('no')),
  }
  const pacts = pactFile(
    { states: ['a 1', 'b 1'] },
    { states: ['a 2'], status: 418 },
    { states: ['a 3', 'it throws'] },
    { states: ['only 4'] },
  )
  const outcomes = ['verified', 'broken', 'problem', 'verified'] as const
  await expectFailure({ pacts, states }, 1, outcomes)
  // Each with the number of requests that the mock has received before.
  expect(log).toEqual([
    'setup a 1 after 0',
    'setup b 1 after 0',
    'teardown b 1 after 1',
    'teardown a 1 after 1',
    'setup a 2 after 0',
    'teardown a 2 after 1',
    'setup a 3 after 0',
    'teardown a 3 after 0',
    'teardown only 4 after 1',
  ])
})

it('`setup` and `teardown` make the interaction a problem when `teardown` throws', async () => {
  const states = { 'a till': { teardown: fail }, 'another till': { teardown: async () => fail() } }
  const pacts = pactFile({ states: ['a till'] }, { states: ['another till'] })
  const { report } = await expectFailure({ pacts, states }, 2)
  const problem = { outcome: 'problem', reason: 'teardown: it stays open' }
  expect(report.interactions).toMatchObject([problem, problem])
})

it('the error for an unknown state lists all of them, including custom ones', async () => {
  const { given } = await createMockSetup({ data: 'empty' }, { 'the till is open': () => undefined })
  const list = [...builtInStates.keys(), 'the till is open'].map((each) => `"${each}"`).join(', ')
  await expect(given('the moon is full')).rejects.toThrow(
    `unknown state; if it is one of an extension, add --extend or the option extend; known states: ${list}`,
  )
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

it('a value that a state returns for the response is compared with the response in V3 and V4', async () => {
  const pacts = ([3, 4] as const).map((version) => fileOf(pactOf(version, [returned])))
  expect(await verifyPacts({ pacts, mock })).toMatchObject({ outcome: 'verified' })
})

it('a value that a state returns comes from the fixture of a real service, also if the state has another name', async () => {
  const { against } = await startRealService({ fixtures }, { users })
  const states = { 'somebody volunteers': providerStates.volunteerExists() }
  const pacts = pactFile(returned, { path: volunteerPath('42'), states: ['somebody volunteers'] })
  expect(await verifyPacts({ pacts, against, states })).toMatchObject({ outcome: 'verified' })
})

/** Verifies interactions that must succeed, and returns the paths of their requests. */
async function pathsOf(states: StateHandlers, ...interactions: readonly Interaction[]): Promise<string[]> {
  const recorder = recordRequests(mock)
  await verifyPacts({ pacts: pactFile(...interactions), mock: recorder.mock, states })
  return recorder.seen.map(({ path }) => path)
}

describe('a custom state', () => {
  it('receives its parameters and the mock', async () => {
    const calls: [parameters: object, context: StateContext][] = []
    const states: StateHandlers = {
      'an order': async (parameters, context) => {
        calls.push([parameters, context])
        await context.mock?.roles.create({ name: 'buyers' })
      },
    }
    const given = { number: 7, tags: ['a', 'b'], note: null }
    await pathsOf(states, { states: [['an order', given]], body: { data: [{ name: 'buyers' }] } })
    expect(calls).toMatchObject([[given, { target: 'mock' }]])
  })

  it('returns values for the request', async () => {
    const states: StateHandlers = { 'an order': () => ({ user: 'u-1', number: 7, paid: true }) }
    const paths = await pathsOf(states, {
      states: ['an order'],
      path: '/api/v0/users/0/orders?number=0&paid=0',
      fromState: { path: '/api/v0/users/${user}/orders', query: { number: '${number}', paid: '${paid}' } },
      status: 404,
    })
    expect(paths).toEqual(['/api/v0/users/u-1/orders?number=7&paid=true'])
  })

  it('can have parameters in its name', async () => {
    const calls: object[] = []
    const states: StateHandlers = {
      'an order {number} of user {userId} (paid)': (parameters) => void calls.push(parameters),
    }
    const v2 = pactOf(2, [{ states: ['an order 7 of user u.1 (paid)'] }])
    await verifyPacts({ pacts: fileOf(v2), mock, states })
    await pathsOf(states, { states: [['an order 8 of user 42 (paid)', { note: 'fast', userId: 42 }]] })
    expect(calls).toEqual([
      { number: '7', userId: 'u.1' },
      { number: '8', userId: 42, note: 'fast' },
    ])
  })

  it('replaces a state of conmock with the same name', async () => {
    const path = '/api/v0/users/42/volunteer'
    const states: StateHandlers = { 'a volunteer exists': () => undefined }
    const interaction = { path, states: [['a volunteer exists', { userId: 42 }]], status: 404 } as const
    expect(await pathsOf(states, interaction)).toEqual([path])
  })

  const failing: [what: string, handler: StateHandlers[string], parameters: object, reason: RegExp][] = [
    ['returns a text', () => 'u-1' as never, {}, /state ".*": it must return an object or nothing$/],
    ['returns a list', () => ['u-1'] as never, {}, /state ".*": it must return an object or nothing$/],
    ['contradicts its name', () => undefined, { number: 8 }, /number=7, .* parameters have number=8$/],
    [
      'rejects with a string',
      () => Promise.reject('gone'),
      {},
      /state "order that rejects with a string 7": gone$/,
    ],
    // A mock can have every state.
    ['is unavailable', () => Promise.reject(new StateUnavailableError('no orders')), {}, /no orders$/],
  ]

  it('that fails is a problem', async () => {
    const states = failing.map(([what, handler]) => [`order that ${what} {number}`, handler] as const)
    const pacts = pactFile(
      ...failing.map(([what, , parameters]): Interaction => ({
        description: what,
        states: [[`order that ${what} 7`, { ...parameters }]],
      })),
    )
    const { report } = await expectFailure({ pacts, states: Object.fromEntries(states) }, 2)
    expect(
      report.interactions.map(({ description, outcome, reason }) => [description, outcome, reason]),
    ).toEqual(failing.map(([what, , , reason]) => [what, 'problem', expect.stringMatching(reason)]))
  })
})
