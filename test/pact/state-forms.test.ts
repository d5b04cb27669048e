import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import { providerStates, verifyPacts, type StateHandlers } from '../../src/pact.js'
import { stateNames } from '../../src/pact/states/provider-states.js'
import { createMockSetup } from './support/mock-setup.js'
import { volunteerPath } from '../support/ask.js'
import { pactFile, type Interaction } from './support/pacts.js'
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
    const { report } = await expectFailure({ pacts, states, mock: { handlers } })
    expect(report.interactions.map(({ outcome }) => outcome)).toEqual([
      'verified',
      'broken',
      'problem',
      'verified',
    ])
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
    const states: StateHandlers = {
      'a till': {
        teardown() {
          throw new Error('it stays open')
        },
      },
      'another till': { teardown: () => Promise.reject(new Error('it stays open')) },
    }
    const pacts = pactFile({ states: ['a till'] }, { states: ['another till'] })
    const { exitCode, report } = await expectFailure({ pacts, states })
    expect(exitCode).toBe(2)
    const problem = { outcome: 'problem', reason: 'teardown: it stays open' }
    expect(report.interactions).toMatchObject([problem, problem])
  })
})

async function reasonFor(name: string): Promise<string> {
  const { given } = await createMockSetup({ scenario: 'empty' }, { 'the till is open': () => undefined })
  const error: unknown = await given(name).catch((thrown: unknown) => thrown)
  return (error as Error).message
}

describe('the error for an unknown state', () => {
  it.each([
    ['a volunter exists', 'a volunteer exists'],
    ['Rolse exist', 'roles exist'],
    ['the till is opn', 'the till is open'],
  ])('suggests the correct spelling of "%s"', async (name, meant) => {
    expect(await reasonFor(name)).toBe(`unknown state; did you mean "${meant}"?`)
  })

  it.each(['the moon is full', 'the token is valid', 'no volunteer exists', 'there are no roles'])(
    'lists all states for "%s", including custom ones',
    async (name) => {
      const list = [...stateNames, 'the till is open'].map((each) => `"${each}"`).join(', ')
      expect(await reasonFor(name)).toBe(`unknown state; known states: ${list}`)
    },
  )
})
