import { describe, expect, it } from 'vitest'
import { findDrift, verifyPacts } from '../../src/pact.js'
import { pactFile, type Interaction } from './support/pacts.js'
import { expectFailure } from './support/failure.js'
import { startReplies } from './support/servers.js'

const tokens = { 'user:read': 'of-roles' }

describe('a method that may change something', () => {
  const methods = ['DELETE', 'PUT', 'POST', 'PATCH', 'PURGE', 'get']
  const interactions = methods.map((method): Interaction => ({ description: `to ${method}`, method }))

  it('is never sent to a real service: each interaction with it is a problem', async () => {
    const seen: (string | undefined)[] = []
    const url = await startReplies(({ method }) => {
      seen.push(method)
      return { body: { data: [] } }
    })
    const pacts = pactFile(...interactions)
    const { report, message } = await expectFailure({ pacts, against: { url, tokens } }, 2)
    // Only "get" is sent: the verifier writes methods in capital letters.
    expect(seen).toEqual(['GET'])
    for (const [index, method] of methods.slice(0, -1).entries()) {
      expect(report.interactions[index]).toMatchObject({
        outcome: 'problem',
        description: `to ${method}`,
        reason: `${method} is not sent to a real service, because it may change data; allowed: GET, HEAD, OPTIONS`,
      })
      expect(message).toContain(`to ${method}`)
    }
    const comparison = await findDrift({ pacts, against: { url, tokens } })
    expect(comparison.interactions.map(({ agreement }) => agreement)).toEqual([
      ...methods.slice(0, -1).map(() => 'problem'),
      'both',
    ])
    expect(seen).toEqual(['GET', 'GET'])
  })

  it('is sent to a mock', async () => {
    const pacts = pactFile({ method: 'DELETE', status: 405 })
    expect(await verifyPacts({ pacts })).toMatchObject({ outcome: 'verified' })
  })
})
