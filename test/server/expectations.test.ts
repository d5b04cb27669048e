import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { RawConnection, rawRequest, sendRaw } from '../support/raw-connection.js'
import { runServer } from '../support/running-server.js'

const HOST = 'Host: conmock'
const TOKEN = 'Authorization: Bearer mock-all-scopes'
const FORM = 'Content-Type: application/x-www-form-urlencoded'
const WAITING = 'Expect: 100-continue'

const grant = 'grant_type=client_credentials&client_id=conmock&client_secret=conmock-secret'
const echo = http.post('*/echo', async ({ request }) => HttpResponse.text(await request.text()))

const servers = [
  {
    what: 'as it starts',
    options: { assumptions: { 'token.endpoint': 'on' } },
    path: '/api/oauth/token',
    body: grant,
    answered: '"token_type":"Bearer"',
  },
  {
    what: 'with a handler of the user',
    options: { handlers: [echo] },
    path: '/echo',
    body: 'hello',
    answered: 'hello',
  },
] as const

describe.each(servers)('a server $what', ({ options, path, body, answered }) => {
  const head = (version: string, expectation: string) =>
    rawRequest(`POST ${path} HTTP/${version}`, [HOST, FORM, expectation, `Content-Length: ${body.length}`])

  it.each([WAITING, 'expect: 100-Continue'])('asks for the body of "%s", and then answers', async (line) => {
    const connection = await RawConnection.open(await runServer(options))
    const interim = await connection.write(head('1.1', line)).answer(1)
    expect(interim).toEqual({ status: 100, headers: {}, body: '' })
    const answer = await connection.write(body).answer(2)
    expect(answer.status).toBe(200)
    expect(answer.body).toContain(answered)
  })

  it('answers when the body comes without being asked for', async () => {
    const connection = await RawConnection.open(await runServer(options))
    const answer = await connection.write(head('1.1', WAITING) + body).answer(2)
    expect(answer.body).toContain(answered)
  })

  // RFC 9110 §10.1.1: such a client would take 100 for the answer.
  it('does not ask for it in HTTP/1.0', async () => {
    const answer = await sendRaw(await runServer(options), head('1.0', WAITING) + body)
    expect(answer.status).toBe(200)
    expect(answer.body).toContain(answered)
  })

  it('refuses another expectation by 417, closes, and takes the body for no request', async () => {
    const asked: string[] = []
    const server = await runServer({
      ...options,
      onRequest: (entry) => asked.push(`${entry.path} ${entry.status}`),
    })
    const connection = await RawConnection.open(server)
    const smuggled = rawRequest('GET /api/v0/roles HTTP/1.1', [HOST, TOKEN])
    const headers = [HOST, 'Expect: banana', `Content-Length: ${smuggled.length}`]
    connection.write(rawRequest(`POST ${path} HTTP/1.1`, headers, smuggled))
    await connection.closed
    expect(connection.answers).toMatchObject([{ status: 417, headers: { connection: 'close' } }])
    expect(asked).toEqual([`${path} 417`])
  })

  it('answers a GET that expects nothing but 100, which has no body', async () => {
    const server = await runServer(options)
    const connection = await RawConnection.open(server)
    connection.write(rawRequest('GET /api/v0/roles HTTP/1.1', [HOST, TOKEN, WAITING]))
    expect((await connection.answer(2)).status).toBe(200)
  })
})
