import { http, HttpResponse } from 'msw'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createMock, shapes, type Ledger, type Mock, type MockOptions } from '../../src/index.js'
import { inProcess, overMsw, overSocket, type Connection, type Transport } from '../conformance/transports.js'
import { ask, roleNames, volunteerPath } from '../support/ask.js'
import { answers } from './answer-table.js'
import { shapeTable } from './shape-table.js'

async function open(transport: Transport, options?: MockOptions): Promise<Connection> {
  const connection = await transport.open(options)
  onTestFinished(() => connection.close())
  return connection
}

const [roles, record] = ['/api/v0/roles', volunteerPath('1')]
const all = { authorization: 'Bearer mock-all-scopes' }

/** Requests the records of users or, without users, every page of a list. */
async function readAll(
  { fetch }: Connection,
  users: readonly string[] | undefined,
  path = roles,
): Promise<void> {
  for (const id of users ?? []) await fetch(volunteerPath(id), { headers: all })
  if (users) return
  for (let query: string | undefined = ''; query !== undefined;) {
    const response = await fetch(`${path}${query}`, { headers: all })
    const { nextPage } = (await response.json()) as { nextPage?: string | null }
    query = typeof nextPage === 'string' ? `?nextPage=${encodeURIComponent(nextPage)}` : undefined
  }
}

const withToken = { headers: all }

describe.each([inProcess, overMsw, overSocket])('the ledger over $name', (transport) => {
  test.each(answers)('counts $what', async ({ path, init, options, answer }) => {
    const connection = await open(transport, options)
    const { status } = await connection.fetch(path, init)
    expect(status).toBe(answer.status)
    expect(connection.mock.ledger().answers).toEqual([{ ...answer, count: 1 }])
  })

  test.each(shapeTable)('knows the shapes of $what', async ({ options, users, path, shapes: expected }) => {
    const connection = await open(transport, options)
    await readAll(connection, users, path)
    expect(connection.mock.ledger().shapes).toEqual(expected)
  })

  test('counts the assumptions that answers rest on, with their values', async () => {
    const connection = await open(transport, { roles: 5, assumptions: { 'roles.pageSize': 3 } })
    await readAll(connection, undefined)
    connection.mock.assume({ 'roles.lastPage': 'absent' })
    await readAll(connection, undefined)
    await connection.fetch(roles)
    expect(connection.mock.ledger().assumptions).toEqual({
      'auth.missing': { 401: 1 },
      'errors.body': { problem: 1 },
      'errors.contentType': { 'application/json': 1 },
      'roles.lastPage': { null: 1, absent: 1 },
      'roles.order': { id: 4 },
      'roles.pageSize': { 3: 4 },
    })
  })

  test('a path without an operation is counted if the mock answers it', async () => {
    const connection = await open(transport)
    // msw prints an error for a request that no handler matches.
    const print = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    onTestFinished(() => print.mockRestore())
    await connection.fetch('/api/v0/volunteers').catch(() => undefined)
    const counted = { status: 404, code: 'unknown_path', count: 1 }
    expect(connection.mock.ledger().answers).toEqual(transport.ownsUnknownPaths ? [counted] : [])
  })

  test("answers of the user's own handlers are not counted", async () => {
    const own = http.get('*/api/v0/roles', () => HttpResponse.json({ data: [] }))
    const connection = await open(transport, { handlers: [own] })
    await connection.fetch(roles, withToken)
    expect(connection.mock.ledger()).toEqual({ version: 1, answers: [], shapes: {}, assumptions: {} })
    await connection.fetch(record, withToken)
    expect(connection.mock.ledger().answers).toEqual([{ operation: 'getVolunteer', status: 200, count: 1 }])
  })
})

test('the table covers every shape', () => {
  const shown = new Set(shapeTable.flatMap((row) => Object.keys(row.shapes)))
  expect([...shown].toSorted()).toEqual(Object.keys(shapes).toSorted())
})

async function readRecord(mock: Mock): Promise<Ledger> {
  await ask(mock, record)
  return mock.ledger()
}

describe('a ledger', () => {
  test('is empty at first', () => {
    expect(createMock().ledger()).toEqual({ version: 1, answers: [], shapes: {}, assumptions: {} })
  })

  test('is kept by reset()', async () => {
    const mock = createMock()
    const before = await readRecord(mock)
    mock.assume({ 'department.name': 'absent' })
    await mock.reset()
    expect(mock.ledger()).toEqual(before)
    expect((await readRecord(mock)).answers).toEqual([{ operation: 'getVolunteer', status: 200, count: 2 }])
  })

  test('belongs to one mock', async () => {
    const [one, other] = [createMock(), createMock()]
    await readRecord(one)
    expect(other.ledger().answers).toEqual([])
  })

  test('is a copy: what is read stays as it was, and changing it changes nothing', async () => {
    const mock = createMock()
    const first = await readRecord(mock)
    const text = JSON.stringify(first)
    await readRecord(mock)
    expect(JSON.stringify(first)).toBe(text)
    ;(first.shapes as Record<string, number>)['roles.page.only'] = 7
    expect(mock.ledger().shapes).not.toHaveProperty('roles.page.only')
  })

  test('does not depend on the order of the requests', async () => {
    const steps = [
      (mock: Mock) => ask(mock, record),
      (mock: Mock) => ask(mock, roles),
      (mock: Mock) => ask(mock, roles, 'unknown'),
      (mock: Mock) => ask(mock, '/nowhere'),
    ]
    const texts = await Promise.all(
      [steps, steps.toReversed()].map(async (order) => {
        const mock = createMock()
        for (const step of order) await step(mock)
        return JSON.stringify(mock.ledger())
      }),
    )
    expect(texts[1]).toBe(texts[0])
  })

  test('counts whether or not the header Conmock-Assumed is sent', async () => {
    const [withHeader, without] = [createMock(), createMock({ assumedHeader: false })]
    await Promise.all([roleNames(withHeader), roleNames(without)])
    expect(without.ledger()).toEqual(withHeader.ledger())
  })
})
