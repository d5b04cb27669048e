import * as fc from 'fast-check'
import { http } from 'msw'
import { afterAll, describe, expect, test } from 'vitest'
import { startServer } from '../../src/server.js'
import { anyAuthorization, anyHeaders, anyPath, anyQuery } from './arbitrary-requests.js'
import { runs } from '../support/property.js'
import { rawExchange } from '../support/raw-connection.js'

/** Usually a valid value, so that the odd values of the other parts are tested as well. */
function mostly<T>(valid: fc.Arbitrary<T>, ...odd: T[]): fc.Arbitrary<T> {
  return fc.oneof({ weight: 8, arbitrary: valid }, { weight: 1, arbitrary: fc.constantFrom(...odd) })
}

const anyTarget = fc.tuple(anyPath, anyQuery).map((parts) => parts.join(''))
const anyMethod = fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'OPTIONS', 'TRACE', 'CONNECT', 'QUERY')
const oddTargets = [
  '*',
  'http://other.example/api/v0/roles',
  'http:///',
  'http://[',
  '//',
  '\\',
  'a.example:443',
]
const oddHosts = ['', 'a b', 'x:y:z', '[::1', 'ü', '%', 'a/b', 'a@b']
const oddVersions = [' HTTP/1.0', ' HTTP/2.0', ' HTTP/9.9', '', ' http/1.1']

/** Headers that affect how a message is parsed. */
const oddHeaders = [
  ['Content-Length: 5'],
  ['Content-Length: -1'],
  ['Content-Length: 1', 'Content-Length: 2'],
  ['Transfer-Encoding: chunked'],
  ['Transfer-Encoding: gzip, x'],
  ['Expect: 100-continue'],
  ['Expect: the-unexpected'],
  ['Connection: upgrade', 'Upgrade: websocket'],
  ['Connection: keep-alive'],
  ['Host: twice.example'],
  ['no colon'],
  [': no name'],
]
const oddBodies = ['hello', '5\r\nhello\r\n0\r\n\r\n', 'zz\r\n', 'GET /api/v0/roles HTTP/1.1\r\n\r\n']

/** The text of a request with odd parts. */
const anyRequestText = fc
  .record({
    method: mostly(anyMethod, 'get', 'G E T', 'BREW', '\0', 'ü', ':'),
    target: mostly(anyTarget, ...oddTargets),
    version: mostly(fc.constant(' HTTP/1.1'), ...oddVersions),
    host: mostly(fc.constant('127.0.0.1'), ...oddHosts),
    headers: mostly(fc.constant<[string, string][]>([]), [['x-a', '\0']], [['x-a', '\u007f']], [['\t', '']]),
    moreHeaders: fc.oneof(fc.constant<[string, string][]>([]), anyHeaders),
    authorization: anyAuthorization,
    framing: mostly(fc.constant<string[]>([]), ...oddHeaders),
    lineEnd: mostly(fc.constant('\r\n'), '\n', '\r', '\r\n ', '\0'),
    body: mostly(fc.constant(''), ...oddBodies),
  })
  .map(({ method, target, version, host, headers, moreHeaders, authorization, framing, lineEnd, body }) => {
    const lines = [
      `${method} ${target}${version}`,
      `Host: ${host}`,
      `Authorization: ${authorization}`,
      ...[...headers, ...moreHeaders].map(([name, value]) => `${name}: ${value}`),
      ...framing,
    ]
    return `${lines.join(lineEnd)}\r\n\r\n${body}`
  })

/** Any bytes, but without leading empty lines, which HTTP servers ignore (RFC 9112 §2.2). */
const anyBytes = fc
  .uint8Array({ minLength: 1, maxLength: 200 })
  .filter((bytes) => bytes[0] !== 0x0a && bytes[0] !== 0x0d)

const anyMessage = fc.oneof(
  { weight: 1, arbitrary: anyBytes },
  { weight: 4, arbitrary: anyRequestText.map((text) => Buffer.from(text, 'utf8')) },
  { weight: 4, arbitrary: anyRequestText.map((text) => Buffer.from(text, 'latin1')) },
)

/** The status codes of all received responses. */
function statuses(received: string): number[] {
  return Array.from(received.matchAll(/^HTTP\/1\.1 (\d{3})(?: |\r)/gm), ([, status]) => Number(status))
}

describe.each([
  ['without handlers', {}],
  ['with handlers of the user', { handlers: [http.all('*/users/:id/*', () => undefined)] }],
])('a server %s', (_, options) => {
  const starting = startServer({ port: 0, ...options })
  afterAll(async () => (await starting).close())

  test('survives any bytes, and never answers with 5xx', async () => {
    const server = await starting
    await fc.assert(
      fc.asyncProperty(anyMessage, async (bytes) => {
        const received = await rawExchange(server, bytes)
        expect(statuses(received).filter((status) => status >= 500)).toEqual([])
      }),
      runs(600),
    )
    const headers = { authorization: 'Bearer mock-all-scopes' }
    expect((await fetch(`${server.url}/api/v0/roles`, { headers })).status).toBe(200)
  })
})
