import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { MAX_FORM_BYTES } from '../api/token-endpoint.js'
import { isValidHost } from '../common/hosts.js'
import type { MockRequest } from '../mock/mock-request.js'

/** The request is malformed. The message completes "The request is malformed: …". */
export class MalformedRequest extends Error {
  override readonly name = 'MalformedRequest'
}

/** Targets that `new URL` would not change: they contain no dots (it resolves `..`) and no escapes. */
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

/** Returns the URL of a request for the journal. `-` if its target is not a URL. */
export function journalUrl({ url = '/' }: IncomingMessage): string {
  if (url.startsWith('/')) return `http://localhost${url}`
  return /^https?:\/\//i.test(url) ? url : '-'
}

/** The headers of a request, including duplicates that Node drops from `incoming.headers`. Names must be in lower case. */
export class RawHeaders {
  readonly #list: readonly string[]

  constructor(list: readonly string[]) {
    this.#list = list
  }

  getAll(name: string): string[] {
    const values: string[] = []
    for (let i = 0; i < this.#list.length; i += 2) {
      const raw = this.#list[i]!
      if (raw.length === name.length && raw.toLowerCase() === name) values.push(this.#list[i + 1]!)
    }
    return values
  }

  /** Joins several values with commas, as `Headers` does. Called several times for each request, so it creates no list. */
  get(name: string): string | null {
    let joined: string | null = null
    for (let i = 0; i < this.#list.length; i += 2) {
      const raw = this.#list[i]!
      if (raw.length !== name.length || raw.toLowerCase() !== name) continue
      joined = joined === null ? this.#list[i + 1]! : `${joined}, ${this.#list[i + 1]!}`
    }
    return joined
  }
}

/** One signal for each connection, because a listener for each request would never be removed. */
const signals = new WeakMap<Socket, AbortSignal>()

/** Returns a signal that is aborted when a connection is closed. Created when it is first needed, which is rare. */
function signalOf(socket: Socket): AbortSignal {
  const known = signals.get(socket)
  if (known) return known
  const controller = new AbortController()
  if (socket.destroyed) controller.abort()
  else socket.once('close', () => controller.abort())
  signals.set(socket, controller.signal)
  return controller.signal
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

  get signal(): AbortSignal {
    return signalOf(this.#incoming.socket)
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

/**
 * HTTP/1.1 requires exactly one Host header (RFC 9112 §3.2), HTTP/1.0 at most one.
 *
 * @throws MalformedRequest
 */
export function checkHost({ rawHeaders, httpVersion }: IncomingMessage): void {
  const headers = new RawHeaders(rawHeaders)
  const host = headers.get('host')
  if (host === null && httpVersion === '1.1') throw new MalformedRequest('it has no Host header')
  if (isValidHost(host ?? '')) return
  // Several values are joined with a comma and a space, and no valid host contains a space.
  const isRepeated = headers.getAll('host').length > 1
  throw new MalformedRequest(
    isRepeated ? 'it has more than one Host header' : 'its Host header is not a valid host',
  )
}
