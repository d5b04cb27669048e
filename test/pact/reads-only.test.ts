import { describe, expect, it } from 'vitest'
import { compareProviders, verifyPacts } from '../../src/pact.js'
import { pactFile, type Interaction } from './support/pacts.js'
import { refusal } from './support/refusal.js'
import { httpServer } from './support/servers.js'

const tokens = { 'user:read': 'of-roles' }

describe('a method that may change something', () => {
  const methods = ['DELETE', 'PUT', 'POST', 'PATCH', 'PURGE', 'get']
  const interactions = methods.map((method): Interaction => ({
    description: `to ${method}`,
    method,
    status: 200,
  }))

  it('never reaches a real service: each is a problem that names the interaction', async () => {
    const seen: (string | undefined)[] = []
    const url = await httpServer(({ method }, response) => {
      seen.push(method)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[]}')
    })
    const pacts = pactFile(...interactions)
    const { exitCode, report, message } = await refusal({ pacts, target: { url, tokens } })
    expect(exitCode).toBe(2)
    // The verifier sends all of them in capital letters.
    expect(seen).toEqual(['GET'])
    for (const [index, method] of methods.slice(0, -1).entries()) {
      expect(report.interactions[index]).toMatchObject({
        outcome: 'problem',
        description: `to ${method}`,
        reason: `${method} is not sent to a real service, because it may change data; allowed: GET, HEAD, OPTIONS`,
      })
      expect(message).toContain(`to ${method}`)
    }
    const comparison = await compareProviders({ pacts, against: { url, tokens } })
    expect(comparison.interactions.map(({ agreement }) => agreement)).toEqual([
      ...methods.slice(0, -1).map(() => 'problem'),
      'both',
    ])
    expect(seen).toEqual(['GET', 'GET'])
  })

  it('reaches a mock', async () => {
    const pacts = pactFile({ method: 'DELETE', status: 405 })
    expect(await verifyPacts({ pacts })).toMatchObject({ outcome: 'verified' })
  })
})
