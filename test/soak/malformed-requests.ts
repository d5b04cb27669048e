import type { Exchange } from './exchange.js'
import { HOST, TOKEN, requestText, type Oracle, type Refused } from './oracle.js'

const NO_HTTP = 'it is not valid HTTP/1.1'
const TOO_LONG = 'its headers are longer than 16 KiB'

const get = (...headers: string[]) => requestText('GET /api/v0/roles HTTP/1.1', headers)
const post = (headers: readonly string[], body: string) =>
  requestText('POST /api/v0/roles HTTP/1.1', [HOST, TOKEN, ...headers], body)

/** What node:http cannot read. */
const unreadable: readonly string[] = [
  'hello\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  requestText('get /api/v0/roles HTTP/1.1', [HOST]),
  requestText('GET api/v0/roles HTTP/1.1', [HOST]),
  requestText('GET /api/v0/roles\0 HTTP/1.1', [HOST]),
  requestText('GET /api/v0/roles HTTP/9.9', [HOST]),
  get(HOST, 'no colon'),
  get(HOST, 'X-A : b'),
  get(HOST, 'X-A: one\r\n two'),
  get(HOST, 'Content-Length: x'),
  get(HOST, 'Content-Length: 5', 'Content-Length: 6'),
  post(['Content-Length: 5', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
]

const tooLong: readonly string[] = [
  get(HOST, `X-Long: ${'x'.repeat(20_000)}`),
  requestText(`GET /${'x'.repeat(20_000)} HTTP/1.1`, [HOST]),
]

const refused: readonly Refused[] = [
  ...unreadable.map((text) => ({
    kind: 'malformed: no HTTP/1.1',
    text,
    what: NO_HTTP,
    status: 400 as const,
  })),
  ...tooLong.map((text) => ({
    kind: 'malformed: headers too long',
    text,
    what: TOO_LONG,
    status: 431 as const,
  })),
  {
    kind: 'malformed: CONNECT',
    text: requestText('CONNECT example.test:443 HTTP/1.1', ['Host: example.test:443']),
    what: 'the method CONNECT is only for proxies',
    status: 400,
  },
  {
    kind: 'malformed: no Host',
    text: get(TOKEN),
    what: 'it has no Host header',
    status: 400,
    readable: true,
  },
  {
    kind: 'malformed: two Hosts',
    text: get(HOST, HOST, TOKEN),
    what: 'it has more than one Host header',
    status: 400,
    readable: true,
  },
  {
    kind: 'malformed: unknown expectation',
    text: get(HOST, TOKEN, 'Expect: banana'),
    what: 'its Expect header is not supported',
    status: 417,
    readable: true,
  },
]

/** Requests that are broken, and after which the connection is closed; in groups of one kind. */
export function malformedRequests(oracle: Oracle): Exchange[][] {
  const kinds = [...new Set(refused.map(({ kind }) => kind))]
  return kinds.map((wanted) => refused.filter(({ kind }) => kind === wanted).map((one) => oracle.refuse(one)))
}
