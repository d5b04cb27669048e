import type { IncomingMessage } from 'node:http'
import { MAX_FORM_BYTES, type MockRequest } from '../mock/internals.js'

/** The request cannot be answered, and why. */
export class MalformedRequest extends Error {
  override readonly name = 'MalformedRequest'
}

/** Targets that are the same as a URL: without dots that could be segments to resolve, and without escapes. */
const PLAIN_TARGET = /^\/[\w\-~!$&()*+,;=:@/?]*$/

/** The URL that a request target names (RFC 9112 §3.2). The API does not look at the host. */
function urlOf(target: string): string {
  if (PLAIN_TARGET.test(target)) return `http://localhost${target}`
  if (!target.startsWith('/') && !/^https?:\/\//i.test(target)) {
    throw new MalformedRequest('its target is neither a path nor an absolute URL')
  }
  try {
    return new URL(target.startsWith('/') ? `http://localhost${target}` : target).href
  } catch {
    throw new MalformedRequest('its target is not a valid URL')
  }
}

/** The headers of a request by name. As in fetch, several values are joined, where Node keeps only the first of some. */
class RawHeaders {
  readonly #list: readonly string[]

  constructor(list: readonly string[]) {
    this.#list = list
  }

  get(name: string): string | null {
    let value: string | null = null
    for (let i = 0; i < this.#list.length; i += 2) {
      const raw = this.#list[i]!
      if (raw.length !== name.length || raw.toLowerCase() !== name) continue
      value = value === null ? this.#list[i + 1]! : `${value}, ${this.#list[i + 1]}`
    }
    return value
  }
}

/** The parts of a request that the API looks at. A `Request` would cost more than the whole answer. */
export class NodeRequest implements MockRequest {
  readonly method: string
  readonly url: string
  readonly headers: RawHeaders
  readonly #incoming: IncomingMessage

  /** @throws MalformedRequest */
  constructor(incoming: IncomingMessage) {
    const { method = 'GET', url = '/', rawHeaders } = incoming
    this.#incoming = incoming
    this.method = method
    this.url = urlOf(url)
    this.headers = new RawHeaders(rawHeaders)
  }

  get hasBody(): boolean {
    return this.headers.get('content-length') !== null || this.headers.get('transfer-encoding') !== null
  }

  text(): Promise<string | undefined> {
    return new Promise((resolve) => {
      const chunks: Buffer[] = []
      let length = 0
      this.#incoming.on('data', (chunk: Buffer) => {
        length += chunk.length
        if (length <= MAX_FORM_BYTES) chunks.push(chunk)
        else resolve(undefined)
      })
      this.#incoming.once('end', () => resolve(Buffer.concat(chunks).toString()))
      this.#incoming.once('close', () => resolve(undefined))
    })
  }
}

/** A host and perhaps a port (RFC 9110 §7.2). May be empty. */
const HOST = /^(?:[\w\-.~!$&'()*+,;=%]*|\[[\da-f:.]+\])(?::\d*)?$/i

/** Returns what is wrong with the Host of a request: RFC 9112 §3.2 requires exactly one, HTTP/1.0 none. */
export function hostProblem({ rawHeaders, httpVersion }: IncomingMessage): string | undefined {
  let host: string | undefined
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue
    if (host !== undefined) return 'it has more than one Host header'
    host = rawHeaders[i + 1]!
  }
  if (host === undefined) return httpVersion === '1.1' ? 'it has no Host header' : undefined
  return HOST.test(host) ? undefined : 'its Host header is not a host'
}
