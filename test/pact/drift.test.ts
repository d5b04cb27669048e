import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import referenceFile from '../../pacts/conmock-reference-consumer-convention-read-api.json' with { type: 'json' }
import { findDrift, StateUnavailableError, type DriftOptions, type DriftReport } from '../../src/pact.js'
import { InvalidOptionError } from '../../src/common/errors.js'
import {
  both,
  drift,
  moon,
  neither,
  skipped,
  startDifferentService,
  tokens,
  tooStrict,
} from './support/drift-interactions.js'
import { fileOf, pactFile, pactOf, type Interaction } from './support/pacts.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import { openService } from './support/real-service.js'
import { deadUrl, startReplies } from './support/servers.js'
import { fixtures, rolesOf, users } from './support/service-users.js'
import { exampleVolunteer } from '../../src/pact/like/like-example.js'

const reference = referenceFile as { interactions: readonly unknown[] }

let service: Awaited<ReturnType<typeof startDifferentService>>

beforeAll(async () => {
  service = await startDifferentService()
})

afterAll(() => service.close())

function compare(options: Partial<DriftOptions>): Promise<DriftReport> {
  return findDrift({ against: { url: service.url, tokens }, ...options })
}

function agreementsOf({ interactions }: DriftReport): string[] {
  return interactions.map(({ agreement, mock }) => `${mock.description}: ${agreement}`)
}

function countOf(report: DriftReport, wanted: string): number {
  return agreementsOf(report).filter((line) => line.endsWith(`: ${wanted}`)).length
}

describe('a comparison', () => {
  it('reports for each interaction whether it holds in the mock and in the service', async () => {
    const report = await compare({ pacts: pactFile(both, drift, tooStrict, neither, skipped, moon) })
    expect(agreementsOf(report)).toEqual([
      'the roles: both',
      'the only page: drift',
      'an invalid cursor: too-strict',
      'a teapot: neither',
      'a volunteer: skipped',
      'a moon: problem',
    ])
    expect(report).toMatchObject({ outcome: 'problem', against: service.url, problems: [] })
    const [, ofDrift, ofStrict, , ofSkipped, ofProblem] = report.interactions
    expect(ofDrift?.mock).toMatchObject({ outcome: 'verified', mismatches: [] })
    expect(ofDrift?.service.mismatches).toMatchObject([{ part: 'body', expected: { nextPage: null } }])
    expect(ofStrict?.mock.mismatches).toMatchObject([{ part: 'status', expected: 200, actual: 400 }])
    expect(ofSkipped).toMatchObject({
      mock: { outcome: 'verified' },
      service: { outcome: 'skipped', reason: expect.stringContaining('--fixture userId') as string },
    })
    expect(ofProblem).toMatchObject({ mock: { outcome: 'problem' }, service: { outcome: 'problem' } })
  })

  it('is a problem when nothing could be compared', async () => {
    const problems = ['nothing was compared: every interaction was skipped']
    const interactions = [{ agreement: 'skipped' }]
    const report = await compare({ pacts: pactFile(skipped) })
    expect(report).toMatchObject({ outcome: 'problem', interactions, problems })
  })

  it('creates the mock with its options, and does not change the service', async () => {
    const mock = { assumptions: { 'roles.lastPage': 'absent', 'cursor.invalid': 'first-page' } } as const
    const report = await compare({ pacts: pactFile(both, drift, tooStrict), mock })
    const agreements = ['the roles: both', 'the only page: neither', 'an invalid cursor: both']
    expect(agreementsOf(report)).toEqual(agreements)
    expect(new Set(service.requests.map(({ method }) => method))).toEqual(new Set(['GET']))
  })

  it('is a problem when the mock breaks a pact whose state the service lacks', async () => {
    const report = await compare({ pacts: pactFile({ ...skipped, status: 418 }, both) })
    expect(report.outcome).toBe('problem')
    expect(report.interactions).toMatchObject([
      { agreement: 'problem', mock: { outcome: 'broken' }, service: { outcome: 'skipped' } },
      { agreement: 'both' },
    ])
  })

  it('treats pending interactions like all others', async () => {
    const report = await compare({ pacts: pactFile({ ...drift, pending: true }) })
    expect(report).toMatchObject({ outcome: 'different', interactions: [{ agreement: 'drift' }] })
  })

  it('sets up custom states in both, and skips those that the service does not support', async () => {
    const targets: string[] = []
    const states: DriftOptions['states'] = {
      'anything goes': (_, { target }) => void targets.push(target),
      'only in the mock': (_, { target }) => {
        if (target === 'service') throw new StateUnavailableError('not here')
      },
    }
    const pacts = pactFile({ states: ['anything goes'] }, { states: ['only in the mock'] })
    const report = await compare({ pacts, states })
    expect(targets.toSorted()).toEqual(['mock', 'service'])
    expect(report.interactions.map(({ agreement }) => agreement)).toEqual(['both', 'skipped'])
    expect(report.outcome).toBe('same')
  })
})

describe('without pacts', () => {
  const all = reference.interactions.length
  const issued = { 'secret-of-volunteers': ['volunteer:read'], 'secret-of-roles': ['user:read'] }

  const options = { tokens: issued, users, roles: rolesOf(5), pageSize: 2 }

  it('the reference pacts are used, and interactions that need users are skipped', async () => {
    const { url } = await openService(options)
    const report = await compare({ against: { url, tokens } })
    expect(report).toMatchObject({ outcome: 'same', problems: [] })
    expect(countOf(report, 'both') + countOf(report, 'skipped')).toBe(all)
    expect(countOf(report, 'both')).toBeGreaterThanOrEqual(6)
    expect(countOf(report, 'skipped')).toBeGreaterThan(6)
  })

  it('the only different response of a service is found when fixtures name its users', async () => {
    const { url } = await openService({
      ...options,
      change: (response) =>
        JSON.stringify(response.body).includes('no such user') ? { ...response, status: 410 } : response,
    })
    const { userWithoutRecord, unknownUser } = fixtures
    const report = await compare({ against: { url, tokens, fixtures: { userWithoutRecord, unknownUser } } })
    const agreements = agreementsOf(report)
    const others = agreements.filter((line) => !/: (?:both|skipped)$/.test(line))
    expect(others).toEqual(['a request for the volunteer record of an unknown user: drift'])
    expect(agreements).toContain('a request for the volunteer record of a user without a record: both')
  })
})

it('a service that is down is reported once, in one line', async () => {
  const report = await compare({ against: { url: deadUrl, tokens }, pacts: pactFile(both) })
  const problems = [`the service: ${deadUrl} cannot be reached: ECONNREFUSED`]
  const nothing = { against: deadUrl, interactions: [], notes: [] }
  expect(report).toMatchObject({ outcome: 'problem', problems, ...nothing })
})

it.each([
  ['no service', { against: undefined }, 'against'],
  ['an unknown option', { again: 1 }, 'again'],
  ['a negative number', { maxSkipped: -1 }, '"maxSkipped" must be a whole number'],
  ['a fraction', { maxSkipped: 1.5 }, '"maxSkipped" must be a whole number'],
  ['a URL with the path of the API', { against: { url: `${deadUrl}/api/v0` } }, '"against.url"'],
])('invalid options are rejected: %s', async (_, options, name) => {
  const error: unknown = await compare(options as never).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(InvalidOptionError)
  expect((error as Error).message).toContain(name)
})

it('mock and service are verified with the same pacts, and each interaction once', async () => {
  const folder = temporaryFolder()
  fileOf(pactOf(4, [both, both], { consumer: 'b', provider: 'p' }), folder, 'b.json')
  fileOf(pactOf(2, [{ description: 'other' }], { consumer: 'a', provider: 'p' }), folder, 'a.json')
  const { interactions } = await compare({ pacts: folder })
  const sides = interactions.map(({ mock, service: real }) =>
    [mock, real].map(({ consumer, description }) => `${consumer}: ${description}`),
  )
  expect(sides).toEqual([
    ['a: other', 'a: other'],
    ['b: the roles', 'b: the roles'],
    ['b: the roles', 'b: the roles'],
  ])
})

const roles: Interaction = {}
const volunteer: Interaction = { path: '/api/v0/users/1/volunteer', states: ['the user is in the service'] }
const page = { data: [{ id: '1', name: 'staff' }], nextPage: null }
const json = 'application/json'

// The pacts mention no field, so only the API specification can be violated.
it.each<[what: string, Interaction, body: unknown, type: string, differsAt: string | undefined]>([
  ['a valid page', roles, page, json, undefined],
  ['additional fields', roles, { ...page, total: 1 }, 'application/json; charset="utf-8"', undefined],
  ['no list', roles, {}, json, undefined],
  ['a field of another type', roles, { data: [{ id: 1, name: 'staff' }] }, json, '$.data[0].id'],
  ['a field in the wrong case', roles, { ...page, nextpage: 'more' }, json, '$.nextpage'],
  ['a list instead of an object', roles, [page], json, '$'],
  ['another media type', roles, page, 'text/plain', 'Content-Type'],
  ['another charset', roles, page, 'application/json; charset=latin1', 'Content-Type'],
  ['two roles with one id', roles, { data: [...page.data, { id: '1', name: 'crew' }] }, json, '$.data'],
  ['two roles with one name', roles, { data: [...page.data, { id: '2', name: 'staff' }] }, json, '$.data'],
  ['a valid record', volunteer, record('1'), json, undefined],
  ['the record of another user', volunteer, record('2'), json, '$.user.id'],
])('a service that returns %s', async (_, interaction, body, type, differsAt) => {
  const url = await startReplies(() => ({ headers: { 'content-type': type }, body }))
  const { interactions } = await findDrift({
    against: { url, tokens: { 'user:read': 'a-token', 'volunteer:read': 'another-token' } },
    pacts: pactFile(interaction),
    states: { 'the user is in the service': () => undefined },
  })
  const { mismatches, outcome } = interactions[0]!.service
  expect(mismatches.map(({ path }) => path)).toEqual(differsAt === undefined ? [] : [differsAt])
  expect(outcome).toBe(differsAt === undefined ? 'verified' : 'broken')
})

function record(userId: string) {
  return { ...exampleVolunteer, user: { ...exampleVolunteer.user, id: userId } }
}
