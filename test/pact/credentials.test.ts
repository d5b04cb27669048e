import { describe, expect, it } from 'vitest'
import { type Scope } from '../../src/convention/scopes.js'
import { verifyPacts, type StateHandlers } from '../../src/pact.js'
import { volunteerPath } from '../support/ask.js'
import { fileOf, LITERAL, pactFile, pactOf, type Interaction } from './support/pacts.js'
import { expectFailure } from './support/failure.js'
import { recordRequests } from './support/seen-requests.js'
import { scopes } from '../support/convention.js'

type State = NonNullable<Interaction['states']>[number]

function has(scope: Scope): State {
  return ['the token has scope', { scope }]
}

function lacks(scope: Scope): State {
  return ['the token lacks scope', { scope }]
}

const volunteer: Interaction = {
  path: volunteerPath('42'),
  states: [['a volunteer exists', { userId: '42' }]],
}

/** Verifies a pact that must hold, and returns the credentials of its requests. */
async function credentialsIn(pacts: string, states?: StateHandlers): Promise<(string | null)[]> {
  const { mock, seen } = recordRequests()
  await verifyPacts({ pacts, mock, states })
  return seen.map(({ authorization }) => authorization)
}

function withStates(interaction: Interaction, ...states: NonNullable<Interaction['states']>): Interaction {
  return { ...interaction, states: [...(interaction.states ?? []), ...states] }
}

type Row = [sent: unknown, interaction: Interaction, ...states: NonNullable<Interaction['states']>]

const login: StateHandlers = { 'a login': () => ({ login: 'of-a-state' }) }
const withLogin: Interaction = { states: ['a login'], path: '/api/v0/roles?login=0', status: 400 }

const anonymous: Interaction = { authorization: false, status: 401 }

describe('a credential', () => {
  it('has the token that its states and its operation need, and is unchanged without a Bearer token', async () => {
    const unchanged = ['Basic dXNlcjpwYXNz', 'abc', '', 'Bearer', 'Bearer undefined', 'bearer null']
    const fromState = { header: { Authorization: 'Basic ${login}' } }
    const headers = { authorization: 'Bearer mock-all-scopes' }
    const twice = { authorization: 'Bearer mock-user-read', headers, status: 400 }
    const cases: Row[] = [
      ['Bearer mock-user-read', {}],
      ['Bearer mock-user-read', { authorization: 'Bearer mock-all-scopes' }],
      ['bearer mock-user-read', { authorization: 'bearer  other' }],
      ['Bearer mock-user-read', { authorization: false, headers: { authorization: LITERAL } }],
      ['Bearer mock-volunteer-read', volunteer],
      // No operation says what an unknown path needs.
      ['Bearer mock-volunteer-read', { path: '/api/v0/nothing/here', status: 404 }],
      ...unchanged.map((authorization): Row => [authorization, { authorization, status: 401 }]),
      ['Basic of-a-state', { ...withLogin, authorization: 'Basic example', fromState, status: 401 }],
      // Two spellings of the name, in any order.
      [
        expect.stringMatching(
          /^Bearer mock-(user-read, Bearer mock-all-scopes|all-scopes, Bearer mock-user-read)$/,
        ),
        twice,
      ],
      ['Bearer mock-user-read', {}, has('user:read')],
      ['Bearer mock-volunteer-read', { status: 403 }, has('volunteer:read')],
      ['Bearer mock-all-scopes', {}, ...scopes.map(has)],
      ['Bearer mock-volunteer-read', volunteer, 'the token has scope'],
      ['Bearer mock-volunteer-read', { status: 403 }, lacks('user:read')],
      ['Bearer mock-user-read', {}, lacks('volunteer:read')],
      ['Bearer mock-no-scopes', { status: 403 }, ...scopes.map(lacks)],
      ['Bearer mock-volunteer-read', { status: 403 }, lacks('user:read'), has('volunteer:read')],
      ['Bearer mock-user-read', { ...volunteer, status: 403 }, 'the token lacks scope'],
      ['Bearer mock-expired', { status: 401 }, 'the token is expired'],
      // This token was never issued.
      [expect.stringMatching(/^Bearer (?!mock-|literal)\S+$/), { status: 401 }, 'the token is invalid'],
      [null, { status: 401 }, 'no credential'],
      ...[anonymous, withStates(anonymous, 'no credential'), { ...volunteer, ...anonymous }].map(
        (each): Row => [null, each],
      ),
    ]
    const pacts = pactFile(...cases.map(([, each, ...states]) => withStates(each, ...states)))
    expect(await credentialsIn(pacts, login)).toEqual(cases.map(([sent]) => sent))
  })

  // The verifier sends it in several lines. Node keeps the first one, whose token would be replaced.
  it('is unchanged when it has several tokens, also beside a value that a state returns', async () => {
    const authorization = 'Bearer a, Bearer b'
    const pact = pactOf(3, [{ ...withLogin, authorization, fromState: { query: { login: '${login}' } } }])
    expect(await credentialsIn(fileOf(pact), login)).toEqual([authorization])
  })

  it('is a problem if the states contradict each other or the request', async () => {
    const withoutHeader = /the request in the pact has no header "Authorization/
    // Without a scope, the last state leads to the same credential as no state at all.
    const others = [
      has('user:read'),
      lacks('user:read'),
      'the token is invalid',
      'the token is expired',
      'the token has scope',
    ]
    const cases: [reason: RegExp, interaction: Interaction][] = [
      [/the token has and lacks the scope user:read$/, { states: [has('user:read'), lacks('user:read')] }],
      ...['the token is expired', 'the token is invalid', 'no credential'].map(
        (state): (typeof cases)[number] => [/contradicts/, { states: [state, has('user:read')] }],
      ),
      ...others.map((state): (typeof cases)[number] => [withoutHeader, withStates(anonymous, state)]),
    ]
    const { report } = await expectFailure({ pacts: pactFile(...cases.map(([, each]) => each)) }, 2)
    expect(report.interactions).toMatchObject(
      cases.map(([reason]) => ({ outcome: 'problem', reason: expect.stringMatching(reason) as string })),
    )
  })
})
