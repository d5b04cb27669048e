import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { createMock, type MockOptions } from '../../src/index.js'
import { createProfile } from '../../src/probe/probe.js'
import { openService } from '../pact/support/real-service.js'
import { DEFAULT_ROLES } from '../support/independent-service.js'
import { runs } from '../support/property.js'
import { probeWith } from './probe-target.js'

const fixtures = {
  userId: '90017',
  userWithPreferredNameAbsent: '90044',
  userWithoutRecord: '90050',
  unknownUser: 'nobody',
}

async function probeService(options?: Parameters<typeof openService>[0]) {
  const service = await openService(options)
  const tokens = { 'user:read': 'tok-user', 'volunteer:read': 'tok-volunteer' }
  return { service, report: await probeWith({ url: service.url, tokens, fixtures }) }
}

/** What a client can see, except for the data of volunteers and the texts of errors. */
async function seen(response: Response) {
  const body = (await response.json()) as Partial<Record<'data' | 'nextPage' | 'title' | 'status', unknown>>
  const { data, nextPage, title, status } = body
  const [type] = response.headers.get('content-type')!.split(';', 1)
  const isList = data !== undefined
  const shape = isList ? { data, hasNext: typeof nextPage } : { title, status, keys: 'id' in body }
  return { status: response.status, type, ...shape }
}

it('with the measured profile, the mock responds like the service', async () => {
  const { report, service } = await probeService()
  const exported = JSON.parse(JSON.stringify(createProfile(report, new Date()))) as ReturnType<
    typeof createProfile
  >
  const data = { roles: DEFAULT_ROLES, volunteers: [{ user: { id: '90017' } }], users: [{ id: '90050' }] }
  const tokens: MockOptions['tokens'] = {
    'tok-all': ['user:read', 'volunteer:read'],
    'tok-user': ['user:read'],
    'tok-volunteer': ['volunteer:read'],
  }
  const mock = createMock({ profile: exported, data, tokens })
  const lists = ['', '/', '?limit=1', '?limit=0', '?x=1', '?nextPage=x'].map((rest) => `/api/v0/roles${rest}`)
  const records = ['90050', 'nobody', '%zz', '90017'].map((id) => `/api/v0/users/${id}/volunteer`)
  const path = fc.constantFrom(...lists, '/api/v0/role', ...records)
  const credentials = ['tok-all', 'tok-user', 'tok-volunteer', 'unknown', 'a b'].map(
    (token) => `Bearer ${token}`,
  )

  await fc.assert(
    fc.asyncProperty(
      path,
      fc.constantFrom(undefined, 'Basic eDp5', ...credentials),
      async (target, header) => {
        const init = { headers: header === undefined ? {} : { authorization: header } }
        const [own, real] = await Promise.all([
          mock.fetch(`http://mock${target}`, init),
          fetch(service.url + target, init),
        ])
        expect(await seen(own)).toEqual(await seen(real))
      },
    ),
    runs(500),
  )
})
