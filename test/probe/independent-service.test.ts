import * as fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { createMock } from '../../src/index.js'
import { profileOf } from '../../src/probe/profile.js'
import { startIndependentService } from '../support/independent-service.js'
import { runs } from '../support/property.js'
import { findingsWith, probeWith } from './probe-target.js'

const fixtures = {
  userId: '90017',
  userWithPreferredNameAbsent: '90044',
  userWithoutRecord: '90050',
  unknownUser: 'nobody',
}

async function probeService(options?: Parameters<typeof startIndependentService>[0]) {
  const service = await startIndependentService(options)
  onTestFinished(() => service.close())
  const tokens = { 'user:read': 'tok-user', 'volunteer:read': 'tok-volunteer' }
  return { service, report: await probeWith({ url: service.url, tokens, fixtures }) }
}

it('a service that was not written for conmock is measured as it is', async () => {
  const { report, service } = await probeService()
  expect(findingsWith(report, 'measured')).toEqual({
    'roles.lastPage': 'null',
    'roles.pageSize': '3',
    'roles.order': 'name',
    'roles.limit': 'ignored',
    'roles.unknownQuery': 'ignored',
    'user.preferredNameUnset': 'absent',
    'department.name': 'present',
    'cursor.invalid': '400',
    'auth.missing': '401',
    'auth.invalid': '401',
    'auth.insufficientScope': '403',
    'volunteer.unknownUser': '404',
    'volunteer.noRecord': '404',
    'errors.body': 'problem',
    'errors.contentType': 'application/problem+json',
    'path.trailingSlash': '404',
    'path.malformedEncoding': '400',
    'path.unknown': '404',
    'extras.hasMore': 'absent',
    'extras.isStaff': 'absent',
    // It takes "conmock probe" for no token.
    'auth.malformed': '401',
  })
  expect(new Set(service.requests.map(({ method }) => method))).toEqual(new Set(['GET']))
})

/** What a client can see, except for the data of volunteers and the texts of errors. */
async function seen(response: Response) {
  const body = (await response.json()) as {
    data?: unknown
    nextPage?: unknown
    title?: unknown
    status?: unknown
  }
  const { data, nextPage, title, status } = body
  const [type] = response.headers.get('content-type')!.split(';', 1)
  const isList = data !== undefined
  const shape = isList ? { data, hasNext: typeof nextPage } : { title, status, keys: 'id' in body }
  return { status: response.status, type, ...shape }
}

it('with the measured profile, the mock responds like the service', async () => {
  const { report, service } = await probeService()
  const exported = JSON.parse(JSON.stringify(profileOf(report))) as ReturnType<typeof profileOf>
  const mock = createMock({
    profile: exported,
    data: {
      roles: [
        ['r-70', 'Board'],
        ['r-12', 'Safety Lead'],
        ['r-33', 'NDA signed 2031'],
        ['r-08', 'Équipe du bar'],
        ['r-41', 'Stage Crew'],
        ['r-05', 'board'],
        ['r-99', 'Art Show'],
      ].map(([id, name]) => ({ id: id!, name: name! })),
      volunteers: [{ user: { id: '90017' } }],
      users: [{ id: '90050' }],
    },
    tokens: {
      'tok-all': ['user:read', 'volunteer:read'],
      'tok-user': ['user:read'],
      'tok-volunteer': ['volunteer:read'],
    },
  })
  const path = fc.constantFrom(
    '/api/v0/roles',
    '/api/v0/roles/',
    '/api/v0/roles?limit=1',
    '/api/v0/roles?limit=0',
    '/api/v0/roles?x=1',
    '/api/v0/roles?nextPage=x',
    '/api/v0/role',
    '/api/v0/users/90050/volunteer',
    '/api/v0/users/nobody/volunteer',
    '/api/v0/users/%zz/volunteer',
    '/api/v0/users/90017/volunteer',
  )
  const authorization = fc.constantFrom(
    undefined,
    'Basic eDp5',
    'Bearer tok-all',
    'Bearer tok-user',
    'Bearer tok-volunteer',
    'Bearer unknown',
    'Bearer a b',
  )

  await fc.assert(
    fc.asyncProperty(path, authorization, async (target, header) => {
      const init = { headers: header === undefined ? {} : { authorization: header } }
      const [own, real] = await Promise.all([
        mock.fetch(`http://mock${target}`, init),
        fetch(service.url + target, init),
      ])
      expect(await seen(own)).toEqual(await seen(real))
    }),
    runs(500),
  )
})

it('a status that no variant has is named as a missing feature', async () => {
  const { report } = await probeService({
    pageSize: 5,
    change: (response, operation) =>
      operation === 'roles' && response.status === 401 ? { ...response, status: 418 } : response,
  })
  expect(report.findings['roles.pageSize']).toMatchObject({ verdict: 'measured', value: 5 })
  expect(report.findings['auth.missing']).toEqual({
    verdict: 'no such variant',
    reason: 'status 418, a JSON object',
  })
})
