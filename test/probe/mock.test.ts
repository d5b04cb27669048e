import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assumptions } from '../../src/convention/assumptions.js'
import { type Variants } from '../../src/contract/variants.js'
import { operations } from '../../src/convention/operations.js'
import { createMock } from '../../src/index.js'
import { runs } from '../support/property.js'
import { clientCredentials, measuredIn, missingIn, probeMock, probeWith, url } from './probe-target.js'
import { assumptionNames, listOperations, scopes } from '../support/convention.js'
import type { AssumptionInput } from '../../src/convention/types.js'

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
  expect(Object.fromEntries(own)).toMatchObject(measuredIn(report))
}

async function expectTruth(given: AssumptionInput): Promise<void> {
  const probed = await probeMock({ assumptions: given })
  expectMeasured(probed)
  expect(missingIn(probed.report)).toEqual({})
}

describe('a probe of a mock measures the value that the mock has, or nothing', () => {
  it.each(alone)('%j', expectTruth)

  // With this seed, each value of an assumption occurs together with each value of every other one.
  it('for combinations of values', async () => {
    await fc.assert(fc.asyncProperty(settings, expectTruth), runs(100))
  }, 120_000)

  it.each([0, 1, 5, 6, 100, 101])('with %i roles', async (roles) => {
    for (const empty of ['array', 'null', 'absent'] as const) {
      const given = { 'roles.empty': empty, 'roles.lastPage': 'absent' } as const
      expectMeasured(await probeMock({ roleCount: roles, data: 'empty', assumptions: given }))
    }
  })
})

/** Probes with a client that only gets tokens for these scopes. */
async function probeAs(granted: readonly string[]) {
  const mock = createMock({ assumptions: { 'token.endpoint': 'on' } })
  const { id } = await mock.users.create()
  const against = { clientCredentials, fixtures: { userId: '1', userWithoutRecord: id } }
  const asked: string[] = []
  const report = await probeWith(against, async (request) => {
    if (request.method === 'GET') return mock.fetch(request)
    const wanted = new URLSearchParams(await request.clone().text()).get('scope')!
    asked.push(wanted)
    return granted.includes(wanted)
      ? mock.fetch(request)
      : Response.json({ error: 'invalid_scope' }, { status: 400 })
  })
  return { ...report, asked }
}

describe('a probe with a client', () => {
  it('asks for the scope of each operation, and never for two at once', async () => {
    const { findings, asked, requests } = await probeAs(scopes)
    const inOrder = [...listOperations, ...Object.values(operations)].map(({ scope }) => scope)
    expect(asked).toEqual([...new Set(inOrder)])
    expect(requests.post).toBe(scopes.length)
    expect(findings['roles.pageSize']).toEqual({ value: 100 })
    expect(findings['volunteer.noRecord']).toEqual({ value: '404' })
    expect(findings['auth.insufficientScope']).toEqual({ value: '403' })
  })

  it.each([
    ['user:read', 'roles.pageSize', 'volunteer.noRecord'],
    ['volunteer:read', 'volunteer.noRecord', 'roles.pageSize'],
  ] as const)('that only gets the scope %s measures %s', async (scope, measured, other) => {
    const { findings } = await probeAs([scope])
    expect(findings[measured]!.problem).toBeUndefined()
    expect(findings[other]!.problem).toBe(`no token from ${url}: it refused the request with "invalid_scope"`)
  })
})

describe('a probe with two tokens and all fixtures', () => {
  it('measures 20 assumptions, and says what it would need for the others', async () => {
    const { report } = await probeMock()
    expect(Object.keys(measuredIn(report))).toHaveLength(20)
    const others = Object.entries(report.findings).filter(([, { problem }]) => problem !== undefined)
    expect(Object.fromEntries(others.map(([name, { problem }]) => [name, problem]))).toMatchObject({
      'roles.empty': 'needs an empty list',
      'roles.order': 'needs 6 entries sorted by name, not by id',
      'method.notAllowed': 'needs a request that could write',
      'token.endpoint': 'needs a request that is not GET',
      'token.scopes': 'needs a token with scopes that a probe does not need',
    })
  })

  it('sends 16 GET requests, and one for each page after the first', async () => {
    const { report, requests } = await probeMock()
    expect(report.requests).toEqual({ get: 16 + 2, post: 0 })
    for (const { method, headers } of requests) {
      expect(method).toBe('GET')
      expect(headers.get('user-agent')).toMatch(/^conmock-probe\/\d+\.\d+\.\d+$/)
    }
  })

  it('sends at most 40 GET requests, however many pages there are', async () => {
    const { report } = await probeMock({ assumptions: { 'roles.pageSize': 2 } })
    expect(report.requests).toEqual({ get: 40, post: 0 })
    expect(report.findings['roles.lastPage']).toEqual({ problem: 'needs a last page that can be reached' })
    expect(report.findings['roles.pageSize']).toEqual({ value: 2 })
  })

  it('measures an order by name, which ids do not have', async () => {
    const roles = ['f', 'b', 'd', 'a', 'e', 'c'].map((name, index) => ({ id: String(index + 1), name }))
    const { report } = await probeMock({ data: { roles }, assumptions: { 'roles.order': 'name' } })
    expect(report.findings['roles.order']).toEqual({ value: 'name' })
  })

  it('takes a 404 for a missing scope for no unknown user', async () => {
    const own = { 'auth.insufficientScope': 404, 'volunteer.unknownUser': '200-null' } as const
    const mock = createMock({ assumptions: own })
    const tokens = { 'user:read': 'mock-user-read', 'volunteer:read': 'mock-user-read' }
    const fixtures = { userId: '1', unknownUser: 'nobody' }
    const { findings } = await probeWith({ tokens, fixtures }, (request) => mock.fetch(request))
    const problem = 'needs the record of --fixture userId=ID, and a user without a record'
    expect(findings['volunteer.unknownUser']).toEqual({ problem })
  })

  it('ends at the first 429, and names the request', async () => {
    const probed = probeMock({ faults: [{ when: { from: 4 }, effect: { status: 429 } }] })
    await expect(probed).rejects.toThrow(
      /^the service responded with 429 to GET \/api\/v0\/roles\?\S+ with a token/,
    )
  })
})
