import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import referenceFile from '../../pacts/conmock-reference-consumer-convention-read-api.json' with { type: 'json' }
import { findDrift, StateUnavailableError, type DriftOptions, type DriftReport } from '../../src/pact.js'
import { InvalidOptionError } from '../../src/common/errors.js'
import { startIndependentService } from '../support/independent-service.js'
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
import { startFakeBroker } from './support/fake-broker.js'
import { fileOf, pactFile, pactOf, temporaryFolder } from './support/pacts.js'
import { deadUrl } from './support/servers.js'
import { fixtures, rolesOf, users } from './support/service-users.js'

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

function countOf({ interactions }: DriftReport, wanted: string): number {
  return interactions.filter(({ agreement }) => agreement === wanted).length
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
    const report = await compare({ pacts: pactFile(skipped) })
    expect(report).toMatchObject({
      outcome: 'problem',
      interactions: [{ agreement: 'skipped' }],
      problems: ['nothing was compared: every interaction was skipped'],
    })
  })

  it('creates the mock with its options, and does not change the service', async () => {
    const mock = { assumptions: { 'roles.lastPage': 'absent', 'cursor.invalid': 'first-page' } } as const
    const report = await compare({ pacts: pactFile(both, drift, tooStrict), mock })
    expect(agreementsOf(report)).toEqual([
      'the roles: both',
      'the only page: neither',
      'an invalid cursor: both',
    ])
    expect(new Set(service.requests.map(({ method }) => method))).toEqual(new Set(['GET']))
  })

  it('is a problem when the mock breaks a pact whose state the service lacks', async () => {
    const report = await compare({ pacts: pactFile({ ...skipped, status: 418 }, both) })
    expect(report).toMatchObject({
      outcome: 'problem',
      interactions: [
        { agreement: 'problem', mock: { outcome: 'broken' }, service: { outcome: 'skipped' } },
        { agreement: 'both' },
      ],
    })
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

  async function startService(options: Parameters<typeof startIndependentService>[0]): Promise<string> {
    const started = await startIndependentService({ tokens: issued, users, ...options })
    onTestFinished(() => started.close())
    return started.url
  }

  it('the reference pacts are used, and interactions that need users are skipped', async () => {
    const url = await startService({ roles: rolesOf(5), pageSize: 2 })
    const report = await compare({ against: { url, tokens } })
    expect(report).toMatchObject({ outcome: 'same', problems: [] })
    expect(countOf(report, 'both') + countOf(report, 'skipped')).toBe(all)
    expect(countOf(report, 'both')).toBeGreaterThanOrEqual(6)
    expect(countOf(report, 'skipped')).toBeGreaterThan(6)
  })

  it('a service that behaves like the mock shows no drift, even with another number of roles', async () => {
    const url = await startService({ roles: rolesOf(250), pageSize: 100 })
    const report = await compare({ against: { url, tokens, fixtures: { userId: fixtures.userId } } })
    expect(countOf(report, 'both')).toBeGreaterThan(6)
    expect(countOf(report, 'drift')).toBe(0)
  })

  it('the only different response of a service is found when fixtures name its users', async () => {
    const url = await startService({
      roles: rolesOf(5),
      pageSize: 2,
      change: (response) =>
        JSON.stringify(response.body).includes('no such user') ? { ...response, status: 410 } : response,
    })
    const { userWithoutRecord, unknownUser } = fixtures
    const report = await compare({ against: { url, tokens, fixtures: { userWithoutRecord, unknownUser } } })
    expect(agreementsOf(report).filter((line) => !/: (?:both|skipped)$/.test(line))).toEqual([
      'a request for the volunteer record of an unknown user: drift',
    ])
    expect(agreementsOf(report)).toContain(
      'a request for the volunteer record of a user without a record: both',
    )
  })
})

describe('what prevents a comparison is reported once, in one line:', () => {
  it('a service that is down', async () => {
    const url = deadUrl
    const report = await compare({ against: { url, tokens }, pacts: pactFile(both) })
    expect(report).toMatchObject({
      outcome: 'problem',
      against: url,
      interactions: [],
      problems: [`the service: ${url} cannot be reached: ECONNREFUSED`],
      notes: [],
    })
  })

  it('pacts that change during the comparison', async () => {
    let asked = 0
    const broker = await startFakeBroker({
      answer({ method, path }, usual) {
        const reply = usual()
        if (method !== 'GET' || !path.includes('/pact-version/') || asked++ > 0) return reply
        const pact = reply.body as { interactions: object[] }
        return {
          ...reply,
          body: {
            ...pact,
            interactions: pact.interactions.map((each) => ({ ...each, description: 'another' })),
          },
        }
      },
    })
    const content = pactOf(4, [both], { consumer: 'c', provider: 'p' })
    await fetch(`${broker.url}/pacts/provider/p/consumer/c/version/1`, {
      method: 'PUT',
      body: JSON.stringify(content),
    })
    try {
      const selectors = { consumerVersionSelectors: [{ latest: true }] }
      const report = await findDrift({
        against: { url: service.url, tokens },
        broker: { url: broker.url, ...selectors },
        provider: 'p',
      })
      expect(report).toMatchObject({ outcome: 'problem', interactions: [] })
      expect(report.problems).toEqual(['the pacts changed during the comparison; run it again'])
      expect(asked).toBe(2)
      expect(broker.results).toEqual([])
    } finally {
      await broker.close()
    }
  })
})

describe('invalid options are rejected:', () => {
  it.each([
    ['no service', { against: undefined }, 'against'],
    ['an unknown option', { again: 1 }, 'again'],
    ['an invalid URL', { against: { url: 'nowhere' } }, 'url'],
    ['a negative number', { maxSkipped: -1 }, '"maxSkipped" must be a whole number'],
    ['a fraction', { maxSkipped: 1.5 }, '"maxSkipped" must be a whole number'],
  ])('%s', async (_, options, name) => {
    await expect(compare(options as never)).rejects.toThrow(InvalidOptionError)
    await expect(compare(options as never)).rejects.toThrow(name)
  })

  it('a URL with the path of the API, with the name of the option', async () => {
    await expect(compare({ against: { url: `${service.url}/api/v0` } })).rejects.toThrow('"against.url"')
  })
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
