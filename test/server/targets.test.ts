import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { rawRequest, sendRaw } from '../support/raw-connection.js'
import { runServer } from '../support/running-server.js'

const TOKEN = 'Authorization: Bearer mock-all-scopes'
const HOST = 'Host: conmock:4020'
const PATH = '/api/v0/users/1/volunteer'
const url = http.get('*/url', ({ request }) => HttpResponse.text(request.url))

function get(target: string, ...hosts: readonly string[]): string {
  return rawRequest(`GET ${target} HTTP/1.1`, [...hosts, TOKEN])
}

describe.each([
  ['as it starts', {}],
  ['with handlers of the user', { handlers: [url] }],
])('a server %s', (_, options) => {
  it.each([
    ['http://other.example', PATH],
    ['http://other.example:8080', `${PATH}?a=b`],
    ['https://other.example', PATH],
    ['http://[::1]:80', PATH],
  ])('answers the path of a target in the absolute form: %s', async (origin, path) => {
    const answer = await sendRaw(await runServer(options), get(origin + path, HOST))
    expect(answer).toMatchObject({ status: 200 })
    expect(JSON.parse(answer.body)).toMatchObject({ user: { id: '1' } })
  })

  it('takes an absolute target without a path for the root, where nothing is', async () => {
    const answer = await sendRaw(await runServer(options), get('http://other.example', HOST))
    expect(JSON.parse(answer.body)).toMatchObject({ status: 404, code: 'unknown_path' })
  })

  it.each([
    ['no host', get('http://', HOST)],
    ['another scheme', get('ftp://other.example/api/v0/roles', HOST)],
    ['no end of the host', get('http://[::1/api/v0/roles', HOST)],
    ['the server as a whole', rawRequest('OPTIONS * HTTP/1.1', [HOST])],
  ])('refuses by 400 a target that names %s', async (_what, text) => {
    const answer = await sendRaw(await runServer(options), text)
    expect(JSON.parse(answer.body)).toMatchObject({ status: 400, code: 'malformed_request' })
  })

  // Schemes are the same in any case (RFC 3986 §3.1); the adapter knows them in lower case only.
  it('answers a target whose scheme is in upper case', async () => {
    const answer = await sendRaw(await runServer(options), get(`HTTP://other.example${PATH}`, HOST))
    expect(answer.status).toBe(200)
  })
})

describe('with handlers of the user', () => {
  it('the URL of a request is that of an absolute target, whatever the Host', async () => {
    const server = await runServer({ handlers: [url] })
    const answer = await sendRaw(server, get('http://other.example:8080/url?a=b', HOST))
    expect(answer.body).toBe('http://other.example:8080/url?a=b')
  })

  it('the URL of a request has the Host, where the target is a path', async () => {
    const answer = await sendRaw(await runServer({ handlers: [url] }), get('/url?a=b', HOST))
    expect(answer.body).toBe('http://conmock:4020/url?a=b')
  })

  it.each([
    ['without a Host', get('/url')],
    ['with two Hosts', get('/url', HOST, HOST)],
    ['with a Host that is none', get('/url', 'Host: a b/c')],
  ])('no handler is asked for a request %s', async (_what, text) => {
    const answer = await sendRaw(await runServer({ handlers: [url] }), text)
    expect(JSON.parse(answer.body)).toMatchObject({ status: 400, code: 'malformed_request' })
  })

  // msw makes a Request of this URL, which throws for one with credentials; and it is no fault of a handler.
  it('a target with a name and a password is no fault of the server', async () => {
    const answer = await sendRaw(
      await runServer({ handlers: [url] }),
      get(`http://name:secret@other.example${PATH}`, HOST),
    )
    expect(answer.status).toBeLessThan(500)
  })
})
