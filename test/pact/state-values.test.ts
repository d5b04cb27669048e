import { describe, expect, it } from 'vitest'
import { verifyPacts } from '../../src/pact.js'
import { fileOf, pactFile, pactOf, type Interaction } from './support/pacts.js'
import { startRealService } from './support/real-service.js'
import { fixtures, users } from './support/service-users.js'

const mock = { scenario: 'empty' } as const

/** The path, the state and the response have the id of the user. The state may return another id for all of them. */
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

describe('a value that a state returns for the response', () => {
  it.each([3, 4] as const)('is compared with the response in V%i', async (version) => {
    const { outcome } = await verifyPacts({ pacts: fileOf(pactOf(version, [volunteer])), mock })
    expect(outcome).toBe('verified')
  })

  it('comes from the fixture of a real service', async () => {
    const service = await startRealService({ fixtures }, { users })
    const { outcome } = await verifyPacts({ pacts: pactFile(volunteer), against: service.against })
    expect(outcome).toBe('verified')
  })
})
