import { describe, expect, it } from 'vitest'
import { verifyPacts, type StateHandlers } from '../../src/pact.js'
import { fileOf, pactFile, pactOf, type Interaction } from './support/pacts.js'
import { realService } from './support/real-service.js'
import { refusal } from './support/refusal.js'

const mock = { scenario: 'empty' } as const

/** The user's id in three places: in the path, in the answer, and in a state that may give another. */
const volunteer: Interaction = {
  path: '/api/v0/users/77/volunteer',
  states: [['a volunteer exists', { userId: '42' }]],
  fromState: {
    path: '/api/v0/users/${userId}/volunteer',
    body: { '$.user.id': '${userId}', '$.id': '${volunteerId}' },
  },
  body: { id: '1', user: { id: '77' } },
  rules: { '$.user.id': { match: 'type' }, '$.id': { match: 'type' } },
}

/** Two roles, of which the names are compared by their type, and by these expressions. */
function roleNames(body: { readonly [path: string]: string }): Interaction {
  return {
    states: ['role b'],
    body: { data: [{ name: 'x' }, { name: 'y' }] },
    rules: { '$.data[*].name': { match: 'type' } },
    fromState: { body },
  }
}

describe('a value that a state gives for the answer', () => {
  it.each([3, 4] as const)('is compared in V%i with what was answered', async (version) => {
    const { outcome } = await verifyPacts({ pacts: fileOf(pactOf(version, [volunteer])), mock })
    expect(outcome).toBe('verified')
  })

  it('is that of the fixture in a real service', async () => {
    const service = await realService({ fixtures: { userId: 'r-1' } })
    await service.world.volunteers.create({ user: { id: 'r-1', preferredName: 'Sam' } })
    const { outcome } = await verifyPacts({ pacts: pactFile(volunteer), target: service.target })
    expect(outcome).toBe('verified')
  })

  it('is a mismatch, where another was answered', async () => {
    const states: StateHandlers = {
      'role {name}': async ({ name }, context) => {
        await context.mock?.roles.createMany([{ name: 'a' }, { name: String(name) }])
        return { name: 'c', count: 2 }
      },
    }
    const pacts = pactFile(
      roleNames({ '$.data[1].name': '${name}' }),
      roleNames({ '$.data[0].name': '${unknown}' }),
    )
    const { exitCode, report } = await refusal({ pacts, mock, states })
    expect(exitCode).toBe(1)
    expect(report.interactions).toMatchObject([
      { outcome: 'broken', mismatches: [{ part: 'body', path: '$.data[1].name', actual: 'b' }] },
      {
        outcome: 'problem',
        reason:
          'no state returned "unknown", which the body of the response needs; the states returned: name, count',
      },
    ])
    expect(report.interactions[0]?.mismatches[0]?.message).toContain("'c'")
  })
})
