import { describe, expect, it } from 'vitest'
import type { RunningServer, ServerOptions } from '../../../src/server.js'
import { RawConnection, rawRequest, sendRaw } from '../../support/raw-connection.js'
import { runServer } from '../../support/running-server.js'
import { FORM, formOf, grant, readRefusal, builtIn, readToken, TOKEN_PATH } from './token-client.js'

const PAGE = 'http://localhost:5173'
const OTHER_PAGE = 'https://evil.example'
const form = formOf({ ...grant, ...builtIn })

function runEndpoint(options: ServerOptions = {}): Promise<RunningServer> {
  return runServer({ assumptions: { 'token.endpoint': 'on' }, ...options })
}

/** Sends the form as a page does: with its origin, and without a preflight. */
function askFromPage({ url }: RunningServer, origin: string): Promise<Response> {
  return fetch(url + TOKEN_PATH, { method: 'POST', headers: { origin, 'content-type': FORM }, body: form })
}

/** The text of a POST request. */
function rawPost(headers: readonly string[], body: string): string {
  return rawRequest(`POST ${TOKEN_PATH} HTTP/1.1`, ['Host: x', `Content-Type: ${FORM}`, ...headers], body)
}

describe('over a raw connection, the token endpoint', () => {
  it('has an entry for a client that disconnects before the end of its form', async () => {
    const server = await runEndpoint()
    const entry = server.mock.requests.waitFor({ path: TOKEN_PATH })
    const connection = await RawConnection.open(server)
    connection.write(rawPost(['Content-Length: 100', 'Expect: 100-continue'], 'grant_type='))
    await connection.answer()
    connection.cut()
    expect(await entry).toMatchObject({ method: 'POST', status: 0 })
    await readToken(await askFromPage(server, PAGE))
  })

  it('refuses a form that is too long before it has received all of it', async () => {
    const part = `10001\r\n${`${form}&pad=`.padEnd(0x10001, 'x')}\r\n`
    const { status, body } = await sendRaw(await runEndpoint(), rawPost(['Transfer-Encoding: chunked'], part))
    expect(status).toBe(400)
    expect(JSON.parse(body)).toMatchObject({ error: 'invalid_request' })
  })

  it('does not read the rest of such a form as the next request', async () => {
    const long = `${form}&pad=`.padEnd(200_000, 'x')
    const connection = await RawConnection.open(await runEndpoint())
    connection.write(rawPost([`Content-Length: ${long.length}`], long))
    expect((await connection.answer(1)).status).toBe(400)
    connection.write(rawPost([`Content-Length: ${form.length}`], form))
    expect((await connection.answer(2)).status).toBe(200)
  })
})

it('for pages, the token endpoint lets only the origins of the option cors read tokens and refusals', async () => {
  const server = await runEndpoint({ cors: PAGE })
  expect((await askFromPage(server, PAGE)).headers.get('access-control-allow-origin')).toBe(PAGE)
  const unread = await askFromPage(server, OTHER_PAGE)
  expect(unread.headers.has('access-control-allow-origin')).toBe(false)
  expect(unread.headers.get('vary')).toBe('Origin')
  expect(await unread.json()).toMatchObject({
    status: 403,
    code: 'forbidden',
    hint: expect.stringContaining(`--cors ${OTHER_PAGE}`) as string,
  })
  expect(server.mock.tokens.all.filter(({ origin }) => origin === 'issued')).toHaveLength(1)
  const refused = await fetch(server.url + TOKEN_PATH, { method: 'POST', headers: { origin: PAGE } })
  expect(await readRefusal(refused)).toMatchObject({ status: 400 })
})
