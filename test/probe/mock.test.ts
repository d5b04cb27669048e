import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assumptionNames, assumptions, type AssumptionInput } from '../../src/contract/assumptions.js'
import { type Variants } from '../../src/contract/variants.js'
import { createMock } from '../../src/index.js'
import { runs } from '../support/property.js'
import { clientCredentials, findingsWith, probeMock, probeWith } from './probe-target.js'

function valuesOf(variants: Variants): (string | number)[] {
  return variants.kind === 'choice' ? [...variants.options] : [1, 7, 249, 250, 10_000]
}

const values = assumptionNames.map((name) => [name, valuesOf(assumptions[name].variants)] as const)

/** A value for each assumption. */
const settings = fc.record(
  Object.fromEntries(values.map(([name, all]) => [name, fc.constantFrom(...all)])),
) as fc.Arbitrary<AssumptionInput>

const alone = values.flatMap(([name, all]) => all.map((value) => ({ [name]: value })))

/** Expects that each measured value is the value of the mock. */
function expectMeasured({ report, mock }: Awaited<ReturnType<typeof probeMock>>): void {
  const own = Object.entries(mock.settings).map(([name, value]) => [name, String(value)])
  expect(Object.fromEntries(own)).toMatchObject(findingsWith(report, 'measured'))
}

async function expectTruth(given: AssumptionInput): Promise<void> {
  const probed = await probeMock({ assumptions: given })
  expectMeasured(probed)
  expect(findingsWith(probed.report, 'no such variant')).toEqual({})
}

describe('a probe of a mock measures the value that the mock has, or nothing', () => {
  it.each(alone)('%j', expectTruth)

  // With this seed, each value of an assumption occurs together with each value of every other one.
  it('for combinations of values', async () => {
    await fc.assert(fc.asyncProperty(settings, expectTruth), runs(100))
  })

  it.each([0, 1, 5, 6, 100, 101])('with %i roles', async (roles) => {
    for (const empty of ['array', 'null', 'absent'] as const) {
      const given = { 'roles.empty': empty, 'roles.lastPage': 'absent' } as const
      expectMeasured(await probeMock({ roleCount: roles, data: 'empty', assumptions: given }))
    }
  })
})

it('a probe with only a client reads with the token of the client', async () => {
  const mock = createMock({ assumptions: { 'token.endpoint': 'on' } })
  const { id } = await mock.users.create()
  const against = { clientCredentials, fixtures: { userId: '1', userWithoutRecord: id } }
  const { findings } = await probeWith(against, async (request) => mock.fetch(request))
  expect(findings['roles.pageSize']).toMatchObject({ verdict: 'measured', value: 100 })
  expect(findings['volunteer.noRecord']).toMatchObject({ verdict: 'measured' })
})

describe('a probe with two tokens, all fixtures and a client', () => {
  it('measures 21 assumptions, and says why it does not measure the others', async () => {
    const { report } = await probeMock()
    expect(Object.keys(findingsWith(report, 'measured'))).toHaveLength(21)
    expect(report.ended).toBeUndefined()
    const { findings } = report
    const others = assumptionNames.filter((name) => findings[name].verdict !== 'measured')
    expect(Object.fromEntries(others.map((name) => [name, findings[name].reason]))).toEqual({
      'roles.empty': 'the service has roles',
      'roles.order': 'the ids ascend, and ids may ascend in the order of creation',
      'method.notAllowed': 'needs a request that could write',
      'token.scopes': 'needs a token with scopes that a probe does not need',
    })
  })

  it('sends 16 GET requests, one for each page after the first, and one POST', async () => {
    const { report, requests } = await probeMock()
    expect(report.requests).toEqual({ get: 16 + 2, post: 1 })
    const others = requests.filter(({ method }) => method !== 'GET')
    expect(others.map((each) => each.url)).toEqual(['https://reg.example.com/api/oauth/token'])
    for (const { headers } of requests)
      expect(headers.get('user-agent')).toMatch(/^conmock-probe\/\d+\.\d+\.\d+$/)
  })

  it('sends at most 40 GET requests, however many pages there are', async () => {
    const { report } = await probeMock({ assumptions: { 'roles.pageSize': 2 } })
    expect(report.requests).toEqual({ get: 40, post: 1 })
    expect(report.findings['roles.lastPage'].verdict).toBe('inconclusive')
    expect(report.findings['roles.pageSize']).toMatchObject({ verdict: 'measured', value: 2 })
  })

  it('measures an order by name, which ids do not have', async () => {
    const roles = ['f', 'b', 'd', 'a', 'e', 'c'].map((name, index) => ({ id: String(index + 1), name }))
    const { report } = await probeMock({ data: { roles }, assumptions: { 'roles.order': 'name' } })
    expect(report.findings['roles.order']).toMatchObject({ verdict: 'measured', value: 'name' })
  })

  it('takes a 404 for a missing scope for no unknown user', async () => {
    const own = { 'auth.insufficientScope': 404, 'volunteer.unknownUser': '200-null' } as const
    const mock = createMock({ assumptions: own })
    const tokens = { 'user:read': 'mock-user-read', 'volunteer:read': 'mock-user-read' }
    const fixtures = { userId: '1', unknownUser: 'nobody' }
    const report = await probeWith({ tokens, fixtures }, async (request) => mock.fetch(request))
    const reason = 'no volunteer record was read: --fixture userId=ID'
    expect(report.findings['volunteer.unknownUser']).toEqual({ verdict: 'inconclusive', reason })
  })

  it('ends at the first 429', async () => {
    const { report } = await probeMock({ faults: [{ when: { from: 4 }, effect: { status: 429 } }] })
    expect(report.ended).toBe('the service responded with 429')
  })
})
