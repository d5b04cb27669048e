import type { IncomingMessage } from 'node:http'
import { MAX_FORM_BYTES } from '../api/token-endpoint.js'
import type { MockRequest } from '../mock/mock-request.js'

/** The request is malformed. The message completes "The request is malformed: …". */
export class MalformedRequest extends Error {
  override readonly name = 'MalformedRequest'
}

/** Targets that a URL would not change: without dots, which may be segments to resolve, and without escapes. */
const PLAIN_TARGET = /^\/[\w\-~!$&()*+,;=:@/?]*$/

/** Converts a request target to a URL (RFC 9112 §3.2). The host does not matter to the API. */
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

/** The headers of a request by name. Several values are joined, as in fetch. Node would drop some of them. */
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

/** The parts of a request that the API needs. Creating a `Request` would take longer than the answer. */
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

/** A host with an optional port (RFC 9110 §7.2). May be empty. */
const HOST = /^(?:[\w\-.~!$&'()*+,;=%]*|\[[\da-f:.]+\])(?::\d*)?$/i

/** Returns what is wrong with the Host header. HTTP/1.1 requires exactly one (RFC 9112 §3.2), HTTP/1.0 at most one. */
export function hostProblem({ rawHeaders, httpVersion }: IncomingMessage): string | undefined {
  let host: string | undefined
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue
    if (host !== undefined) return 'it has more than one Host header'
    host = rawHeaders[i + 1]!
  }
  if (host === undefined) return httpVersion === '1.1' ? 'it has no Host header' : undefined
  return HOST.test(host) ? undefined : 'its Host header is not a valid host'
}
