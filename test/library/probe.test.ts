import { describe, expect, it } from 'vitest'
import type { Api } from '../../src/contract/api.js'
import { compile } from '../../src/contract/compile.js'
import { fillPath } from '../../src/contract/operation.js'
import { builtInToken } from '../../src/contract/tokens.js'
import { createMock } from '../../src/mock/create-mock.js'
import type { MockOptions } from '../../src/mock/options.js'
import { formatRequests } from '../../src/probe/format-probe.js'
import { fixtureSchema } from '../../src/pact/states/definition.js'
import { bindProbe, type ProbeParts } from '../../src/probe/probe-api.js'
import { probe } from '../../src/probe/probe.js'
import { getLoan, library } from '../support/library.js'

const fixtures = { memberId: fixtureSchema('a member'), loanId: fixtureSchema('a loan') }

/** What a probe asks about loans. */
const rows: ProbeParts['rows'] = {
  'loan.due': [
    {
      path: fillPath(getLoan.path, { member: '{memberId}', loan: '{loanId}' }),
      scope: getLoan.scope,
      response: 'Loan',
    },
    ({ record }) => ((record as { due?: string } | undefined)?.due?.length === 4 ? 'year' : 'day'),
    'needs a loan',
  ],
}

function tokensFor(api: Api): { readonly [scope: string]: string } {
  const scopes = compile(api).scopes.filter((scope) => scope.endsWith(':read'))
  return Object.fromEntries(scopes.map((scope) => [scope, builtInToken(scope)]))
}

/** Probes a mock of the library. @param api What the probe knows of it. */
async function probeMock(own: ProbeParts['rows'], options: MockOptions = {}, api: Api = library) {
  const mock = createMock(compile(library), options)
  const asked: string[] = []
  const { findings } = await probe(
    bindProbe(api, { fixtures, rows: own }),
    { url: 'https://library.example', tokens: tokensFor(api), fixtures: { memberId: 'ada', loanId: '3' } },
    { pauseMs: 0, responseMs: 5000, totalMs: 20_000 },
    async ({ origin, path, method, headers }) => {
      asked.push(path)
      const response = await mock.fetch(origin + path, { method, headers: headers as Record<string, string> })
      const body = new Uint8Array(await response.arrayBuffer())
      return { status: response.status, headers: Object.fromEntries(response.headers), body }
    },
  )
  const measured = Object.entries(findings).filter(([, { problem }]) => problem === undefined)
  const values = Object.fromEntries(measured.map(([name, { value }]) => [name, value]))
  return { mock, asked, findings, values }
}

describe('a probe of another API', () => {
  it('measures its lists, and what its own rows say', async () => {
    const assumptions = {
      'books.pageSize': 8,
      'books.lastPage': 'absent',
      'books.limit': 'applied',
      'cursor.invalid': 'first-page',
      'auth.insufficientScope': '404',
      'path.malformedEncoding': '404',
      'loan.due': 'year',
    }
    const { mock, values } = await probeMock(rows, { assumptions })
    expect(values).toMatchObject(assumptions)
    expect(mock.settings).toMatchObject(values)
  })

  it('measures an order by the other key of a record', async () => {
    const books = ['f', 'b', 'd', 'a', 'e', 'c'].map((title, at) => ({ id: String(at + 1), title }))
    const { values } = await probeMock({}, { data: { books }, assumptions: { 'books.order': 'name' } })
    expect(values).toMatchObject({ 'books.order': 'name' })
  })

  it('only asks for its own paths, also without rows of its own', async () => {
    const { asked, findings } = await probeMock({})
    const own = asked.filter((path) => path.startsWith('/library/v2/'))
    const unfilled = own.filter((path) => /[:{}]/.test(path))
    expect([asked.length - own.length, unfilled]).toEqual([1, []])
    expect(findings['loan.due']).toEqual({ problem: 'a probe does not measure it' })
    expect(findings['token.endpoint']).toBeUndefined()
  })

  it('asks no operation that may change something', () => {
    expect(formatRequests(bindProbe(library, { fixtures, rows }))).not.toMatch(/loan:update|PUT/)
  })

  it('of which no operation returns a list measures what is left', async () => {
    const { getLoan: _, listBooks: __, ...operations } = library.operations
    const loansOnly: Api = { ...library, operations: { ...operations, getLoan } }
    const { values, findings } = await probeMock(rows, {}, loansOnly)
    expect(values).toEqual({ 'loan.due': 'day', 'path.malformedEncoding': '400' })
    expect(findings['auth.missing']?.problem).toBe('a probe does not measure it')
  })
})
