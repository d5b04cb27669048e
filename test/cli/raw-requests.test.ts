import { describe, expect, it } from 'vitest'
import { startConmock } from '../support/command.js'
import { RawConnection, rawRequest, sendRaw } from '../support/raw-connection.js'

const HOST = 'Host: conmock'
const TOKEN = 'Authorization: Bearer mock-all-scopes'
const PATH = '/api/v0/users/1/volunteer'

async function start(): Promise<{ readonly port: number }> {
  const { url } = await startConmock('--quiet')
  return { port: Number(new URL(url).port) }
}

// In the command, the HTTP adapter replaces the global Request and Response, so other code runs than in test/server.
describe('the command answers', () => {
  it.each([
    [400, 'text that is not HTTP', 'hello\r\n\r\n'],
    [400, 'no Host', rawRequest(`GET ${PATH} HTTP/1.1`, [TOKEN])],
    [400, 'two Hosts', rawRequest(`GET ${PATH} HTTP/1.1`, [HOST, HOST, TOKEN])],
    [400, 'an invalid Host', rawRequest(`GET ${PATH} HTTP/1.1`, ['Host: a b/c', TOKEN])],
    [400, 'two credentials', rawRequest(`GET ${PATH} HTTP/1.1`, [HOST, TOKEN, TOKEN])],
    [405, 'TRACE', rawRequest(`TRACE ${PATH} HTTP/1.1`, [HOST, TOKEN])],
    [
      431,
      'headers that are too long',
      rawRequest(`GET ${PATH} HTTP/1.1`, [HOST, `X: ${'x'.repeat(20_000)}`]),
    ],
  ])('with %i and a problem as JSON: %s', async (status, _what, text) => {
    const answer = await sendRaw(await start(), text)
    expect(answer.status).toBe(status)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json',
      'access-control-allow-origin': '*',
    })
    expect(JSON.parse(answer.body)).toMatchObject({ status, detail: expect.any(String) as string })
  })

  it.each([
    ['HTTP/1.0 without a Host', rawRequest(`GET ${PATH} HTTP/1.0`, [TOKEN])],
    [
      'a target in the absolute form',
      rawRequest(`GET http://reg.example.com${PATH} HTTP/1.1`, [HOST, TOKEN]),
    ],
    ['a GET with a body', rawRequest(`GET ${PATH} HTTP/1.1`, [HOST, TOKEN, 'Content-Length: 5'], 'hello')],
  ])('with the record: %s', async (_what, text) => {
    const answer = await sendRaw(await start(), text)
    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.body)).toMatchObject({ user: { id: '1' } })
  })

  it('pipelined requests in order, with a POST with a body between them', async () => {
    const connection = await RawConnection.open(await start())
    const get = rawRequest(`GET ${PATH} HTTP/1.1`, [HOST, TOKEN])
    const post = rawRequest('POST /api/v0/roles HTTP/1.1', [HOST, TOKEN, 'Content-Length: 5'], 'hello')
    await connection.write(get + post + get).answer(3)
    expect(connection.answers.map(({ status }) => status)).toEqual([200, 405, 200])
  })
})
