import type { Exchange } from './exchange.js'
import { HOST, TOKEN, requestText, type Asked, type Oracle } from './oracle.js'

const ROLES = '/api/v0/roles'
/** Records that are asked for: enough to be many, and few enough that all have been written when it is warm. */
export const VOLUNTEERS = 3000
export const ROLE_COUNT = 2500

function volunteerPath(userId: string): string {
  return `/api/v0/users/${encodeURIComponent(userId)}/volunteer`
}

/** The paths of every page of roles, as somebody meets them who follows the cursors. */
async function walk(oracle: Oracle, query = ''): Promise<string[]> {
  const paths: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const parameters: string[] = [query, cursor === '' ? '' : `nextPage=${encodeURIComponent(cursor)}`]
    const path: string = [ROLES, parameters.filter((part) => part !== '').join('&')].filter(Boolean).join('?')
    paths.push(path)
    const { answer } = await oracle.ask({ kind: '', path, headers: [TOKEN] })
    const page = JSON.parse(answer.parts.body.toString()) as { nextPage?: string | null }
    cursor = page.nextPage ?? null
  }
  return paths
}

function all(oracle: Oracle, asked: readonly Asked[]): Promise<Exchange[]> {
  return Promise.all(asked.map((one) => oracle.ask(one)))
}

/** Requests that get what they ask for, and leave the connection open. */
export async function goodRequests(oracle: Oracle): Promise<Exchange[][]> {
  const userIds = oracle.mock.volunteers.findMany({}).map(({ user }) => user.id)
  const volunteers = userIds.map(volunteerPath)
  const few = volunteers.filter((_, place) => place % 50 === 0)
  const pages = await walk(oracle)
  const smallPages = (await Promise.all([7, 60, 333, 1000].map((limit) => walk(oracle, `limit=${limit}`))))
    .flat()
    .filter((_, place) => place % 5 === 0)
  const read = (kind: string, paths: readonly string[], more: Omit<Asked, 'kind' | 'path'> = {}) =>
    all(
      oracle,
      paths.map((path) => ({ ...more, kind, path, headers: [TOKEN, ...(more.headers ?? [])] })),
    )
  const chunked = { headers: ['Transfer-Encoding: chunked'], body: '5\r\nhello\r\n0\r\n\r\n' }
  const expecting = { headers: ['Expect: 100-continue', 'Content-Length: 5'], body: 'hello', continued: true }
  const absolute = few.map((path) => ({
    kind: 'good: target in the absolute form',
    path,
    target: `http://other.test${path}`,
    headers: [TOKEN],
  }))
  return [
    await read('good: volunteer', volunteers),
    await read('good: volunteer, HEAD', few, { method: 'HEAD' }),
    await read('good: volunteer, id percent-encoded', [
      '/api/v0/users/%31/volunteer',
      '/api/v0/user%73/2/volunteer',
    ]),
    await read('good: page of roles', pages),
    await read('good: page of roles, HEAD', pages, { method: 'HEAD' }),
    await read('good: page of roles with a limit', smallPages),
    await read('good: page of roles with filters and an order, which are ignored', [
      ...pages.slice(1, 5).map((path) => `${path}&sort=name&filter=a`),
      `${ROLES}?sort=-name`,
      `${ROLES}?name=staff&order=desc`,
    ]),
    await read('good: conditional and partial, which are ignored', few, {
      headers: ['If-None-Match: *', 'If-Modified-Since: Tue, 01 Jan 2030 00:00:00 GMT', 'Range: bytes=0-9'],
    }),
    await read('good: from a page of another origin', few, { headers: ['Origin: http://app.test'] }),
    [...few, ...pages].map((path) => oracle.preflight('good: preflight', path)),
    await read('good: GET with a body', few, { headers: ['Content-Length: 5'], body: 'hello' }),
    await read('good: GET with a chunked body', few, chunked),
    await read('good: Expect: 100-continue', few, expecting),
    await read('good: HTTP/1.0, kept open', few, { version: '1.0', headers: ['Connection: keep-alive'] }),
    await all(oracle, absolute),
  ]
}

/** Requests that get what they ask for, after which the connection is closed. */
export async function lastRequests(oracle: Oracle): Promise<Exchange[][]> {
  const paths = [volunteerPath('1'), volunteerPath('2'), ROLES]
  const last = (kind: string, more: Partial<Asked>) =>
    all(
      oracle,
      paths.map((path) => ({
        kind,
        path,
        connection: 'close',
        ...more,
        headers: [TOKEN, ...(more.headers ?? [])],
      })),
    )
  return [
    await last('good: Connection: close', { headers: ['Connection: close'] }),
    await last('good: HTTP/1.0', { version: '1.0' }),
  ]
}

/** A page of many bytes, to be left unread. */
export function bigRequest(oracle: Oracle): Promise<Exchange> {
  return oracle.ask({ kind: 'good: big page, read slowly', path: `${ROLES}?limit=1000`, headers: [TOKEN] })
}

const FORM = 'Content-Type: application/x-www-form-urlencoded'

/** Requests for tokens, one after the other: the answer to each depends on how many came before. */
export async function tokenRequests(oracle: Oracle, count: number): Promise<Exchange[]> {
  const form = 'grant_type=client_credentials&client_id=conmock&client_secret=conmock-secret'
  const exchanges: Exchange[] = []
  while (exchanges.length < count) {
    const headers = [FORM, `Content-Length: ${form.length}`]
    exchanges.push(
      await oracle.ask({
        kind: 'good: token',
        method: 'POST',
        path: '/api/oauth/token',
        headers,
        body: form,
      }),
    )
  }
  return exchanges
}

/** The start of a request for a token, the rest of which will never come. */
export const endlessForm = requestText('POST /api/oauth/token HTTP/1.1', [
  HOST,
  FORM,
  'Content-Length: 100000',
])
