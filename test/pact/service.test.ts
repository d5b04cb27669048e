import { describe, expect, it } from 'vitest'
import { verifyPacts, type ServiceOptions, type StateHandlers } from '../../src/pact.js'
import { volunteerPath } from '../support/ask.js'
import { pactFile, type Interaction } from './support/pacts.js'
import { verifyIn, startRealService, type RealService } from './support/real-service.js'
import { expectFailure } from './support/failure.js'
import { startReplies } from './support/servers.js'
import { rolesOf } from './support/service-users.js'

function credentials({ seen }: RealService): (string | undefined)[] {
  return seen.map(({ headers }) => headers.authorization)
}

describe('a real service receives', () => {
  it('the token of the scope, or no token if the pact has none', async () => {
    const service = await startRealService()
    const unknown: Interaction = { path: volunteerPath('unknown'), status: 404 }
    await verifyIn(service, [
      {},
      unknown,
      { authorization: false, status: 401 },
      { states: ['the token lacks scope'], status: 403 },
      { states: [['the token has scope', { scope: 'volunteer:read' }]], status: 403 },
      { states: ['the token is expired'], status: 401 },
      { states: ['the token is invalid'], status: 401 },
      { states: ['no credential'], status: 401 },
    ])
    expect(credentials(service)).toEqual([
      'Bearer real-user-reader',
      'Bearer real-volunteer-reader',
      undefined,
      'Bearer real-volunteer-reader',
      'Bearer real-volunteer-reader',
      'Bearer real-expired',
      expect.stringMatching(/^Bearer (?!real-|literal)/),
      undefined,
    ])
  })

  const tokens = { 'volunteer:read': 'real-both', 'user:read': 'real-both' }

  it('a token with both scopes when the states require both, or look something up', async () => {
    const service = await startRealService({ tokens }, { roles: rolesOf(2) })
    await verifyIn(service, [
      {
        states: [
          ['the token has scope', { scope: 'user:read' }],
          ['the token has scope', { scope: 'volunteer:read' }],
        ],
      },
      { states: ['roles exist'] },
    ])
    // The second one is that of the lookup.
    expect(credentials(service)).toEqual(Array.from({ length: 3 }, () => 'Bearer real-both'))
  })

  const hasScope: Interaction = { states: [['the token has scope', { scope: 'user:read' }]] }
  const lacksScope: Interaction = { states: ['the token lacks scope'], status: 403 }
  const expired: Interaction = { states: ['the token is expired'], status: 401 }

  it.each<[what: string, given: ServiceOptions['tokens'], interaction: Interaction, reason: RegExp]>([
    ['the right token', { 'volunteer:read': 'real-volunteer-reader' }, {}, /--token-env user:read=VARIABLE/],
    ['any token', {}, { path: volunteerPath('1') }, /--token-env volunteer:read=VARIABLE/],
    ['a token with only this scope', tokens, hasScope, /the scope user:read alone/],
    [
      'a weaker token',
      { 'user:read': 'real-user-reader' },
      lacksScope,
      /--token-env volunteer:read=VARIABLE/,
    ],
    ['an expired token', {}, expired, /--token-env expired=VARIABLE/],
  ])('no request without %s', async (_, given, interaction, reason) => {
    const service = await startRealService({ tokens: given })
    const { report } = await expectFailure({ pacts: pactFile(interaction), against: service.against }, 2)
    expect(['problem', 'skipped']).toContain(report.interactions[0]?.outcome)
    expect(report.interactions[0]?.reason).toMatch(reason)
    expect(service.seen).toEqual([])
  })

  it('the request unchanged: base path, encoding, query, headers', async () => {
    const service = await startRealService()
    const headers = { 'x-id': 'a,b ;=c', 'accept-language': 'de, en;q=0.5', accept: 'application/json' }
    const path = '/api/v0/users/a%2Fb%20c%C3%A9+~/volunteer'
    await verifyIn(service, [
      { path, headers, status: 404 },
      { path: '/api/v0/roles?x=1&x=2&y=a%26b', headers },
    ])
    const sent = { method: 'GET', headers: { ...headers, host: new URL(service.against.url).host } }
    expect(service.seen).toMatchObject([
      { ...sent, path: `/tenants/one${path}` },
      { ...sent, path: '/tenants/one/api/v0/roles?x=1&x=2&y=a%26b' },
    ])
  })
})

it('a run gives custom states the URL of the service, which may end with a slash, and no mock', async () => {
  const service = await startRealService()
  const contexts: object[] = []
  const states: StateHandlers = { 'an order': (_, context) => void contexts.push(context) }
  const against = { ...service.against, url: `${service.against.url}/` }
  await verifyIn({ ...service, against }, [{ states: ['an order'] }], { states })
  expect(contexts).toEqual([{ target: 'service', mock: undefined, url: service.against.url }])
  expect(service.seen[0]?.path).toBe('/tenants/one/api/v0/roles')
})

const changing = ['DELETE', 'PUT', 'POST', 'PATCH', 'PURGE']
const interactions = [...changing, 'get'].map((method): Interaction => ({
  description: `to ${method}`,
  method,
}))

it('a method that may change something is never sent to a real service: each interaction with it is a problem', async () => {
  const seen: (string | undefined)[] = []
  const url = await startReplies(({ method }) => {
    seen.push(method)
    return { body: { data: [] } }
  })
  const pacts = pactFile(...interactions)
  const against = { url, tokens: { 'user:read': 'of-roles' } }
  const { report, message } = await expectFailure({ pacts, against }, 2)
  // Only "get" is sent: the verifier writes methods in capital letters.
  expect(seen).toEqual(['GET'])
  const reasons = report.interactions.map(({ reason }) => reason?.split(', because')[0])
  expect(reasons).toEqual([...changing.map((method) => `${method} is not sent to a real service`), undefined])
  for (const method of changing) expect(message).toContain(`to ${method}`)
  // It is sent to a mock.
  const toMock = { pacts: pactFile({ method: 'DELETE', status: 405 }) }
  expect(await verifyPacts(toMock)).toMatchObject({ outcome: 'verified' })
})
