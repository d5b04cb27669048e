import { describe, expect, it, onTestFinished } from 'vitest'
import { openRemote } from './remote-mock.js'

const ROLES = '/api/v0/roles'
const token = { authorization: 'Bearer mock-all-scopes' }

/** A server at another origin, closed when the test is over. */
async function serve(cors?: string | readonly string[]) {
  const server = await openRemote({ profile: 'reported' }, cors)
  onTestFinished(() => server.close())
  return server
}

function askForToken(url: string): Promise<Response> {
  const form = { grant_type: 'client_credentials', client_id: 'conmock', client_secret: 'conmock-secret' }
  return fetch(`${url}/api/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })
}

describe('a page', () => {
  it('of an allowed origin can read responses', async () => {
    const { url } = await serve(['http://localhost:1', location.origin])
    expect((await fetch(url + ROLES, { headers: token })).status).toBe(200)
    expect((await askForToken(url)).status).toBe(200)
  })

  it('of another origin cannot read responses, with or without a token, or to HEAD', async () => {
    const { url } = await serve('http://localhost:1')
    for (const init of [{ headers: token }, {}, { method: 'HEAD' }])
      await expect(fetch(url + ROLES, init)).rejects.toThrow(TypeError)
  })

  it('of another origin cannot request a token, although the form needs no preflight', async () => {
    const { url, mock } = await serve('http://localhost:1')
    const before = mock.tokens.all
    await expect(askForToken(url)).rejects.toThrow(TypeError)
    expect(mock.tokens.all).toEqual(before)
  })

  it('may send custom headers', async () => {
    const { url } = await serve()
    const headers = { ...token, 'x-request-id': '1', 'content-type': 'application/json' }
    expect((await fetch(url + ROLES, { headers })).status).toBe(200)
  })

  it('can read the headers that a response exposes, and the content length', async () => {
    const { url } = await serve()
    const refused = await fetch(url + ROLES, { method: 'POST', headers: token })
    const names = ['allow', 'conmock-assumed', 'content-length', 'content-type']
    expect([...refused.headers.keys()].toSorted()).toEqual(names)
    const unknown = await fetch(url + ROLES, { headers: { authorization: 'Bearer unknown-token' } })
    expect(unknown.headers.get('www-authenticate')).toMatch(/^Bearer realm=/)
  })

  it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'])('cannot send %s', async (method) => {
    const { url, mock } = await serve()
    await expect(fetch(url + ROLES, { method, headers: token })).rejects.toThrow(TypeError)
    expect(mock.coverage().answers).toEqual([])
  })
})
