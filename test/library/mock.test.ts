import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../../src/contract/compile.js'
import { createMock as createConventionMock } from '../../src/index.js'
import { createMock } from '../../src/mock/create-mock.js'
import { getInternals } from '../../src/mock/mock-internals.js'
import type { MockOptions } from '../../src/mock/options.js'
import { forEachFault } from '../../src/testing/for-each-fault.js'
import { forEachVariant } from '../../src/testing/for-each-variant.js'
import { authorized } from '../support/ask.js'
import { library, type Loan } from '../support/library.js'

const api = compile(library)

function create(options: MockOptions = {}) {
  const mock = createMock(api, options)
  const { records } = getInternals(mock)
  const ask = (path: string, init: RequestInit = {}) =>
    mock.fetch(`http://library.example${path}`, {
      ...init,
      headers: { authorization: 'Bearer mock-all-scopes' },
    })
  return { mock, records, ask }
}

const LOAN = '/library/v2/members/ada/loans/3'

describe('the mock of another API', () => {
  it('refuses a base URL that ends with the prefix of the API', () => {
    expect(() => create({ baseUrl: 'https://library.example/library/v2' })).toThrow(
      'must end before /library/v2',
    )
    expect(create({ baseUrl: 'https://library.example/api/v0' }).mock.settings).toBeDefined()
  })

  it('returns its list in pages', async () => {
    const { mock, ask } = create({ assumptions: { 'books.pageSize': 20 } })
    const first = (await (await ask('/library/v2/books')).json()) as { data: unknown[]; nextPage: string }
    expect(first.data).toHaveLength(20)
    expect(first.data[0]).toEqual({ id: '1', title: 'Untitled', pages: 0, author: null })
    const last = await ask(`/library/v2/books?nextPage=${first.nextPage}`)
    expect(await last.json()).toMatchObject({ data: { length: 10 }, nextPage: null })
    expect(mock.requests.all().map(({ operation }) => operation)).toEqual(['listBooks', 'listBooks'])
  })

  it('finds a record by two parameters, and answers in the form of its own assumption', async () => {
    const { mock, ask } = create()
    expect(await (await ask(LOAN)).json()).toMatchObject({ id: '3', member: 'ada', due: '2026-03-01' })
    mock.assume({ 'loan.due': 'year' })
    expect(await (await ask(LOAN)).json()).toMatchObject({ due: '2026' })
    expect((await ask('/library/v2/members/bob/loans/3')).status).toBe(404)
  })

  it('changes a record, and drops the change of a request that it refuses', async () => {
    const { mock, records, ask } = create()
    const loan = (await records['loans']!.create({ member: 'eve' } as object)) as Loan
    const path = `/library/v2/members/eve/loans/${loan.id}`
    const answers = [await ask(path, { method: 'PUT' }), await ask(path, { method: 'PUT' })]
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [204, null],
      [204, null],
    ])
    const refused = await ask(path, { method: 'PUT' })
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'renewed_twice' }])
    expect(await (await ask(path)).json()).toMatchObject({ renewals: 2 })
    await mock.reset()
    expect((await ask(path)).status).toBe(404)
  })

  it('answers requests that arrive together one after another', async () => {
    const { records, ask } = create()
    const { id } = await records['loans']!.create({ member: 'eve' } as object)
    const path = `/library/v2/members/eve/loans/${id}`
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(path, { method: 'PUT' })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 204, 409, 409, 409])
  })

  it.each([
    ['GET', '/library/v2/book', 404, /The nearest operation is GET \/library\/v2\/books\./],
    ['GET', '/library/v2/members/ada/loan/3', 404, /GET \/library\/v2\/members\/:member\/loans\/:loan\./],
    ['DELETE', LOAN, 405, /Use GET or PUT or HEAD\./],
    ['POST', '/library/v2/books', 405, /Use GET or HEAD\./],
    ['GET', '/library/v2/books/', 404, /Use GET \/library\/v2\/books without a slash/],
    ['GET', '/library/v2/members/%zz/loans/3', 400, /Encode/],
  ])('refuses %s %s with a hint that names its own paths', async (method, path, status, hint) => {
    const { ask } = create()
    const response = await ask(path, { method })
    const body = (await response.json()) as { hint: string }
    expect([response.status, body.hint]).toEqual([status, expect.stringMatching(hint)])
    expect(JSON.stringify(body)).not.toMatch(/api\/v0|roles|volunteer/)
  })

  it('may have more operations below its own prefix than it says', async () => {
    const { ask } = create({ assumptions: { 'path.unknown': '501' } })
    const answers = [await ask('/library/v2/returns'), await ask('/api/v0/roles')]
    expect(answers.map(({ status }) => status)).toEqual([501, 404])
  })

  it('knows its own scopes', async () => {
    const { mock } = create()
    const ask = (token: string) =>
      mock.fetch('http://library.example/library/v2/members/member-1/loans/51', {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}` },
      })
    expect((await ask('mock-loan-update')).status).toBe(204)
    expect(await (await ask('mock-loan-read')).json()).toMatchObject({ requiredScope: 'loan:update' })
    expect((await ask('mock-volunteer-read')).status).toBe(401)
  })

  it('has faults, variants and coverage for its operations', async () => {
    const { mock, ask } = create()
    mock.faults.add({ operation: 'renewLoan', effect: { status: 503 } })
    expect([(await ask(LOAN, { method: 'PUT' })).status, (await ask(LOAN)).status]).toEqual([503, 200])
    expect(() => mock.faults.add({ operation: 'listRoles', effect: { status: 503 } })).toThrow('listRoles')

    const met = await forEachFault({ mock, operation: 'listBooks', timeout: 2000 }, async () => {
      let next: string | null | undefined = ''
      for (let tries = 0; next !== null && next !== undefined && tries < 20; tries++) {
        const query: string = next === '' ? '' : `?nextPage=${next}`
        const response = await ask(`/library/v2/books${query}`, { signal: AbortSignal.timeout(200) }).catch(
          () => undefined,
        )
        const body = (await response?.json().catch(() => undefined)) as { nextPage?: string } | undefined
        if (response?.ok && body) next = body.nextPage
      }
    })
    expect(met.filter(({ unmet }) => unmet)).toEqual([])
    expect(met.map(({ name }) => name)).toContain('500 on the second page')
    const ofLoan = { mock, operation: 'getLoan', only: ['500 on the second page'] } as const
    await expect(forEachFault(ofLoan, () => undefined)).rejects.toThrow('needs a list')

    const passed = await forEachVariant({ mock }, async () => {
      await ask(LOAN)
      await ask('/library/v2/books')
    })
    expect(passed.map(({ name, unmet }) => [name, unmet])).toEqual([
      ['defaults', false],
      ['books.lastPage=absent', false],
      ['books.empty=null', true],
      ['books.empty=absent', true],
      ['loan.due=year', false],
    ])
    const { cases } = mock.coverage()
    expect(cases.map(({ operation }) => operation)).toContain('renewLoan')
    expect(cases.find(({ operation, name }) => operation === 'renewLoan' && name === '204')).toBeDefined()
  })

  it('has data files and exports of its own kinds', async () => {
    const data = { books: [{ title: 'Mine' }], loans: [{ id: '5', member: 'bob' }] }
    const { mock, ask } = create({ data })
    expect(mock.export()).toMatchObject({ format: 'conmock-1', ...data })
    expect((await ask('/library/v2/members/bob/loans/5')).status).toBe(200)
    expect(() => create({ data: { roles: [] } })).toThrow(/\$\.roles: unknown field/)
    expect(() => create({ data: { books: [{ pages: 'many' }] } })).toThrow(/\$\.books\[0\]\.pages/)
    expect(create({ bookCount: 3 } as object).records['books']!.count()).toBe(3)
    expect(() => create({ roleCount: 3 } as object)).toThrow('roleCount')
  })
})

describe('with msw', () => {
  const { mock } = create()
  const server = setupServer(
    http.get('*/mine', () => HttpResponse.text('mine')),
    ...mock.handlers,
  )
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
  afterAll(() => server.close())

  it('handlers match its paths and methods', async () => {
    const headers = { authorization: 'Bearer mock-all-scopes' }
    const renewed = await fetch(`https://library.example/library/v2/members/member-1/loans/51`, {
      method: 'PUT',
      headers,
    })
    expect(renewed.status).toBe(204)
    expect((await fetch('https://library.example/library/v2/books', { headers })).status).toBe(200)
    expect(await (await fetch('https://library.example/mine')).text()).toBe('mine')
  })
})

it('an API without a list has a mock', async () => {
  const { listBooks: _, ...operations } = library.operations
  const mock = createMock(compile({ ...library, operations }), {})
  const headers = { authorization: 'Bearer mock-all-scopes' }
  expect((await mock.fetch(`http://library.example${LOAN}`, { headers })).status).toBe(200)
})

it('two APIs in one process share nothing', async () => {
  const [one, other] = [create(), createConventionMock()]
  for (let round = 0; round < 3; round++) {
    expect((await one.ask('/library/v2/books')).status).toBe(200)
    expect((await other.fetch(authorized('/api/v0/roles'))).status).toBe(200)
    expect((await one.ask('/api/v0/roles')).status).toBe(404)
    expect((await other.fetch(authorized('/library/v2/books'))).status).toBe(404)
  }
  expect(one.mock.coverage().answers.map(({ operation }) => operation)).toEqual(['listBooks', undefined])
  expect(other.coverage().answers.map(({ operation }) => operation)).toEqual(['listRoles', undefined])
  expect(Object.keys(one.mock.settings)).not.toContain('roles.pageSize')
  expect(Object.keys(other.settings)).not.toContain('books.pageSize')
})
