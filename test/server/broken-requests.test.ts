import { describe, expect, it } from 'vitest'
import { heldHandler } from '../support/held-handler.js'
import { RawConnection, rawRequest, sendRaw } from '../support/raw-connection.js'
import { fetchFrom, runServer } from '../support/running-server.js'

const HOST = 'Host: conmock'
const roles = (...headers: string[]) => rawRequest('GET /api/v0/roles HTTP/1.1', headers)

const broken: [what: string, status: number, text: string][] = [
  ['what is no HTTP', 400, 'hello\r\n\r\n'],
  ['a TLS handshake', 400, '\x16\x03\x01\x02\x00\x01\x00'],
  ['the preface of HTTP/2', 400, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  [
    'a method in lower case, which is another method than GET',
    400,
    rawRequest('get /api/v0/roles HTTP/1.1', [HOST]),
  ],
  ['a target without a slash at its start', 400, rawRequest('GET api/v0/roles HTTP/1.1', [HOST])],
  ['a NUL in the target', 400, rawRequest('GET /api/v0/roles\0 HTTP/1.1', [HOST])],
  ['a Content-Length that is no number', 400, roles(HOST, 'Content-Length: x')],
  ['a body that is not as the headers say', 400, `${roles(HOST, 'Transfer-Encoding: chunked')}ZZZ\r\n`],
  // RFC 9112 §3.2 asks for 400 in these three.
  ['no Host', 400, roles()],
  ['two Hosts', 400, roles(HOST, 'Host: other')],
  ['a Host that is none', 400, roles('Host: a b/c')],
  ['CONNECT', 400, rawRequest('CONNECT example.com:443 HTTP/1.1', ['Host: example.com:443'])],
  ['headers of more than 16 KiB', 431, roles(HOST, `X-Long: ${'x'.repeat(20_000)}`)],
  ['a target of more than 16 KiB', 431, rawRequest(`GET /${'x'.repeat(20_000)} HTTP/1.1`, [HOST])],
]

describe('the server refuses', () => {
  it.each(broken)('%s, by %i and a problem as JSON, and goes on', async (_what, status, text) => {
    const server = await runServer()
    const answer = await sendRaw(server, text)
    expect(answer.status).toBe(status)
    expect(answer.headers['content-type']).toBe('application/json')
    expect(JSON.parse(answer.body)).toMatchObject({
      status,
      code: 'malformed_request',
      detail: expect.stringMatching(/^The request is malformed: .+/) as string,
      hint: expect.stringMatching(/./) as string,
    })
    expect((await fetchFrom(server, '/api/v0/roles')).status).toBe(200)
  })

  it('what it cannot read, and then closes the connection, for it cannot tell where the next request starts', async () => {
    const server = await runServer()
    const connection = await RawConnection.open(server)
    const answer = await connection.write('hello\r\n\r\n').answer()
    expect(answer.headers.connection).toBe('close')
    await connection.closed
    expect(connection.answers).toHaveLength(1)
  })

  it('a broken request that follows a good one', async () => {
    const server = await runServer()
    const connection = await RawConnection.open(server)
    await connection.write(roles(HOST, 'Authorization: Bearer mock-all-scopes')).answer(1)
    expect((await connection.write('hello\r\n\r\n').answer(2)).status).toBe(400)
  })

  it('in the form that the assumptions ask for', async () => {
    const typed = await runServer({ assumptions: { 'errors.contentType': 'application/problem+json' } })
    expect((await sendRaw(typed, 'hello\r\n\r\n')).headers['content-type']).toBe('application/problem+json')
    const bare = await runServer({ assumptions: { 'errors.body': 'empty' } })
    expect(await sendRaw(bare, 'hello\r\n\r\n')).toMatchObject({
      status: 400,
      headers: { 'content-length': '0' },
      body: '',
    })
  })
})

describe('an expectation that the server does not know', () => {
  it('is refused by 417 and a problem as JSON', async () => {
    const server = await runServer()
    const answer = await sendRaw(server, roles(HOST, 'Expect: banana'))
    expect(answer.status).toBe(417)
    expect(JSON.parse(answer.body)).toMatchObject({ status: 417, code: 'malformed_request' })
  })
})

describe('what cannot be read behind a request that is still being answered', () => {
  it('waits for that answer', async () => {
    const { handler, asked, release } = heldHandler()
    const server = await runServer({ handlers: [handler] })
    const connection = await RawConnection.open(server)
    connection.write(`${rawRequest('GET /held HTTP/1.1', [HOST])}hello\r\n\r\n`)
    await asked
    release()
    expect((await connection.answer(1)).status).toBe(200)
    expect((await connection.answer(2)).status).toBe(400)
  })
})
