/**
 * A second implementation of the API, written from the API specification alone. Code that works with the
 * mock and with this service depends on the specification, not on choices of the mock.
 *
 * The specification leaves the following open. This service chooses:
 *
 * - Status of success: 200. Media type: `application/json;charset=UTF-8`. Every response is `no-store`.
 * - Errors: `application/problem+json` (RFC 9457) with `type`, `title`, `status` and `detail`.
 * - No `Authorization`, another scheme, or no token: 401, `WWW-Authenticate: Bearer realm="convention"`.
 * - Unknown token: 401, and the challenge has `error="invalid_token"` (RFC 6750).
 * - Token without the scope: 403, and the challenge has `error="insufficient_scope"` and `scope`.
 * - The name of the scheme is case-insensitive (RFC 9110), and a token can have any number of scopes.
 * - Unknown user, and a user without a volunteer record: both 404, with a different `detail`.
 * - Order of checks: path, percent-encoding, method, token, scope, then user or cursor.
 * - Unknown path, also with a trailing slash or in other case: 404 without a token check.
 * - A request line with a full URL (`GET http://…`) is an unknown path, too.
 * - Malformed percent-encoding in the user's id: 400.
 * - HEAD: like GET, without the body. Other methods, also OPTIONS: 405 with `Allow`. No CORS headers.
 * - Page size: 3. Order of the roles: by name, in code units. Unknown query parameters are ignored.
 * - Last page: `nextPage` is null. No roles: `data` is an empty array, never absent or null.
 * - Cursor: standard base64, and each contains a `+`, which a client must percent-encode.
 * - A cursor never expires, and means "after this name", even if no role has this name any more.
 * - Unknown or repeated cursor: 400. Empty cursor: the first page.
 * - Ids: any text, also with characters that need percent-encoding in a path.
 * - Dates: with microseconds and a numeric offset.
 * - Empty lists are `[]`. `preferredName` is a string, null or absent. Other fields are never null.
 * - A department can have no state, and a volunteer can have contact methods without a primary one.
 */
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Role {
  id: string
  name: string
}

/** Only the id has a type, so that tests can also serve records that break the specification. */
interface RegisteredUser {
  user: { id: string; [field: string]: unknown }
  volunteer?: Record<string, unknown>
}

interface ServiceResponse {
  status: number
  headers: Record<string, string>
  /** Sent as JSON. `undefined` sends no body. */
  body: unknown
}

type Operation = 'volunteer' | 'roles'

interface ServiceOptions {
  /** The scopes of each token. Replaces the default tokens `tok-all`, `tok-volunteer` and `tok-user`. */
  tokens?: Readonly<Record<string, readonly string[]>>
  users?: readonly RegisteredUser[]
  roles?: readonly Role[]
  /** @default 3 */
  pageSize?: number
  /** Returns the response to send. Called for each response of an operation, also for errors. */
  change?: (response: ServiceResponse, operation: Operation) => ServiceResponse
}

const DEFAULT_TOKENS = {
  'tok-all': ['volunteer:read', 'user:read'],
  'tok-volunteer': ['volunteer:read'],
  'tok-user': ['user:read'],
}

export const DEFAULT_ROLES: Role[] = [
  { id: 'r-70', name: 'Board' },
  { id: 'r-12', name: 'Safety Lead' },
  { id: 'r-33', name: 'NDA signed 2031' },
  { id: 'r-08', name: 'Équipe du bar' },
  { id: 'r-41', name: 'Stage Crew' },
  { id: 'r-05', name: 'board' },
  { id: 'r-99', name: 'Art Show' },
]

function person(id: string, firstName: string, phone: string, more: { preferredName?: string } = {}) {
  const username = `${firstName.toLowerCase()}.o`
  return { id, firstName, lastName: 'Okoro-Vale', username, phone, email: `${username}@x.example`, ...more }
}

const DEFAULT_USERS: RegisteredUser[] = [
  {
    user: person('90017', 'Odalys', '+4930901820', { preferredName: 'Juniper' }),
    volunteer: {
      id: 'v-1',
      createdAt: '2031-01-09T18:22:41.093120+00:00',
      updatedAt: '2031-02-28T23:59:59.000001+01:00',
      contactMethods: [
        { name: 'Signal', isPrimary: true, value: '+4930901820' },
        { name: 'Pager', isPrimary: false, value: 'ask at the gate' },
      ],
      departments: [
        { id: 'd-2', states: ['experience', 'assignment'], name: 'Registration' },
        { id: 'd-9', states: ['avoid'] },
        { id: 'd-4', states: [], name: 'Logistics' },
      ],
      options: [
        { name: 'Shirt', type: 'select', value: 'M' },
        { name: 'Languages', type: 'multi', value: ['de', 'ja'] },
        { name: 'Notes', type: 'text', value: '' },
        { name: 'Hours a day', type: 'number', value: 4.5 },
      ],
    },
  },
  {
    user: person('90044', 'Ruben', '+358401234567'),
    volunteer: {
      id: 'v-3',
      createdAt: '2031-03-02T10:15:30.500000-05:00',
      updatedAt: '2031-03-04T10:15:30.500000-05:00',
      contactMethods: [{ name: 'Email', isPrimary: false, value: 'ruben@mail.example' }],
      departments: [{ id: 'd-2', states: ['interest', 'request'], name: 'Registration' }],
      options: [{ name: 'Languages', type: 'multi', value: [] }],
    },
  },
  { user: person('90050', 'Ines', '+351210000000') },
]

function problem(status: number, title: string, detail: string, headers: Record<string, string> = {}) {
  return {
    status,
    headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store', ...headers },
    body: { type: 'about:blank', title, status, detail },
  }
}

function ok(body: unknown): ServiceResponse {
  return {
    status: 200,
    headers: { 'content-type': 'application/json;charset=UTF-8', 'cache-control': 'no-store' },
    body,
  }
}

/** The first bytes are `Pj4+` in base64, so that every cursor has a character to percent-encode. */
const CURSOR_PREFIX = '>>>'

function encodeCursor(name: string): string {
  return Buffer.from(CURSOR_PREFIX + name).toString('base64')
}

/** Returns the name after which the page starts, or undefined if this service cannot have sent the cursor. */
function decodeCursor(cursor: string): string | undefined {
  const text = Buffer.from(cursor, 'base64').toString()
  const name = text.slice(CURSOR_PREFIX.length)
  return text.startsWith(CURSOR_PREFIX) && encodeCursor(name) === cursor ? name : undefined
}

function decodePathSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/** Returns the error response if the token is missing or unknown, or lacks the scope. */
function refuse(
  authorization: string | undefined,
  scope: string,
  tokens: Readonly<Record<string, readonly string[]>>,
): ServiceResponse | undefined {
  const challenge = 'Bearer realm="convention"'
  const token = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
  if (token === undefined)
    return problem(401, 'Unauthorized', 'Send a bearer token.', { 'www-authenticate': challenge })
  const scopes = Object.hasOwn(tokens, token) ? tokens[token] : undefined
  if (scopes === undefined) {
    return problem(401, 'Unauthorized', 'The token is unknown.', {
      'www-authenticate': `${challenge}, error="invalid_token"`,
    })
  }
  if (scopes.includes(scope)) return undefined
  return problem(403, 'Forbidden', `The token needs the scope ${scope}.`, {
    'www-authenticate': `${challenge}, error="insufficient_scope", scope="${scope}"`,
  })
}

function findVolunteer(id: string, users: readonly RegisteredUser[]): ServiceResponse {
  const found = users.find(({ user }) => user.id === id)
  if (found === undefined) return problem(404, 'Not Found', 'There is no such user.')
  if (found.volunteer === undefined) return problem(404, 'Not Found', 'The user has no volunteer record.')
  return ok({ ...found.volunteer, user: found.user })
}

function listRoles(query: string, roles: readonly Role[], pageSize: number): ServiceResponse {
  const cursors = new URLSearchParams(query).getAll('nextPage')
  if (cursors.length > 1) return problem(400, 'Bad Request', 'Send nextPage once.')
  const cursor = cursors[0] || undefined
  const after = cursor && decodeCursor(cursor)
  if (cursor !== undefined && after === undefined)
    return problem(400, 'Bad Request', 'The cursor in nextPage is invalid.')
  const rest = roles
    .filter(({ name }) => after === undefined || name > after)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const data = rest.slice(0, pageSize)
  const last = data.at(-1)
  return ok({ data, nextPage: last && rest.length > data.length ? encodeCursor(last.name) : null })
}

/** Answers a request without a server. */
export function respond(
  request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  options: ServiceOptions,
): ServiceResponse {
  const { tokens = DEFAULT_TOKENS, users = DEFAULT_USERS, roles = DEFAULT_ROLES, pageSize = 3 } = options
  const { change = (response) => response } = options
  const [path = '', ...query] = (request.url ?? '').split('?')
  const segment = /^\/api\/v0\/users\/([^/]+)\/volunteer$/.exec(path)?.[1]
  if (segment === undefined && path !== '/api/v0/roles')
    return problem(404, 'Not Found', 'There is no such path.')

  const answer = (): ServiceResponse => {
    const id = segment === undefined ? '' : decodePathSegment(segment)
    if (id === undefined) return problem(400, 'Bad Request', 'The path has malformed percent-encoding.')
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return problem(405, 'Method Not Allowed', 'Use GET.', { allow: 'GET, HEAD' })
    const scope = segment === undefined ? 'user:read' : 'volunteer:read'
    const refusal = refuse(request.headers.authorization, scope, tokens)
    if (refusal) return refusal
    return segment === undefined ? listRoles(query.join('?'), roles, pageSize) : findVolunteer(id, users)
  }
  // A copy, because a test may change the body in place, and the default records are shared.
  return change(structuredClone(answer()), segment === undefined ? 'roles' : 'volunteer')
}

/** Starts the service on a free port of 127.0.0.1. */
export async function startIndependentService(options: ServiceOptions = {}) {
  const requests: { method: string; path: string; headers: IncomingHttpHeaders }[] = []
  const server = createServer((request, response) => {
    requests.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers })
    try {
      const { status, headers, body } = respond(request, options)
      const text = JSON.stringify(body) as string | undefined
      response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text ?? '') }).end(text)
    } catch (error) {
      // Only `change` can throw, or return headers that Node refuses.
      response.writeHead(500, { 'content-type': 'text/plain' }).end(String(error))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    /** Without a slash at the end, and without `/api/v0`. */
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The requests in the order of arrival. `path` is the raw path with the query. */
    requests,
    async close(): Promise<void> {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
