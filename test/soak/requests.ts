import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createMock } from '../../src/index.js'

/** A request, and the expected response. */
export interface Exchange {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly expected: {
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
  }
}

/** Tokens contain times, so the server and the mock use the same fixed time. */
const stillClock = fileURLToPath(new URL('still-clock.config.json', import.meta.url))
const { now } = JSON.parse(readFileSync(stillClock, 'utf8')) as { now: number }

const VOLUNTEERS = 3000
const ROLES = 2500
const assumptions = { 'token.endpoint': 'on', 'roles.limit': 'applied' } as const

const TOKEN = { authorization: 'Bearer mock-all-scopes' }
export const BIG_PAGE = '/api/v0/roles?limit=1000'
const roles = '/api/v0/roles'
const both = [roles, '/api/v0/users/1/volunteer']
const cors = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'WWW-Authenticate, Allow, Retry-After, Conmock-Assumed, Conmock-Fault',
}

/** Flags for a server with the same responses as the mock of `createExchanges`. */
export function serverFlags(seed: number): string[] {
  const counts = ['--seed', String(seed), '--volunteers', String(VOLUNTEERS), '--roles', String(ROLES)]
  const set = Object.entries(assumptions).flatMap(([name, value]) => ['--set', `${name}=${value}`])
  return [...counts, ...set, '--config', stillClock]
}

/** Returns requests for any order, and requests for tokens, whose responses depend on their order. */
export async function createExchanges(seed: number): Promise<{ anyOrder: Exchange[]; tokens: Exchange[] }> {
  const mock = createMock({ seed, now, volunteers: VOLUNTEERS, roles: ROLES, assumptions })

  async function ask(
    path: string,
    headers: Readonly<Record<string, string>> = TOKEN,
    method = 'GET',
    body = '',
  ): Promise<Exchange> {
    // A response to HEAD has the headers of the response to GET.
    const init = { headers, method: method === 'HEAD' ? 'GET' : method, ...(body === '' ? {} : { body }) }
    const response = await mock.fetch(new Request(`http://conmock.test${path}`, init))
    const text = await response.text()
    const length = { 'content-length': String(Buffer.byteLength(text)) }
    const expected = {
      status: response.status,
      headers: { ...Object.fromEntries(response.headers), ...cors, ...length },
      body: method === 'HEAD' ? '' : text,
    }
    return { method, path, headers, body, expected }
  }

  async function walk(query: string): Promise<Exchange[]> {
    const pages: Exchange[] = []
    for (let cursor: string | null | undefined = ''; cursor !== null && cursor !== undefined;) {
      const page = await ask(`${roles}?${query}${cursor === '' ? '' : `&nextPage=${cursor}`}`)
      pages.push(page)
      cursor = (JSON.parse(page.expected.body) as { nextPage?: string | null }).nextPage
    }
    return pages
  }

  const volunteers = mock.volunteers.findMany({}).map(({ user }) => `/api/v0/users/${user.id}/volunteer`)
  const pages = (await Promise.all(['', 'limit=60'].map(walk))).flat()
  const refused = [
    ...both.flatMap((path) => [
      ask(path, {}),
      ask(path, { authorization: 'Bearer unknown-token' }),
      ask(path, { authorization: 'Bearer mock-expired' }),
      ask(path, { authorization: 'Bearer mock-no-scopes' }),
      ask(`${path}/`),
      ask(path, TOKEN, 'DELETE'),
      ask(path, TOKEN, 'PUT', 'hello'),
    ]),
    ...['0', 'x', '9'.repeat(5000), '%00', '%zz'].map((id) => ask(`/api/v0/users/${id}/volunteer`)),
    ...['/unknown', '/api/v1/roles', `/${'x/'.repeat(3000)}`].map((path) => ask(path)),
    ...['nextPage=', 'nextPage=100', `nextPage=${'A'.repeat(8000)}`, 'limit=0', 'limit=x'].map((query) =>
      ask(`${roles}?${query}`),
    ),
  ]
  const anyOrder = [
    ...(await Promise.all(volunteers.map((path) => ask(path)))),
    ...(await Promise.all(volunteers.slice(0, 50).map((path) => ask(path, TOKEN, 'HEAD')))),
    ...Array.from({ length: 3 }, () => pages).flat(),
    ...(await Promise.all(refused)),
  ]
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: 'conmock',
    client_secret: 'conmock-secret',
  }).toString()
  const tokens: Exchange[] = []
  while (tokens.length < 500) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    tokens.push(await ask('/api/oauth/token', headers, 'POST', form))
  }
  return { anyOrder, tokens }
}
