import { http, HttpResponse } from 'msw'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { FaultEffect, MockOptions, RoleList } from '../../src/index.js'
import type { Connection, Transport } from './transports.js'

const ROLES = '/api/v0/roles'
const TOKEN = '/api/oauth/token'

function volunteerPath(id: string): string {
  return `/api/v0/users/${encodeURIComponent(id)}/volunteer`
}

/** The options of a request with a token. */
function by(token: string, method = 'GET'): RequestInit {
  return { method, headers: { authorization: `Bearer ${token}` } }
}

/** The options of a request for a token of the built-in client. */
function tokenRequest(secret: string): RequestInit {
  const client = { client_id: 'conmock', client_secret: secret }
  return { method: 'POST', body: new URLSearchParams({ grant_type: 'client_credentials', ...client }) }
}

const all = by('mock-all-scopes')

/** Requests, with the status and a part of the body of their responses. */
const requests: [what: string, status: number, part: string, path: string, init: RequestInit][] = [
  ['a page', 200, '"nextPage":"', ROLES, all],
  ['a record', 200, '"createdAt"', volunteerPath('1'), all],
  ['HEAD', 200, '', ROLES, by('mock-all-scopes', 'HEAD')],
  ['an invalid cursor', 400, 'invalid_cursor', `${ROLES}?nextPage=garbage`, all],
  ['malformed encoding', 400, 'malformed_path', '/api/v0/users/%zz/volunteer', all],
  ['two tokens', 400, 'invalid_request', ROLES, by('one, Bearer two')],
  ['no token', 401, 'missing_credential', ROLES, {}],
  ['another scope', 403, 'insufficient_scope', ROLES, by('mock-volunteer-read')],
  ['an unknown user', 404, 'a/b ünï?', volunteerPath('a/b ünï?'), all],
  ['a slash at the end', 404, 'trailing_slash', `${ROLES}/`, all],
  ['another method', 405, 'method_not_allowed', ROLES, by('mock-all-scopes', 'DELETE')],
  ['a wrong secret', 401, 'invalid_client', TOKEN, tokenRequest('guessed')],
]

/** Paths of no operation, of which some versions of msw match a few. */
const unknownPaths = [
  '/API/v0/roles',
  '/api/v0/roles//',
  '/api/v0/roles/1',
  '/x/api/v0/roles',
  '/api/v0/users/%zz',
]

interface Client extends Connection {
  /** Sends a GET with a token that has all scopes. */
  readonly get: (path: string) => Promise<Response>
}

/** Opens a connection, which is closed after the test. */
async function connect(transport: Transport, options: MockOptions = {}): Promise<Client> {
  const connection = await transport.open(options)
  onTestFinished(() => connection.close())
  return { ...connection, get: (path) => connection.fetch(path, all) }
}

/**
 * Tests one way to send requests to a mock: that it answers like `mock.fetch`, which the other files of this folder
 * test, and what faults do. Imports only msw and vitest, so that it can run against an installed package.
 */
export function smokeSuite(transport: Transport): void {
  it.each(requests)('the response to %s is %i, as of mock.fetch', async (_, status, part, path, init) => {
    const { fetch, mock } = await connect(transport, { assumptions: { 'token.endpoint': 'on' } })
    const [given, wanted] = [await fetch(path, init), await mock.fetch(`http://conmock.test${path}`, init)]
    expect([given.status, wanted.status]).toEqual([status, status])
    const body = await given.text()
    expect(body).toContain(part)
    expect(body).toBe(await wanted.text())
    const headers = Array.from(wanted.headers, ([name]) => [name, given.headers.get(name)])
    expect(headers).toEqual([...wanted.headers])
  })

  it('a walk through the pages returns all roles, with those that a test created', async () => {
    const { get, mock } = await connect(transport)
    await mock.roles.create({ name: 'created' })
    const pages: RoleList[] = []
    for (let query: string | undefined = ''; query !== undefined;) {
      const page = (await (await get(`${ROLES}${query}`)).json()) as RoleList
      pages.push(page)
      query = page.nextPage ? `?nextPage=${page.nextPage}` : undefined
    }
    expect(pages.map(({ data }) => data?.length)).toEqual([100, 100, 51])
    expect(pages.flatMap(({ data }) => data)).toEqual(mock.roles.findMany())
  })

  it('the token endpoint issues tokens', async () => {
    const { fetch, mock } = await connect(transport, { profile: 'reported' })
    const { access_token } = (await (await fetch(TOKEN, tokenRequest('conmock-secret'))).json()) as {
      access_token: string
    }
    expect((await fetch(ROLES, by(access_token))).status).toBe(200)
    expect(mock.requests.last()).toMatchObject({ token: access_token })
    expect(mock.coverage().answers).toMatchObject([
      { status: 200, count: 1 },
      { status: 200, count: 1 },
    ])
  })

  it.each(unknownPaths)('the path %s is not answered as an operation', async (path) => {
    const { get, mock } = await connect(transport)
    // msw prints an error for each unhandled request, and rejects it.
    const print = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    onTestFinished(() => print.mockRestore())
    const seen = await get(path).then(
      async (response) => ({ ...((await response.json()) as object), requests: mock.requests.count() }),
      () => ({ requests: mock.requests.count() }),
    )
    const answered = { status: 404, code: 'unknown_path', requests: 1 }
    expect(seen).toMatchObject(transport.ownsUnknownPaths ? answered : { requests: 0 })
  })

  function connectWith(effect: FaultEffect): Promise<Client> {
    return connect(transport, { faults: [{ when: { first: 1 }, effect }] })
  }

  describe('a fault', () => {
    it('gives a response the status of an error, and a time to retry', async () => {
      const { get } = await connectWith({ status: 503, retryAfter: 1 })
      const response = await get(ROLES)
      expect(response.status).toBe(503)
      expect(response.headers.get('retry-after')).toBe('1')
      expect(response.headers.get('conmock-fault')).toBe('status=503')
      expect(await response.json()).toMatchObject({ code: 'fault' })
      expect((await get(ROLES)).status).toBe(200)
    })

    it('delays a response', async () => {
      const { get } = await connectWith({ delay: 20 })
      const start = performance.now()
      const response = await get(ROLES)
      expect(performance.now() - start).toBeGreaterThan(18)
      expect(response.headers.get('conmock-fault')).toBe('delay=20')
      expect(await response.json()).toHaveProperty('nextPage')
    })

    it('drops the connection', async () => {
      // For all requests, because browsers repeat a GET if a connection that they have used before is reset.
      const { get } = await connect(transport, { faults: [{ effect: { dropConnection: true } }] })
      await expect(get(ROLES)).rejects.toThrow(TypeError)
    })

    it.each([0, 10])('ends a body after %i bytes', async (truncateBody) => {
      const { get } = await connectWith({ truncateBody })
      const response = await get(ROLES)
      expect(response.status).toBe(200)
      await expect(response.text()).rejects.toThrow(TypeError)
      expect(await (await get(ROLES)).json()).toHaveProperty('nextPage')
    })

    it('sends invalid JSON', async () => {
      const { get } = await connectWith({ invalidJson: true })
      await expect((await get(ROLES)).json()).rejects.toThrow(SyntaxError)
    })

    it('never answers, until the client gives up', async () => {
      const { fetch, get } = await connectWith({ hang: true })
      // Node 20 may collect the signal of `AbortSignal.timeout` as garbage, and then the request never ends.
      const client = new AbortController()
      setTimeout(() => client.abort(), 100)
      await expect(fetch(ROLES, { signal: client.signal })).rejects.toThrow(/abort/i)
      expect((await get(ROLES)).status).toBe(200)
    })
  })

  it('the request log has a request as soon as the client has its response', async () => {
    const { get, mock } = await connect(transport)
    for (let number = 1; number <= 20; number++) {
      const path = volunteerPath(String(number))
      await get(path)
      expect(mock.requests.last()).toMatchObject({ method: 'GET', path, status: 200 })
    }
  })

  it('HttpResponse.error() of a custom handler is a network error', async () => {
    const handlers = [http.get(`*${ROLES}`, () => HttpResponse.error())]
    const { get } = await connect(transport, { handlers })
    await expect(get(ROLES)).rejects.toThrow(TypeError)
    expect((await get(volunteerPath('1'))).status).toBe(200)
  })
}
