import { describe, expect, it } from 'vitest'
import { http, HttpResponse } from 'msw'
import { createMock, type FaultEffect } from '../../src/index.js'
import { verifyPacts, type StateHandlers, type VerifyOptions } from '../../src/pact.js'
import { volunteerPath } from '../support/ask.js'
import { expectOneProblem, outcomesIn } from './support/failure.js'
import { pactFile, type Interaction } from './support/pacts.js'

/** A mock without records: the states create those that a test needs. */
const mock: VerifyOptions['mock'] = { data: 'empty' }

async function outcomes(options: VerifyOptions): Promise<string[]> {
  return outcomesIn(await verifyPacts(options))
}

/** Verifies a pact with a role of this name in the mock. */
function verifyWithRole(name: string): Promise<string[]> {
  const states: StateHandlers = {
    'a role': async (_, context) => void (await context.mock?.roles.create({ name })),
  }
  const pacts = pactFile({ states: ['a role'], body: { data: [{ name }] } }, { body: { data: [] } })
  return outcomes({ pacts, mock, states })
}

const cursor: Interaction = { body: { nextPage: 'a' }, rules: { '$.nextPage': { match: 'type' } } }

describe('the mock of a verification', () => {
  it('is reset for each interaction, including its assumptions', async () => {
    const noRoles: Interaction = { body: { data: [], nextPage: null } }
    const path = volunteerPath('42')
    const pacts = pactFile(
      { states: [['roles exist', { count: 3, pageSize: 2 }]], ...cursor },
      noRoles,
      { states: [['no roles exist', { as: 'null' }]], body: { data: null } },
      noRoles,
      { path, states: [['a volunteer exists', { userId: '42' }]] },
      { path, status: 404 },
      { states: ['the tokens are revoked'], status: 401 },
      noRoles,
    )
    const states: StateHandlers = {
      'the tokens are revoked': (_, context) => context.mock?.tokens.revoke('mock-user-read'),
    }
    expect(await outcomes({ pacts, mock, states })).toEqual(Array.from({ length: 8 }, () => 'verified'))
  })

  it('can be a mock of the caller, which is reset after the run', async () => {
    const own = createMock({ data: 'empty', assumptions: { 'roles.empty': 'null' } })
    await own.roles.create({ name: 'made before the run' })
    const pacts = pactFile({ body: { data: null } }, { states: ['roles exist'] })
    expect(await outcomes({ pacts, mock: own })).toEqual(['verified', 'verified'])
    expect(own.roles.findMany()).toEqual([])
  })

  it('does not answer with its handlers', async () => {
    const handlers = [http.get('*/api/v0/roles', () => HttpResponse.json({}))]
    const pacts = pactFile({ body: { data: [] } })
    expect(await outcomes({ pacts, mock: { data: 'empty', handlers } })).toEqual(['verified'])
  })

  it('can only be in one verification at a time', async () => {
    const own = createMock()
    const pacts = pactFile({})
    const [first, second] = await Promise.allSettled([1, 2].map(() => verifyPacts({ pacts, mock: own })))
    expect(first).toMatchObject({ status: 'fulfilled', value: { outcome: 'verified' } })
    expect(second).toMatchObject({ reason: { name: 'InvalidOptionError', option: 'mock' } })
    expect(await outcomes({ pacts, mock: own })).toEqual(['verified'])
  })

  it.each<FaultEffect>([{ dropConnection: true }, { hang: true }, { truncateBody: 3 }])(
    '%j is a problem',
    async (effect) => {
      const options = { pacts: pactFile({}), mock: { faults: [{ effect }] } }
      const [kind = ''] = Object.keys(effect)
      await expectOneProblem(options, `the mock sent no complete response (fault "${kind}")`)
    },
  )

  it('is separate for each run, in sequence and in parallel', async () => {
    const both = ['verified', 'verified']
    expect(await verifyWithRole('first')).toEqual(both)
    expect(await Promise.all(['a', 'b', 'c', 'd'].map(verifyWithRole))).toEqual([both, both, both, both])
  })
})
