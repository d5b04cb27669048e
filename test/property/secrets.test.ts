import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { requestEvent, requestLine } from '../../src/cli/print.js'
import { createMock, type RequestEntry, type Mock, type MockOptions } from '../../src/index.js'
import { getInternals } from '../../src/mock/mock-internals.js'
import type { MockEvent } from '../../src/mock/events.js'
import { startServer } from '../../src/server.js'
import { runs } from '../support/property.js'
import { RawConnection, rawRequest } from '../support/raw-connection.js'

const RUNS = 20

/** The characters of a token (RFC 6750 §2.1). So long that no other text contains it by accident. */
const anyToken = fc.stringMatching(/^[A-Za-z0-9\-._~+/]{12,40}={0,2}$/)
/** Any text of visible characters, for passwords. */
const anyPassword = fc.stringMatching(/^[!-~]{12,40}$/)
const anySecret = fc.oneof(anyToken, anyPassword)

/** A request of a client that sends a secret. */
interface Sent {
  readonly method: string
  /** Target of the request, relative or absolute. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

const anyPath = fc.constantFrom(
  '/api/v0/roles',
  '/api/v0/roles',
  '/api/v0/roles',
  '/api/v0/users/1/volunteer',
  '/api/v0/users/nobody/volunteer',
  '/api/v0/users/%zz/volunteer',
  '/api/v0/departments',
  '/api/oauth/token',
  '/nowhere',
)

function basic(id: string, secret: string): string {
  return `Basic ${btoa(`${id}:${secret}`)}`
}

const FORM = 'application/x-www-form-urlencoded'
const tokenForm = { grant_type: 'client_credentials', client_id: 'conmock' }

/** The ways to send a secret. */
const ways: Record<string, (secret: string, path: string) => Sent> = {
  bearer: (secret, path) => get(path, { authorization: `Bearer ${secret}` }),
  'bearer twice': (secret, path) => get(path, { authorization: `Bearer ${secret}, Bearer ${secret}` }),
  basic: (secret, path) => get(path, { authorization: basic('user', secret) }),
  'no scheme': (secret, path) => get(path, { authorization: secret }),
  'other scheme': (secret, path) => get(path, { authorization: `${secret} ${secret}` }),
  cookie: (secret, path) => get(path, { cookie: `session=${secret}` }),
  'x-api-key': (secret, path) => get(path, { 'x-api-key': secret }),
  access_token: (secret, path) => get(`${path}?access_token=${encodeURIComponent(secret)}`),
  token: (secret, path) => get(`${path}?nextPage=&token=${encodeURIComponent(secret)}&limit=5`),
  'two parameters': (secret, path) => get(`${path}?limit=${encodeURIComponent(secret)}&a=b=${secret}`),
  'query without a name': (secret, path) => get(`${path}?${encodeURIComponent(secret)}`),
  fragment: (secret, path) => get(`${path}#access_token=${encodeURIComponent(secret)}`),
  userinfo: (secret, path) => get(`http://user:${encodeURIComponent(secret)}@conmock${path}`),
  'client_secret in the form': (client_secret) => post({ ...tokenForm, client_secret }),
  'client_secret in the wrong field': (scope) => post({ ...tokenForm, client_secret: 'x', scope }),
  'client_secret as an id': (client_id) => post({ ...tokenForm, client_id, client_secret: 'x' }),
  'client_secret as a type': (grant_type) =>
    post({ ...tokenForm, client_secret: 'conmock-secret', grant_type }),
  'client_secret in the query': (secret) => ({
    ...post(tokenForm),
    target: `/api/oauth/token?client_secret=${encodeURIComponent(secret)}`,
  }),
  'client_secret as a media type': (secret) => ({
    ...post(tokenForm),
    headers: { 'content-type': `text/${secret}` },
  }),
  'client_secret in broken Basic': (secret) =>
    post({ grant_type: 'client_credentials' }, { authorization: `Basic ${secret}` }),
  'client_secret in Basic': (secret) =>
    post({ grant_type: 'client_credentials' }, { authorization: basic('conmock', secret) }),
  'client_secret in Basic and the form': (secret) =>
    post({ ...tokenForm, client_secret: secret }, { authorization: basic('conmock', secret) }),
}

/** By default with a valid token, so that the request gets as far as possible. */
function get(
  target: string,
  headers: Record<string, string> = { authorization: 'Bearer mock-all-scopes' },
): Sent {
  return { method: 'GET', target, headers }
}

function post(fields: Record<string, string>, headers: Record<string, string> = {}): Sent {
  const body = new URLSearchParams(fields).toString()
  return { method: 'POST', target: '/api/oauth/token', headers: { ...headers, 'content-type': FORM }, body }
}

function anySent(way: string) {
  return fc
    .tuple(anySecret, anyPath, fc.constantFrom('GET', 'GET', 'HEAD', 'PATCH'))
    .map(([secret, path, method]) => {
      const sent = ways[way]!(secret, path)
      return { secret, sent: sent.body === undefined ? { ...sent, method } : sent }
    })
}

/** Options that change what the mock says about a refused request. */
const anyOptions: fc.Arbitrary<MockOptions> = fc.constantFrom<MockOptions>(
  { assumptions: { 'token.endpoint': 'on' } },
  { profile: 'reported' },
  { assumptions: { 'token.endpoint': 'on', 'roles.unknownQuery': 'rejected', 'roles.limit': 'applied' } },
  {
    assumptions: { 'token.endpoint': 'on', 'errors.body': 'envelope' },
    faults: [{ effect: { status: 503 } }],
  },
  { assumptions: { 'token.endpoint': 'on' }, faults: [{ effect: { invalidJson: true, delay: 1 } }] },
)

/** A mock that knows a secret, if it can be a token, and everything that it tells about requests. */
function watched(options: MockOptions, secret: string, isOwn: boolean) {
  const entries: RequestEntry[] = []
  const events: MockEvent[] = []
  const canBeToken = /^[A-Za-z0-9\-._~+/]+=*$/.test(secret)
  const mock = createMock({
    ...options,
    ...(isOwn && canBeToken ? { tokens: { [secret]: ['user:read'] } } : {}),
    onRequest: (entry) => entries.push(entry),
  })
  getInternals(mock).events.subscribe((event) => events.push(event))
  return { mock, told: () => everythingTold(mock, entries, events) }
}

async function everythingTold(
  mock: Mock,
  entries: readonly RequestEntry[],
  events: readonly MockEvent[],
): Promise<string> {
  expect(entries.length).toBeGreaterThan(0)
  expect(mock.requests.all()).toEqual(entries)
  const timeout = await mock.requests.waitFor({ status: 999 }, { timeout: 0 }).then(JSON.stringify, String)
  return [
    JSON.stringify(entries),
    JSON.stringify(events),
    ...entries.flatMap((entry) => [requestEvent(entry), requestLine(entry)]),
    JSON.stringify(mock.coverage()),
    JSON.stringify(mock.settings),
    JSON.stringify(mock.faults.all),
    timeout,
  ].join('\n')
}

/** A secret as it may appear in a text. */
function formsOf(secret: string): string[] {
  const inJson = JSON.stringify(secret).slice(1, -1)
  return [secret, inJson, encodeURIComponent(secret), btoa(`user:${secret}`), btoa(`conmock:${secret}`)]
}

/** The forms of a secret that a text contains. */
function leaksIn(told: string, secret: string): string[] {
  return formsOf(secret).filter((form) => told.includes(form))
}

const names = Object.keys(ways)

test.each(names)('the server reveals no secret that is sent as: %s', async (way) => {
  await fc.assert(
    fc.asyncProperty(anySent(way), anyOptions, fc.boolean(), async ({ secret, sent }, options, isOwn) => {
      const { mock, told } = watched(options, secret, isOwn)
      const server = await startServer({ mock, port: 0 })
      try {
        const { method, target, headers, body = '' } = sent
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
        const length = body === '' ? [] : [`content-length: ${body.length}`]
        const connection = await RawConnection.open(server)
        connection.write(
          rawRequest(
            `${method} ${target} HTTP/1.1`,
            ['Host: conmock', 'Connection: close', ...lines, ...length],
            body,
          ),
        )
        await connection.closed
        expect(connection.received).toMatch(/^HTTP\/1\.1 \d/)
        expect(leaksIn(connection.received + (await told()), secret)).toEqual([])
      } finally {
        await server.close()
      }
    }),
    runs(RUNS),
  )
})
