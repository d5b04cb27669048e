import { describe, expect, it } from 'vitest'
import type { ServiceOptions } from '../../src/pact.js'
import { pactFile, type Interaction } from './support/pacts.js'
import { startRealService, type RealService } from './support/real-service.js'
import { expectFailure } from './support/failure.js'
import { expectSkipped, verifyIn } from './support/service-runs.js'
import { rolesOf } from './support/service-users.js'

const volunteerOf = (userId: string) => `/api/v0/users/${userId}/volunteer`

function credentials({ seen }: RealService): (string | undefined)[] {
  return seen.map(({ headers }) => headers.authorization)
}

describe('a real service receives', () => {
  it('the token of the scope, or no token if the pact has none', async () => {
    const service = await startRealService()
    const unknown: Interaction = { path: volunteerOf('unknown'), status: 404 }
    await verifyIn(service, [
      {},
      unknown,
      { authorization: false, status: 401 },
      { states: ['the token lacks scope'], status: 403 },
      { states: ['the token has scope volunteer:read'], status: 403 },
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

  it('a token with both scopes when the states require both', async () => {
    const service = await startRealService({
      tokens: { 'volunteer:read': 'real-both', 'user:read': 'real-both' },
    })
    await verifyIn(service, [
      { states: ['the token has scope user:read', 'the token has scope volunteer:read'] },
    ])
    expect(credentials(service)).toEqual(['Bearer real-both'])
  })

  it('a token with both scopes, also when a state looks something up', async () => {
    const tokens = { 'volunteer:read': 'real-both', 'user:read': 'real-both' }
    const service = await startRealService({ tokens }, { roles: rolesOf(2) })
    await verifyIn(service, [{ states: ['roles exist'] }])
    expect(credentials(service)).toEqual(['Bearer real-both', 'Bearer real-both'])
  })

  it.each<[what: string, given: ServiceOptions['tokens'], interaction: Interaction, reason: RegExp]>([
    [
      'a token with the scope',
      { 'volunteer:read': 'real-volunteer-reader' },
      {},
      /a token with the scope user:read alone/,
    ],
    ['any token', {}, { path: volunteerOf('1') }, /a token with the scope volunteer:read alone/],
    [
      'a token with only this scope',
      { 'volunteer:read': 'real-both', 'user:read': 'real-both' },
      { states: ['the token has scope user:read'] },
      /a token with the scope user:read alone/,
    ],
    [
      'a token without the scope',
      { 'user:read': 'real-user-reader' },
      { states: ['the token lacks scope'], status: 403 },
      /a token with the scope volunteer:read alone/,
    ],
    [
      'an expired token',
      {},
      { states: ['the token is expired'], status: 401 },
      /--token-env expired=VARIABLE/,
    ],
  ])('no request without %s: the interaction is skipped', async (_, given, interaction, reason) => {
    const service = await startRealService({ tokens: given })
    expect(await expectSkipped(service, interaction)).toMatch(reason)
    expect(service.seen).toEqual([])
  })

  it('the request unchanged: base path, encoding, query, headers', async () => {
    const service = await startRealService()
    const headers = {
      'X-Request-Id': 'a,b ;=c',
      'Accept-Language': 'de, en;q=0.5',
      Accept: 'application/json',
    }
    const path = '/api/v0/users/a%2Fb%20c%C3%A9+~/volunteer'
    await verifyIn(service, [
      { path, headers, status: 404 },
      { path: '/api/v0/roles?x=1&x=2&y=a%26b', headers },
    ])
    const [volunteer, roles] = service.seen
    expect(volunteer).toMatchObject({ method: 'GET', path: `/tenants/one${path}` })
    expect(roles).toMatchObject({ method: 'GET', path: '/tenants/one/api/v0/roles?x=1&x=2&y=a%26b' })
    for (const { headers: sent } of service.seen) {
      expect(sent).toMatchObject({
        'x-request-id': 'a,b ;=c',
        'accept-language': 'de, en;q=0.5',
        accept: 'application/json',
        host: new URL(service.against.url).host,
      })
    }
  })

  it('only GET requests, from the pact and from the lookups of states', async () => {
    const service = await startRealService({}, { roles: rolesOf(2) })
    await verifyIn(service, [{}, { states: ['roles exist'] }])
    expect(service.seen.map(({ method, path }) => `${method} ${path}`)).toEqual(
      Array.from({ length: 3 }, () => 'GET /tenants/one/api/v0/roles'),
    )
  })
})

describe('a run against a real service', () => {
  it('fails when an interaction is skipped, even if the others are verified', async () => {
    const { against } = await startRealService()
    const { report, exitCode, message } = await expectFailure({
      pacts: pactFile({}, { states: ['a volunteer exists'] }),
      against,
    })
    expect(exitCode).toBe(2)
    expect(report.interactions.map(({ outcome }) => outcome)).toEqual(['verified', 'skipped'])
    expect(message).toMatch(
      /^SKIPPED {2}a consumer: request 2 \[a volunteer exists\] \(GET [^)]*\) – state /m,
    )
    expect(message).toContain(`1 verified, 1 skipped – against ${against.url}`)
  })

  it('gives custom states the URL of the service, and no mock', async () => {
    const service = await startRealService()
    const contexts: object[] = []
    await verifyIn(service, [{ states: ['an order'] }], {
      states: { 'an order': (_, context) => void contexts.push(context) },
    })
    expect(contexts).toEqual([{ target: 'service', mock: undefined, url: service.against.url }])
  })

  it('works with a trailing slash in the URL', async () => {
    const service = await startRealService()
    await verifyIn({ ...service, against: { ...service.against, url: `${service.against.url}/` } }, [{}])
    expect(service.seen[0]?.path).toBe('/tenants/one/api/v0/roles')
  })
})
