import * as fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { startServer } from '../../src/server.js'
import { anyAuthorization, anyHeaders, anyPath, anyQuery } from './arbitrary-requests.js'
import { callMember } from '../support/call-member.js'
import { runs } from '../support/property.js'
import { rawExchange } from '../support/raw-connection.js'

const NOW = 1_800_000_000_000

/** The options of the sandbox. The server has others, so that an answer of another sandbox is noticed. */
const options = {
  seed: 7,
  roleCount: 12,
  volunteerCount: 40,
  now: NOW,
  tokens: { 'my~own': ['user:read'] },
  assumptions: {
    'roles.pageSize': 5,
    'token.endpoint': 'on',
    'errors.contentType': 'application/problem+json',
  },
} as const

const names = fc.sample(fc.stringMatching(/^[a-z0-9-]{1,40}$/), runs(10))

/** A path as clients send it: without dot segments, and with valid characters. */
const anyTarget = fc
  .tuple(fc.oneof(anyPath, fc.constant('/api/oauth/token')), anyQuery)
  .map((parts) => new URL(`http://localhost${parts.join('')}`))
  .map(({ pathname, search }) => pathname + search)
  // `GET /` belongs to the admin API.
  .filter((target) => !/^\/(?:~|%7e|\?|$)/i.test(target))

const anyRequest = fc.record({
  method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'OPTIONS', 'DELETE'),
  target: anyTarget,
  authorization: fc.oneof(anyAuthorization, fc.constant('Bearer my~own')),
  // A malformed Host is refused before the sandbox is known.
  headers: anyHeaders.map((all) => all.filter(([name]) => name !== 'host')),
  client: fc.constantFrom('conmock', 'unknown', 'conmock'),
})

type AnyRequest = typeof anyRequest extends fc.Arbitrary<infer T> ? T : never

function textOf({ method, target, authorization, headers, client }: AnyRequest): string {
  const body =
    method === 'POST' ? `grant_type=client_credentials&client_secret=conmock-secret&client_id=${client}` : ''
  const lines = [
    `${method} ${target} HTTP/1.1`,
    'Host: localhost',
    ...[['Authorization', authorization], ...headers].map((pair) => pair.join(': ')),
    ...(body === ''
      ? []
      : ['Content-Type: application/x-www-form-urlencoded', `Content-Length: ${body.length}`]),
    'Connection: close',
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

/** Ways to name the sandbox of a request. */
const ways: Record<string, (request: AnyRequest, name: string) => AnyRequest> = {
  'the path': (request, name) => ({ ...request, target: `/~${name}${request.target}` }),
  'the header': (request, name) => ({ ...request, headers: [...request.headers, ['Conmock-Sandbox', name]] }),
}

/** Removes what may differ: the date, and issued tokens with their length, because they contain a number. */
function comparable(received: string): string {
  const text = received.replace(/^date: .*\r\n/im, '')
  const withoutToken = text.replace(/mock-issued-[^"]+/, 'mock-issued')
  return withoutToken === text ? text : withoutToken.replace(/^content-length: \d+\r\n/im, '')
}

describe.each(Object.entries(ways))('a request that names its sandbox by %s', (_, nameSandbox) => {
  const starting = [
    startServer({ port: 0, admin: false, ...options }),
    startServer({ port: 0, seed: 8 }),
  ] as const
  afterAll(async () => {
    for (const server of starting) await (await server).close()
  })

  test('gets the answer of a server with the options of the sandbox', async () => {
    const [plain, server] = await Promise.all(starting)
    for (const name of names) {
      expect((await callMember(server.url, 'sandboxes.create', [name, options])).status).toBe(204)
    }
    await fc.assert(
      fc.asyncProperty(anyRequest, fc.constantFrom(...names), async (request, name) => {
        const [expected, given] = [
          comparable(await rawExchange(plain, Buffer.from(textOf(request), 'latin1'))),
          comparable(await rawExchange(server, Buffer.from(textOf(nameSandbox(request, name)), 'latin1'))),
        ]
        expect(given).toBe(expected)
        expect(expected).toMatch(/^HTTP\/1\.1 \d/)
      }),
      runs(80),
    )
  })
})
