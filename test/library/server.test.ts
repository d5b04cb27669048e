import { http, HttpResponse } from 'msw'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connect as connectTo } from '../../src/admin/client/connect.js'
import type { RemoteRecords } from '../../src/admin/client/remote-mock.js'
import { compile } from '../../src/contract/compile.js'
import { createForwarder } from '../../src/integrations/vite/forward.js'
import { startServer } from '../../src/server/start-server.js'
import type { ServerOptions } from '../../src/server/server-options.js'
import { callMember } from '../support/call-member.js'
import { kindNames } from '../support/convention.js'
import { library, type Book, type Loan } from '../support/library.js'
import { RawConnection, rawRequest } from '../support/raw-connection.js'
import { fetchFrom, runServer } from '../support/running-server.js'

const BOOKS = '/library/v2/books'
const loanPath = (member: string, loan: string) => `/library/v2/members/${member}/loans/${loan}`
const LOAN = loanPath('ada', '3')

async function serve(options: ServerOptions = {}) {
  const server = await startServer(compile(library), { port: 0, ...options })
  onTestFinished(() => server.close())
  return server
}

/** A sandbox with the records of the library. */
async function connect(url: string) {
  const remote = await connectTo(url, {})
  const inSandbox = (name: string) => {
    const mock = remote.sandbox(name)
    const { books, loans } = mock as object as {
      readonly books: RemoteRecords<Book>
      readonly loans: RemoteRecords<Loan>
    }
    return { mock, books, loans }
  }
  return { remote, inSandbox }
}

async function renewals(response: Response): Promise<number> {
  return ((await response.json()) as Loan).renewals
}

async function kinds({ url }: { readonly url: string }): Promise<string[]> {
  const description = (await (await fetch(`${url}/__conmock/v1/api`)).json()) as { readonly kinds: object }
  return Object.keys(description.kinds)
}

describe('the server of another API', () => {
  it('lets custom handlers below its own prefix answer only requests that name a sandbox, if that is required', async () => {
    const handlers = [http.get('*/mine', () => HttpResponse.json({}))]
    const server = await serve({ handlers, sandboxes: 'required' })
    expect((await fetchFrom(server, '/mine')).status).toBe(200)
    expect((await fetchFrom(server, '/library/v2/mine')).status).toBe(400)
    expect((await fetchFrom(server, '/LIBRARY/v2/mine')).status).toBe(400)
    expect((await fetchFrom(server, '/api/v0/mine')).status).toBe(200)
  })

  it('keeps the changes of a sandbox, named by the path or by a header, apart from the others', async () => {
    const server = await serve()
    const { remote, inSandbox } = await connect(server.url)
    await remote.createSandbox('w1', { bookCount: 2 } as object)
    const { id } = await inSandbox('w1').loans.create({ member: 'eve' })
    const path = loanPath('eve', id)
    const header = { 'conmock-sandbox': 'w1' }

    expect((await fetchFrom(server, `/~w1${path}`, { method: 'PUT' })).status).toBe(204)
    expect((await fetchFrom(server, path, { method: 'PUT', headers: header })).status).toBe(204)
    expect((await fetchFrom(server, `/~w1${path}`, { method: 'PUT' })).status).toBe(409)
    expect(await renewals(await fetchFrom(server, path, { headers: header }))).toBe(2)
    expect((await fetchFrom(server, path)).status).toBe(404)
    expect(await (await fetchFrom(server, `/~w1${BOOKS}`)).json()).toMatchObject({ data: { length: 2 } })
    expect(await (await fetchFrom(server, BOOKS)).json()).toMatchObject({ data: { length: 30 } })
  })

  it('refuses requests without a sandbox, if they are required, with its own path in the hint', async () => {
    const server = await serve({ sandboxes: 'required' })
    const response = await fetchFrom(server, LOAN, { method: 'PUT' })
    const body = (await response.json()) as { readonly code: string; readonly hint: string }
    expect([response.status, body.code]).toEqual([400, 'invalid_sandbox'])
    expect(body.hint).toContain('the path /~NAME/library/…')
    expect(await renewals(await fetchFrom(server, `/~default${LOAN}`))).toBe(2)
  })

  it('sends no body with 204, and goes on with the connection', async () => {
    const server = await serve()
    const { id } = await (await connect(server.url)).inSandbox('default').loans.create({ member: 'eve' })
    const headers = ['Host: localhost', 'Authorization: Bearer mock-all-scopes', 'Content-Length: 2']
    const renewal = rawRequest(`PUT ${loanPath('eve', id)} HTTP/1.1`, headers, '{}')
    const connection = (await RawConnection.open(server)).write(renewal + renewal + renewal)
    const answers = [await connection.answer(1), await connection.answer(2), await connection.answer(3)]
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 409])
    expect(JSON.parse(answers[2]!.body)).toMatchObject({ code: 'renewed_twice', title: 'Conflict' })
    expect(Object.keys(answers[0]!.headers)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:content-|transfer-encoding)/)]),
    )
  })

  it('answers HEAD like GET without a body, and a preflight for PUT', async () => {
    const server = await serve({ cors: 'http://app.example' })
    const head = await fetchFrom(server, LOAN, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(20)
    const origin = 'http://app.example'
    const preflight = await fetch(server.url + LOAN, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'PUT' },
    })
    expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([204, 'PUT'])
  })
})

it('Vite warns about a path of another API below another base path', () => {
  const warnings: string[] = []
  const handle = createForwarder(
    compile(library),
    () => Promise.reject(new Error('unused')),
    (text) => {
      warnings.push(text)
    },
  )
  for (const url of ['/app/members/ada/loans/3', '/app/api/v0/roles']) {
    const incoming = { url, method: 'GET', socket: {}, headers: { authorization: 'Bearer a' } }
    handle(incoming as never, {} as never, () => undefined)
  }
  expect(warnings).toEqual([
    expect.stringContaining('GET /app/members/ada/loans/3: the API is below /library/v2'),
  ])
})

describe('the admin API of another API', () => {
  it('has members and records of its kinds, and writes down its requests', async () => {
    const { url } = await serve()
    const { inSandbox } = await connect(url)
    const { mock, books, loans } = inSandbox('default')
    expect(await books.create({ title: 'Mine' })).toMatchObject({ id: '9001', title: 'Mine' })
    expect(await books.find({ title: 'Untitled' })).toMatchObject({ id: '1' })
    await expect(books.create({ title: 'Mine' })).rejects.toThrow(
      /the title "Mine" belongs to the book "9001"/,
    )
    await expect(books.create({ pages: 'many' as never })).rejects.toThrow(/Book.*\$\.pages/s)
    expect(await loans.update('3', { renewals: 0 })).toMatchObject({ renewals: 0 })
    await mock.fetch(LOAN, { method: 'PUT', headers: { authorization: 'Bearer mock-loan-update' } })
    expect(await mock.requests.last()).toMatchObject({ operation: 'renewLoan', method: 'PUT', status: 204 })
    expect(await loans.find('3')).toMatchObject({ renewals: 1 })
    expect(await mock.faults.operations).toEqual(['listBooks', 'getLoan', 'renewLoan'])

    const list = await (await fetch(`${url}/__conmock/v1`)).json()
    const members = Object.keys((list as Record<string, object>)['POST /__conmock/v1/SANDBOX/MEMBER']!)
    expect(members).toEqual(expect.arrayContaining(['books.createMany', 'loans.delete', 'assume']))
    expect(JSON.stringify(list)).not.toMatch(/role|volunteer/)
    const unknown = await callMember(url, 'default/roles.create')
    expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining('roles.create')])
  })

  it('exports and replaces its records', async () => {
    const { mock, loans } = (await connect((await serve()).url)).inSandbox('default')
    await mock.replace({ loans: [{ id: '5', member: 'bob' }] })
    const { books: none, ...data } = (await mock.export()) as { readonly books?: unknown; loans?: unknown }
    expect([none, data]).toMatchObject([[], { loans: [{ id: '5', member: 'bob', title: 'Dune' }] }])
    await expect(mock.replace({ roles: [] })).rejects.toThrow(/\$\.roles: unknown field/)
    expect(await loans.count()).toBe(1)
    await mock.reset()
    expect(await loans.count()).toBe(30)
  })
})

it('servers of two APIs in one process share nothing', async () => {
  const [one, other] = [await serve(), await runServer()]
  const { remote, inSandbox } = await connect(one.url)
  for (const name of ['w1', 'w2']) {
    await remote.createSandbox(name)
    await inSandbox(name).books.create({ title: `Only in ${name}` })
    expect((await fetchFrom(one, `/~${name}${BOOKS}`)).status).toBe(200)
    expect((await fetchFrom(one, '/api/v0/roles')).status).toBe(404)
    expect((await fetchFrom(other, '/api/v0/roles')).status).toBe(200)
    expect((await fetchFrom(other, BOOKS)).status).toBe(404)
    expect((await fetchFrom(other, `/~${name}/api/v0/roles`)).status).toBe(404)
  }
  expect([await kinds(one), await kinds(other)]).toEqual([['books', 'loans'], kindNames])
})
