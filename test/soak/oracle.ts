import { internalsOf } from '../../src/mock/internals.js'
import type { createMock } from '../../src/index.js'
import type { Exchange } from './exchange.js'
import { ExpectedAnswer, type AnswerParts } from './expected-answer.js'

/** A request that the API answers. */
export interface Asked {
  readonly kind: string
  /** Default `GET`. */
  readonly method?: string
  readonly path: string
  /** The lines of the headers beside Host. */
  readonly headers?: readonly string[]
  readonly body?: string
  /** The first line's target, where it is more than the path. */
  readonly target?: string
  readonly version?: '1.0' | '1.1'
  readonly connection?: AnswerParts['connection']
  readonly continued?: boolean
}

/** A request that is refused before it comes to the API. */
export interface Refused {
  readonly kind: string
  readonly text: string
  /** What the server is to say of it. */
  readonly what: string
  readonly status: 400 | 417 | 431
  /** Whether node:http could read it, and so sends the answer. */
  readonly readable?: boolean
}

type Mock = ReturnType<typeof createMock>

export const HOST = 'Host: conmock.test'
export const TOKEN = 'Authorization: Bearer mock-all-scopes'

const BASE = 'http://conmock.test'
/** What the server adds to every answer, whoever asks. */
const cors = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'WWW-Authenticate, Allow, Retry-After, Conmock-Assumed',
}

/** The text of a request. */
export function requestText(firstLine: string, headers: readonly string[], body = ''): string {
  return `${[firstLine, ...headers].join('\r\n')}\r\n\r\n${body}`
}

function headersOf(lines: readonly string[]): Headers {
  const headers = new Headers()
  for (const line of lines) {
    const colon = line.indexOf(':')
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  return headers
}

/** Says what every request must be answered by: it asks the mock itself, without a network between. */
export class Oracle {
  readonly mock: Mock

  constructor(mock: Mock) {
    this.mock = mock
  }

  /** A request to the API, and its answer. */
  async ask(asked: Asked): Promise<Exchange> {
    const { kind, method = 'GET', path, headers = [], body = '', target = path, version = '1.1' } = asked
    const bodiless = method === 'HEAD'
    // A HEAD is answered by the headers of the GET, with the length of its body.
    const response = await this.#fetch({ ...asked, method: bodiless ? 'GET' : method })
    const answer = new ExpectedAnswer({
      status: response.status,
      headers: { ...Object.fromEntries(response.headers), ...cors },
      body: Buffer.from(await response.arrayBuffer()),
      bodiless,
      connection: asked.connection ?? 'keep-alive',
      continued: asked.continued ?? false,
    })
    const host = version === '1.1' ? [HOST] : []
    const text = requestText(`${method} ${target} HTTP/${version}`, [...host, ...headers], body)
    return { kind, request: Buffer.from(text, 'latin1'), answer }
  }

  /** A request that is refused for what it is, and the refusal, after which the connection is closed. */
  refuse({ kind, text, what, status, readable = false }: Refused): Exchange {
    const refusal = internalsOf(this.mock).refuseMalformed(what, status)
    const answer = new ExpectedAnswer({
      status,
      headers: { ...refusal.headers, ...cors },
      body: Buffer.from(refusal.body ?? ''),
      connection: 'close',
      undated: !readable,
    })
    return { kind, request: Buffer.from(text, 'latin1'), answer }
  }

  /** What a slow client is told. */
  lateAnswer(): ExpectedAnswer {
    const refusal = internalsOf(this.mock).refuseMalformed('it was not complete within the time limit', 408)
    return new ExpectedAnswer({
      status: 408,
      headers: { ...refusal.headers, ...cors },
      body: Buffer.from(refusal.body ?? ''),
      connection: 'close',
      undated: true,
    })
  }

  /** A question of a browser before it sends a request from another origin. */
  preflight(kind: string, path: string): Exchange {
    const asks = ['Access-Control-Request-Method: GET', 'Access-Control-Request-Headers: authorization']
    const headers = {
      ...cors,
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': 'authorization',
      'access-control-max-age': '600',
    }
    const parts = { status: 204, headers, body: Buffer.alloc(0), connection: 'keep-alive' } as const
    const text = requestText(`OPTIONS ${path} HTTP/1.1`, [HOST, 'Origin: http://app.test', ...asks])
    return { kind, request: Buffer.from(text), answer: new ExpectedAnswer(parts) }
  }

  async #fetch({ method = 'GET', path, headers: lines = [], body = '' }: Asked): Promise<Response> {
    const headers = headersOf(lines)
    const url = BASE + path
    if (method === 'TRACE') {
      // No Request can have this method, but a server gets it.
      const text = async () => body
      const answer = await internalsOf(this.mock).answer({ method, url, headers, text })
      return new Response(answer.body, { status: answer.status, headers: answer.headers })
    }
    const init = method === 'GET' || body === '' ? { method, headers } : { method, headers, body }
    return this.mock.fetch(new Request(url, init))
  }
}
