import { describe, expect, it } from 'vitest'
import { scopes } from '../../src/convention/scopes.js'
import { verifyPacts, type StateHandlers } from '../../src/pact.js'
import { volunteerPath } from '../support/ask.js'
import { fileOf, LITERAL, pactFile, pactOf, type Interaction } from './support/pacts.js'
import { expectFailure, expectOneProblem } from './support/failure.js'
import { recordRequests } from './support/seen-requests.js'

const HAS = 'the token has scope user:read'
const LACKS = 'the token lacks scope user:read'

const volunteer: Interaction = { path: volunteerPath('42'), states: ['a volunteer exists for user 42'] }

/** Verifies a pact that must hold, and returns the credentials of its requests. */
async function credentialsIn(pacts: string, states?: StateHandlers): Promise<(string | null)[]> {
  const { handlers, seen } = recordRequests()
  await verifyPacts({ pacts, mock: { handlers }, states })
  return seen.map(({ authorization }) => authorization)
}

function credentialsOf(...interactions: readonly Interaction[]): Promise<(string | null)[]> {
  return credentialsIn(pactFile(...interactions))
}

function withStates(interaction: Interaction, ...states: NonNullable<Interaction['states']>): Interaction {
  return { ...interaction, states: [...(interaction.states ?? []), ...states] }
}

describe('a request that carries Authorization', () => {
  it('is sent with a token that has only the scope of the operation, whatever the token in the pact', async () => {
    const sent = await credentialsOf(
      {},
      { authorization: 'Bearer mock-all-scopes' },
      { authorization: 'bearer  other' },
      volunteer,
      { path: '/api/v0/nothing/here', status: 404 },
    )
    expect(sent).toEqual([
      'Bearer mock-user-read',
      'Bearer mock-user-read',
      'bearer mock-user-read',
      'Bearer mock-volunteer-read',
      // No operation says what an unknown path needs.
      'Bearer mock-volunteer-read',
    ])
  })

  it('is sent unchanged when it is not a Bearer token', async () => {
    const others = ['Basic dXNlcjpwYXNz', 'abc', '', 'Bearer', 'Bearer undefined', 'bearer null']
    const interactions = others.map((authorization) => ({ authorization, status: 401 }))
    expect(await credentialsOf(...interactions)).toEqual(others)
  })

  it('is sent unchanged in two spellings of the name', async () => {
    const headers = { authorization: 'Bearer mock-all-scopes' }
    const sent = await credentialsOf({ authorization: 'Bearer mock-user-read', headers, status: 400 })
    expect(sent[0]?.split(', ').toSorted()).toEqual(['Bearer mock-all-scopes', 'Bearer mock-user-read'])
  })

  const login: StateHandlers = { 'a login': () => ({ login: 'of-a-state' }) }
  const withLogin: Interaction = { states: ['a login'], path: '/api/v0/roles?login=0', status: 400 }
  const fromState = { query: { login: '${login}' } }

  // The verifier sends it in several lines. Node keeps the first one, whose token would be replaced.
  it('is sent unchanged when it has several tokens, also beside a value that a state returns', async () => {
    const authorization = 'Bearer a, Bearer b'
    const pact = pactOf(3, [{ ...withLogin, authorization, fromState }])
    expect(await credentialsIn(fileOf(pact), login)).toEqual([authorization])
  })

  it('is sent as a state returns it when it is not a Bearer token', async () => {
    const header = { Authorization: 'Basic ${login}' }
    const credential = { authorization: 'Basic example', fromState: { header }, status: 401 }
    expect(await credentialsIn(pactFile({ ...withLogin, ...credential }), login)).toEqual([
      'Basic of-a-state',
    ])
  })

  it('is recognized whatever the case of the header name', async () => {
    const [sent] = await credentialsOf({ authorization: false, headers: { authorization: LITERAL } })
    expect(sent).toBe('Bearer mock-user-read')
  })

  it('is sent with the token that its states describe', async () => {
    const cases: [sent: string | null, interaction: Interaction, ...NonNullable<Interaction['states']>][] = [
      ['Bearer mock-user-read', {}, ['the token has scope', { scope: 'user:read' }]],
      ['Bearer mock-volunteer-read', { status: 403 }, 'the token has scope volunteer:read'],
      ['Bearer mock-all-scopes', {}, ...scopes.map((scope) => `the token has scope ${scope}`)],
      ['Bearer mock-volunteer-read', volunteer, 'the token has scope'],
      ['Bearer mock-volunteer-read', { status: 403 }, ['the token lacks scope', { scope: 'user:read' }]],
      ['Bearer mock-user-read', {}, 'the token lacks scope volunteer:read'],
      ['Bearer mock-no-scopes', { status: 403 }, ...scopes.map((scope) => `the token lacks scope ${scope}`)],
      ['Bearer mock-volunteer-read', { status: 403 }, LACKS, 'the token has scope volunteer:read'],
      ['Bearer mock-user-read', { ...volunteer, status: 403 }, 'the token lacks scope'],
      ['Bearer mock-expired', { status: 401 }, 'the token is expired'],
      [null, { status: 401 }, 'no credential'],
    ]
    const sent = await credentialsOf(
      ...cases.map(([, interaction, ...states]) => withStates(interaction, ...states)),
    )
    expect(sent).toEqual(cases.map(([token]) => token))
  })

  it('is sent with a token that was never issued for "the token is invalid"', async () => {
    const [sent] = await credentialsOf(withStates({ status: 401 }, 'the token is invalid'))
    expect(sent).toMatch(/^Bearer (?!mock-|literal)\S+$/)
  })

  it.each([
    [HAS, LACKS, /the token has and lacks the scope user:read$/],
    ['the token is expired', HAS, /contradicts/],
    ['the token is invalid', HAS, /contradicts/],
    ['no credential', HAS, /contradicts/],
  ])('is a problem when the states contradict each other: %s, %s', async (first, second, reason) => {
    await expectOneProblem({ pacts: pactFile(withStates({}, first, second)) }, reason)
  })
})

const anonymous: Interaction = { authorization: false, status: 401 }

it('a request without Authorization is sent without it', async () => {
  const others = [withStates(anonymous, 'no credential'), { ...volunteer, ...anonymous }]
  expect(await credentialsOf(anonymous, ...others)).toEqual([null, null, null])
})

it('a request without Authorization is a problem together with a state about a token', async () => {
  // Without a scope, the last state leads to the same credential plan as no state at all.
  const states = [HAS, LACKS, 'the token is invalid', 'the token is expired', 'the token has scope']
  const pacts = pactFile(...states.map((state) => withStates(anonymous, state)))
  const { report } = await expectFailure({ pacts }, 2)
  const reason: unknown = expect.stringContaining('the request in the pact has no header "Authorization')
  expect(report.interactions).toMatchObject(states.map(() => ({ outcome: 'problem', reason })))
})
