import { describe, expect, it, onTestFinished } from 'vitest'
import { createMock, type FaultEffect } from '../../src/index.js'
import type { RunningServer } from '../../src/server.js'
import { RawConnection, rawRequest } from '../support/raw-connection.js'
import { bearer, fetchFrom, runServer } from '../support/running-server.js'
import { stopClock } from './stop-clock.js'

const ROLES = '/api/v0/roles'
const VOLUNTEER = '/api/v0/users/1/volunteer'

function get(path = ROLES, ...more: readonly string[]): string {
  return rawRequest(`GET ${path} HTTP/1.1`, [
    'Host: conmock',
    'Authorization: Bearer mock-all-scopes',
    ...more,
  ])
}

/** A server with one fault for its first request, and a connection to it. */
async function serve(effect: FaultEffect): Promise<{ server: RunningServer; connection: RawConnection }> {
  const server = await runServer({ faults: [{ when: { first: 1 }, effect }] })
  return { server, connection: await RawConnection.open(server) }
}

async function wholeBody(): Promise<string> {
  return (await createMock().fetch(`http://localhost${ROLES}`, { headers: bearer('mock-all-scopes') })).text()
}

async function answersNormally(server: RunningServer): Promise<void> {
  const response = await fetchFrom(server, ROLES)
  expect(response.status).toBe(200)
  expect(response.headers.has('conmock-fault')).toBe(false)
  expect(await response.text()).toBe(await wholeBody())
}

it('dropConnection resets the connection without a byte', async () => {
  const { server, connection } = await serve({ dropConnection: true })
  connection.write(get())
  await connection.closed
  expect(connection.errorCode).toBe('ECONNRESET')
  expect(connection.received).toBe('')
  expect(server.mock.requests.last()).toMatchObject({ status: 0, fault: 'dropConnection' })
  await answersNormally(server)
})

it.each<[FaultEffect, RegExp]>([
  [{ dropConnection: true }, /^HTTP[^]*\}$/],
  [{ truncateBody: 10 }, /\r\n\r\n.{10}$/],
])('%j comes after the responses to earlier requests of the connection', async (effect, end) => {
  const server = await runServer({
    faults: [
      { operation: 'listRoles', effect },
      { operation: 'getVolunteer', effect: { delay: 30 } },
    ],
  })
  const connection = await RawConnection.open(server)
  connection.write(get(VOLUNTEER) + get(ROLES))
  expect(await connection.answer(1)).toMatchObject({ status: 200, headers: { 'conmock-fault': 'delay=30' } })
  await connection.closed
  expect(connection.answers).toHaveLength(1)
  expect(connection.received).toMatch(end)
})

describe('truncateBody', () => {
  it.each([0, 1, 1000])('announces the whole body, sends %i bytes, and closes', async (truncateBody) => {
    const { server, connection } = await serve({ truncateBody })
    connection.write(get())
    await connection.closed
    const [head = '', body] = connection.received.split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(head).toMatch(new RegExp(`^Conmock-Fault: truncateBody=${truncateBody}\r?$`, 'im'))
    const whole = Buffer.from(await wholeBody())
    expect(head).toMatch(new RegExp(`^content-length: ${whole.length}\r?$`, 'im'))
    expect(body).toBe(whole.toString('latin1', 0, truncateBody))
    expect(connection.errorCode).toBeUndefined()
    await answersNormally(server)
  })
})

describe('a status', () => {
  it('keeps the connection, and has the CORS headers', async () => {
    const { server, connection } = await serve({ status: 503 })
    connection.write(get(ROLES, 'Origin: http://localhost:5173'))
    const { headers } = await connection.answer()
    expect(headers['access-control-allow-origin']).toBe('*')
    expect(headers['access-control-expose-headers']).toContain('Conmock-Fault')
    expect((await connection.write(get()).answer(2)).status).toBe(200)
    expect(server.mock.requests.count()).toBe(2)
  })

  it('ignores preflights', async () => {
    const { server } = await serve({ status: 503 })
    const headers = { origin: 'http://localhost:5173', 'access-control-request-method': 'GET' }
    expect((await fetchFrom(server, ROLES, { method: 'OPTIONS', headers })).status).toBe(204)
    expect((await fetchFrom(server, ROLES)).status).toBe(503)
  })
})

describe('a delay', () => {
  it.each<FaultEffect>([{ delay: 60_000 }, { delay: 60_000, hang: true }])(
    'ends when the client disconnects, with %j, and leaves an entry with status 0',
    async (effect) => {
      const { server, connection } = await serve(effect)
      connection.write(get())
      await connection.flushed()
      // The response to another request shows that the server has read the first one.
      await answersNormally(server)
      const waiting = server.mock.requests.waitFor({ status: 0 })
      connection.cut()
      expect(await waiting).toMatchObject({
        path: ROLES,
        operation: 'listRoles',
        status: 0,
        token: 'mock-all-scopes',
        refusal: undefined,
        note: 'The client disconnected before the response.',
        fault: effect.hang ? 'hang, delay=60000' : 'delay=60000',
      })
      await answersNormally(server)
    },
  )

  it('adds no listeners to a connection for each request', async () => {
    const warnings: string[] = []
    const listener = ({ name, message }: Error) =>
      name === 'MaxListenersExceededWarning' && warnings.push(message)
    process.on('warning', listener)
    onTestFinished(() => void process.off('warning', listener))
    const server = await runServer({
      faults: [{ effect: { delay: 1 } }],
      assumptions: { 'token.endpoint': 'on' },
    })
    const connection = await RawConnection.open(server)
    const post = rawRequest('POST /api/oauth/token HTTP/1.1', ['Host: conmock', 'Content-Length: 1'], 'x')
    for (let number = 1; number <= 30; number += 2) {
      connection.write(get() + post)
      await connection.answer(number + 1)
    }
    await new Promise((resolve) => setImmediate(resolve))
    expect(warnings).toEqual([])
  })
})

describe('hang', () => {
  it('ends when the server is closed, at once', async () => {
    const { server, connection } = await serve({ hang: true })
    connection.write(get())
    const entry = await server.mock.requests.waitFor({ fault: 'hang' })
    expect(entry).toMatchObject({ status: 0, operation: 'listRoles' })
    stopClock()
    await server.close()
    await connection.closed
    expect(connection.received).toBe('')
  })

  it('comes after the responses to earlier requests of the connection, also if the server is closed', async () => {
    const server = await runServer({
      faults: [
        { operation: 'listRoles', effect: { hang: true } },
        { operation: 'getVolunteer', effect: { delay: 50 } },
      ],
    })
    const connection = await RawConnection.open(server)
    connection.write(get(VOLUNTEER) + get(ROLES))
    await server.mock.requests.waitFor({ fault: 'hang' })
    stopClock()
    const closing = server.close()
    expect((await connection.answer()).status).toBe(200)
    await closing
  })
})
