import type { Exchange } from './exchange.js'
import { TOKEN, type Asked, type Oracle } from './oracle.js'

const ROLES = '/api/v0/roles'
const ONE = '/api/v0/users/1/volunteer'
const both = [ROLES, ONE]
const FORM = 'Content-Type: application/x-www-form-urlencoded'

function token(body: string, ...headers: string[]): Omit<Asked, 'kind'> {
  const lines = [FORM, ...headers, `Content-Length: ${body.length}`]
  return { method: 'POST', path: '/api/oauth/token', headers: lines, body }
}

function credential(...headers: string[]): Omit<Asked, 'kind'>[] {
  return both.map((path) => ({ path, headers }))
}

/** A cursor that is none, and one that was good before somebody edited it. */
async function badCursors(oracle: Oracle): Promise<string[]> {
  const { answer } = await oracle.ask({ kind: '', path: ROLES, headers: [TOKEN] })
  const { nextPage } = JSON.parse(answer.parts.body.toString()) as { nextPage: string }
  return [
    'nextPage=',
    'nextPage=100',
    'nextPage=%00%ff%zz',
    `nextPage=${nextPage}&nextPage=${nextPage}`,
    `nextPage=${nextPage}x`,
    `nextPage=${nextPage.slice(1)}`,
    `nextPage=${'A'.repeat(8000)}`,
  ]
}

/** Requests that the API refuses, and that leave the connection open. */
export async function refusedRequests(oracle: Oracle): Promise<Exchange[][]> {
  const body = ['Content-Length: 5']
  const chunked = ['Transfer-Encoding: chunked']
  const cursors = await badCursors(oracle)
  const noRecord = oracle.mock.users
    .findMany({})
    .slice(0, 200)
    .map(({ id }) => `/api/v0/users/${id}/volunteer`)
  const groups: Record<string, Omit<Asked, 'kind'>[]> = {
    'refused: no credential': credential(),
    'refused: another scheme': credential('Authorization: Basic Y29ubW9jazp4'),
    'refused: unknown token': credential('Authorization: Bearer nobody-knows-it'),
    'refused: expired token': credential('Authorization: Bearer mock-expired'),
    'refused: two credentials': credential(TOKEN, TOKEN),
    'refused: no scope': credential('Authorization: Bearer mock-no-scopes'),
    'refused: another scope': [
      { path: ROLES, headers: ['Authorization: Bearer mock-volunteer-read'] },
      { path: ONE, headers: ['Authorization: Bearer mock-user-read'] },
    ],
    'refused: unknown user': [
      '0',
      '999999999',
      'x',
      '%2e%2e',
      '%F0%9F%98%80',
      '9'.repeat(5000),
      '%00',
      '500001',
    ].map((id) => ({ path: `/api/v0/users/${id}/volunteer`, headers: [TOKEN] })),
    'answered or refused: any user, with or without a record': noRecord.map((path) => ({
      path,
      headers: [TOKEN],
    })),
    'refused: unknown path': [
      '/',
      '/api',
      '/api/v1/roles',
      '/api/v0/Roles',
      '/%zz',
      `/${'x/'.repeat(3000)}`,
    ].map((path) => ({ path, headers: [TOKEN] })),
    'refused: slash at the end': both.map((path) => ({ path: `${path}/`, headers: [TOKEN] })),
    'refused: broken percent-encoding': ['%', '%zz', '%c3%28', '1%'].map((id) => ({
      path: `/api/v0/users/${id}/volunteer`,
      headers: [TOKEN],
    })),
    'refused: cursor': cursors.map((query) => ({ path: `${ROLES}?${query}`, headers: [TOKEN] })),
    'refused: limit': ['0', '-1', '1001', 'x', '', '1&limit=2'].map((limit) => ({
      path: `${ROLES}?limit=${limit}`,
      headers: [TOKEN],
    })),
    'refused: method': ['DELETE', 'TRACE', 'PROPFIND', 'OPTIONS'].flatMap((method) =>
      both.map((path) => ({ method, path, headers: [TOKEN] })),
    ),
    'refused: method, with a body': ['POST', 'PUT', 'PATCH'].flatMap((method) =>
      both.flatMap((path) => [
        { method, path, headers: [TOKEN, ...body], body: 'hello' },
        { method, path, headers: [TOKEN, ...chunked], body: '5\r\nhello\r\n0\r\n\r\n' },
      ]),
    ),
    'refused: token': [
      token(''),
      token('grant_type=password&client_id=conmock&client_secret=conmock-secret'),
      token('grant_type=client_credentials&client_id=conmock&client_secret=wrong'),
      token('grant_type=client_credentials', 'Authorization: Basic Y29ubW9jazp4'),
      token('grant_type=client_credentials&client_id=conmock&client_secret=conmock-secret&scope=x'),
      token(`grant_type=${'x'.repeat(70_000)}`),
      { path: '/api/oauth/token' },
    ],
  }
  return Promise.all(
    Object.entries(groups).map(([kind, asked]) =>
      Promise.all(asked.map((one) => oracle.ask({ ...one, kind }))),
    ),
  )
}
