import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import { rawRequest, sendRaw } from '../support/raw-connection.js'
import { runServer } from '../support/running-server.js'

const HOST = 'Host: conmock'
const TOKEN = 'Authorization: Bearer mock-all-scopes'
/** Below 16 KiB in all, and more than node:http hands on unless it is told to. */
const MANY = 1500

function roles(...headers: readonly string[]): string {
  return rawRequest('GET /api/v0/roles HTTP/1.1', headers)
}

function filler(count: number, line = 'a:b'): string[] {
  return Array.from({ length: count }, () => line)
}

describe.each([
  ['as it starts', {}],
  ['with handlers of the user', { handlers: [http.get('*/other', () => undefined)] }],
])('a server %s', (_, options) => {
  it('reads a request with near a thousand headers to the last', async () => {
    const server = await runServer(options)
    expect((await sendRaw(server, roles(HOST, ...filler(900), TOKEN))).status).toBe(200)
    expect((await sendRaw(server, roles(HOST, ...filler(900), TOKEN, TOKEN))).status).toBe(400)
    expect((await sendRaw(server, roles(HOST, TOKEN, ...filler(900), HOST))).status).toBe(400)
  })

  it('answers one with more', async () => {
    const server = await runServer(options)
    expect((await sendRaw(server, roles(HOST, TOKEN, ...filler(MANY)))).status).toBe(200)
  })

  it('refuses one whose headers are more than 16 KiB together, each of them short', async () => {
    const server = await runServer(options)
    const answer = await sendRaw(server, roles(HOST, TOKEN, ...filler(1000, `x-filler: ${'b'.repeat(10)}`)))
    expect(JSON.parse(answer.body)).toMatchObject({ status: 431, code: 'malformed_request' })
  })

  // node:http leaves out what comes after 1000 headers, without a word, unless it is told to let all in.
  it.each([
    ['the credential', 200, roles(HOST, ...filler(MANY), TOKEN)],
    ['the Host', 200, roles(TOKEN, ...filler(MANY), HOST)],
    ['a second Host', 400, roles(HOST, TOKEN, ...filler(MANY), HOST)],
    ['a second credential', 400, roles(HOST, TOKEN, ...filler(MANY), TOKEN)],
  ])('sees behind more than a thousand headers %s, and answers by %i', async (_what, status, text) => {
    expect((await sendRaw(await runServer(options), text)).status).toBe(status)
  })
})
