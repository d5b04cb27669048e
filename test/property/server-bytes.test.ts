import * as fc from 'fast-check'
import { http } from 'msw'
import { expect, test } from 'vitest'
import { anyAuthorization, anyHeaders, anyPath, anyQuery } from './arbitrary-requests.js'
import { runs } from '../support/property.js'
import { rawExchange } from '../support/raw-connection.js'
import { fetchFrom, runServer } from '../support/running-server.js'

const anyTarget = fc.tuple(anyPath, anyQuery).map((parts) => parts.join(''))

/** Lines that affect how a message is parsed. */
const oddLines = [
  'Content-Length: 5',
  'Content-Length: -1',
  'Transfer-Encoding: chunked',
  'Expect: 100-continue',
  'Upgrade: websocket',
  'Host: twice.example',
  'no colon',
]

const anyText = fc
  .record({
    method: fc.constantFrom('GET', 'GET', 'HEAD', 'POST', 'OPTIONS', 'CONNECT', 'BREW', 'ü', ''),
    target: fc.oneof(anyTarget, anyTarget, fc.constantFrom('*', 'http://[', 'a.example:443')),
    version: fc.constantFrom(' HTTP/1.1', ' HTTP/1.1', ' HTTP/1.0', ' HTTP/9.9', ''),
    host: fc.constantFrom('127.0.0.1', '127.0.0.1', '', 'x:y:z', '[::1', 'ü'),
    headers: fc.oneof(fc.constant([]), anyHeaders),
    authorization: anyAuthorization,
    odd: fc.subarray(oddLines, { maxLength: 2 }),
    body: fc.constantFrom('', '', 'hello', 'zz\r\n', 'GET /api/v0/roles HTTP/1.1\r\n\r\n'),
  })
  .map(({ method, target, version, host, headers, authorization, odd, body }) => {
    const pairs = [['Host', host], ['Authorization', authorization], ...headers]
    const lines = [`${method} ${target}${version}`, ...pairs.map((pair) => pair.join(': ')), ...odd]
    return `${lines.join('\r\n')}\r\n\r\n${body}`
  })

/** Any bytes, but without leading empty lines, which HTTP servers ignore (RFC 9112 §2.2). */
const anyBytes = fc
  .uint8Array({ minLength: 1, maxLength: 200 })
  .filter((bytes) => bytes[0] !== 0x0a && bytes[0] !== 0x0d)

const anyMessage = fc.oneof(
  { weight: 1, arbitrary: anyBytes },
  { weight: 8, arbitrary: anyText.map((text) => Buffer.from(text, 'latin1')) },
)

test('a server survives any bytes, and never answers with 5xx', async () => {
  const server = await runServer({ handlers: [http.all('*/users/:id/*', () => undefined)] })
  await fc.assert(
    fc.asyncProperty(anyMessage, async (bytes) => {
      expect(await rawExchange(server, bytes)).not.toMatch(/^HTTP\/1\.1 5/m)
    }),
    runs(1000),
  )
  expect((await fetchFrom(server, '/api/v0/roles')).status).toBe(200)
})
