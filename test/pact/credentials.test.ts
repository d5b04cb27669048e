import { describe, expect, it } from 'vitest'
import { verifyPacts } from '../../src/pact.js'
import { LITERAL, pactFile, type Interaction } from './support/pacts.js'
import { onlyProblem, refusal } from './support/refusal.js'
import { seenRequests } from './support/seen-requests.js'

const volunteer: Interaction = {
  path: '/api/v0/users/42/volunteer',
  states: [['a volunteer exists', { userId: '42' }]],
}

/** Verifies interactions that must be verified, and tells with which credentials they were sent. */
async function credentialsOf(...interactions: readonly Interaction[]): Promise<(string | null)[]> {
  const { handlers, seen } = seenRequests()
  const { interactions: reports } = await verifyPacts({
    pacts: pactFile(...interactions),
    mock: { handlers },
  })
  expect(reports).toHaveLength(interactions.length)
  return seen.map(({ authorization }) => authorization)
}

const stated = (interaction: Interaction, ...states: NonNullable<Interaction['states']>): Interaction => ({
  ...interaction,
  states: [...(interaction.states ?? []), ...states],
})

describe('a request that carries Authorization', () => {
  it('is sent with a token of the scope that the operation needs, and no other, whatever the pact has', async () => {
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
      'Bearer mock-user-read',
      'Bearer mock-volunteer-read',
      'Bearer mock-all-scopes',
    ])
  })

  it.each(['Basic dXNlcjpwYXNz', 'abc', '', 'Bearer', 'mock-all-scopes'])(
    'is sent as it is, where it is no Bearer token: "%s"',
    async (authorization) => {
      expect(await credentialsOf({ authorization, status: 401 })).toEqual([authorization])
    },
  )

  it('is sent as it is, where it is more than one token', async () => {
    for (const authorization of ['Bearer a,b', 'Bearer a, Bearer b']) {
      expect(await credentialsOf({ authorization, status: 400 })).toEqual([authorization])
    }
  })

  it('gets it whatever the case of the name', async () => {
    expect(await credentialsOf({ authorization: false, headers: { authorization: LITERAL } })).toEqual([
      'Bearer mock-user-read',
    ])
  })

  it('is sent with the token that its states ask for', async () => {
    const cases: [what: string, interaction: Interaction, sent: string | null][] = [
      ['has the scope', stated({}, ['the token has scope', { scope: 'user:read' }]), 'Bearer mock-user-read'],
      [
        'has another scope',
        stated({ status: 403 }, 'the token has scope volunteer:read'),
        'Bearer mock-volunteer-read',
      ],
      [
        'has both scopes',
        stated({}, 'the token has scope volunteer:read', 'the token has scope user:read'),
        'Bearer mock-all-scopes',
      ],
      [
        'has the scope that is needed',
        stated(volunteer, 'the token has scope'),
        'Bearer mock-volunteer-read',
      ],
      [
        'lacks the scope',
        stated({ status: 403 }, ['the token lacks scope', { scope: 'user:read' }]),
        'Bearer mock-volunteer-read',
      ],
      ['lacks another scope', stated({}, 'the token lacks scope volunteer:read'), 'Bearer mock-user-read'],
      [
        'lacks both scopes',
        stated({ status: 403 }, 'the token lacks scope volunteer:read', 'the token lacks scope user:read'),
        'Bearer mock-no-scopes',
      ],
      [
        'lacks the scope that is needed',
        stated({ ...volunteer, status: 403 }, 'the token lacks scope'),
        'Bearer mock-user-read',
      ],
      ['is expired', stated({ status: 401 }, 'the token is expired'), 'Bearer mock-expired'],
      ['is not there', stated({ status: 401 }, 'no credential'), null],
    ]
    const sent = await credentialsOf(...cases.map(([, interaction]) => interaction))
    expect(cases.map(([what], index) => [what, sent[index]])).toEqual(
      cases.map(([what, , token]) => [what, token]),
    )
  })

  it('a token that is invalid is none that was ever issued', async () => {
    const [sent] = await credentialsOf(stated({ status: 401 }, 'the token is invalid'))
    expect(sent).toMatch(/^Bearer (?!mock-|literal)\S+$/)
  })

  it('a token cannot have a scope and lack it', async () => {
    const pacts = pactFile(stated({}, 'the token has scope user:read', 'the token lacks scope user:read'))
    expect(onlyProblem(await refusal({ pacts }))).toMatch(/the token has and lacks the scope user:read$/)
  })

  it('a token of a scope that does not exist is a problem', async () => {
    const pacts = pactFile(stated({}, 'the token has scope role:write'))
    expect(onlyProblem(await refusal({ pacts }))).toMatch(/state "the token has scope role:write": scope: /)
  })
})

describe('a request without Authorization', () => {
  it('stays without', async () => {
    const nobody: Interaction = { authorization: false, status: 401 }
    const sent = await credentialsOf(nobody, stated(nobody, 'no credential'), {
      ...volunteer,
      authorization: false,
      status: 401,
    })
    expect(sent).toEqual([null, null, null])
  })

  it('is not green where the pact expects more of it', async () => {
    const { exitCode, report } = await refusal({ pacts: pactFile({ authorization: false }) })
    expect(exitCode).toBe(1)
    expect(report.interactions[0]?.mismatches[0]).toMatchObject({
      part: 'status',
      expected: 200,
      actual: 401,
    })
  })

  it('and a state that speaks of a token are a problem', async () => {
    const states = [
      'the token has scope user:read',
      'the token lacks scope user:read',
      'the token is invalid',
      'the token is expired',
    ]
    const nobody: Interaction = { authorization: false, status: 401 }
    const { exitCode, report } = await refusal({
      pacts: pactFile(...states.map((state) => stated(nobody, state))),
    })
    expect(exitCode).toBe(2)
    const reason = expect.stringContaining(
      'the request in the pact has no header "Authorization: Bearer',
    ) as string
    expect(report.interactions).toMatchObject(states.map(() => ({ outcome: 'problem', reason })))
  })

  // The plan of that state is the same as that of no state.
  it('and the state "the token has scope", without a scope, are a problem', async () => {
    const pacts = pactFile({ authorization: false, status: 401, states: ['the token has scope'] })
    expect(onlyProblem(await refusal({ pacts }))).toMatch(
      /the request in the pact has no header "Authorization: Bearer/,
    )
  })
})
