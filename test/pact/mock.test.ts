import { describe, expect, it } from 'vitest'
import { createMock } from '../../src/index.js'
import { verifyPacts, type StateContext, type StateHandlers, type VerifyOptions } from '../../src/pact.js'
import { pactFile, type Interaction } from './support/pacts.js'

const volunteerOf = (userId: string) => `/api/v0/users/${userId}/volunteer`

/** A mock without records: the states create those that a test needs. */
const mock: VerifyOptions['mock'] = { scenario: 'empty' }

async function createRole(context: StateContext, name: string): Promise<void> {
  await context.mock?.roles.create({ name })
}

async function outcomes(options: VerifyOptions): Promise<string[]> {
  const { interactions } = await verifyPacts(options)
  return interactions.map(({ outcome }) => outcome)
}

/** Verifies a pact with a role of this name in the mock. */
function verifyWithRole(name: string): Promise<string[]> {
  const states: StateHandlers = { 'a role': (_, context) => createRole(context, name) }
  const pacts = pactFile({ states: ['a role'], body: { data: [{ name }] } }, { body: { data: [] } })
  return outcomes({ pacts, mock, states })
}

describe('the mock of a verification', () => {
  it('is reset for each interaction, including its assumptions', async () => {
    const noRoles: Interaction = { body: { data: [], nextPage: null } }
    const unknownUser: Interaction = { path: volunteerOf('42'), status: 404 }
    const pacts = pactFile(
      {
        states: ['3 roles exist in pages of 2'],
        body: { nextPage: 'a' },
        rules: { '$.nextPage': { match: 'type' } },
      },
      noRoles,
      { states: ['no roles exist (null)'], body: { data: null } },
      noRoles,
      { path: volunteerOf('42'), states: ['a volunteer exists for user 42'] },
      unknownUser,
      { states: ['the tokens are revoked'], status: 401 },
      noRoles,
    )
    const states: StateHandlers = {
      'the tokens are revoked': (_, context) => context.mock?.tokens.revoke('mock-user-read'),
    }
    expect(await outcomes({ pacts, mock, states })).toEqual(Array.from({ length: 8 }, () => 'verified'))
  })

  it('is created with the options in `mock`', async () => {
    const pacts = pactFile(
      { body: { data: [{}, {}], nextPage: 'a' }, rules: { '$.nextPage': { match: 'type' } } },
      { states: ['no roles exist'], body: { data: null } },
      { states: ['no roles exist (array)'], body: { data: [] } },
    )
    const assumptions = { 'roles.pageSize': 2, 'roles.empty': 'null' } as const
    const all = ['verified', 'verified', 'verified']
    expect(await outcomes({ pacts, mock: { assumptions } })).toEqual(all)
  })

  it('can be a mock of the caller, which is reset after the run', async () => {
    const own = createMock({ scenario: 'empty', assumptions: { 'roles.empty': 'null' } })
    await own.roles.create({ name: 'made before the run' })
    const pacts = pactFile({ body: { data: null } }, { states: ['roles exist'] })
    expect(await outcomes({ pacts, mock: own })).toEqual(['verified', 'verified'])
    expect(own.roles.findMany()).toEqual([])
  })

  it('is separate for each run, in sequence and in parallel', async () => {
    const both = ['verified', 'verified']
    expect(await verifyWithRole('first')).toEqual(both)
    expect(await Promise.all(['a', 'b', 'c', 'd'].map(verifyWithRole))).toEqual([both, both, both, both])
  })
})
