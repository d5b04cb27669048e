import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { isValidHost } from '../common/hosts.js'
import { memoize } from '../common/memoize.js'
import type { ApiRequest } from '../api/answer.js'

/** Targets that `new URL` would not change: they contain no dots (it resolves `..`) and no escapes. */
const PLAIN_TARGET = /^\/[\w\-~!$&()*+,;=:@/?]*$/

/** Converts a request target to a URL (RFC 9112 §3.2). The host does not matter to the API. */
const urlOf = memoize((target) => {
  if (PLAIN_TARGET.test(target)) return `http://localhost${target}`
  const url = target.startsWith('/') ? `http://localhost${target}` : target
  // A target that is no such URL, as that of `OPTIONS *`, becomes a path that the API does not have.
  return /^https?:/i.test(url) && URL.canParse(url) ? new URL(url).href : 'http://localhost/*'
})

/** Whether a request with this Host header can become a `Request`. */
export const isUsableHost = memoize(isValidHost)

/** One signal for each connection, aborted when it is closed. A listener for each request would never be removed. */
const signals = new WeakMap<Socket, AbortSignal>()

/** The parts of a request that the API needs. Creating a `Request` would take longer than the answer. */
export class NodeRequest implements ApiRequest {
  readonly method: string
  url: string
  readonly #incoming: IncomingMessage

  constructor(incoming: IncomingMessage) {
    const { method = 'GET', url = '/' } = incoming
    this.#incoming = incoming
    this.method = method
    this.url = urlOf(url)
  }

  /** The request itself, because another object for each request would have to be garbage-collected. */
  get headers(): this {
    return this
  }

  /** Returns a header. The name must be in lower case. The server joins repeated headers with commas, as `Headers` does. */
  get(name: string): string | null {
    return (this.#incoming.headers[name] as string | undefined) ?? null
  }

  /** Created when it is first needed, which is rare. */
  get signal(): AbortSignal {
    const { socket } = this.#incoming
    const known = signals.get(socket)
    if (known) return known
    const controller = new AbortController()
    if (socket.destroyed) controller.abort()
    else socket.once('close', () => controller.abort())
    signals.set(socket, controller.signal)
    return controller.signal
  }

  async text(maxBytes: number): Promise<string | undefined> {
    const bytes = await this.bytes(maxBytes)
    return bytes?.toString()
  }

  /** Reads the body. Resolves to `undefined` if it is longer than `maxBytes` or incomplete. */
  bytes(maxBytes: number): Promise<Buffer | undefined> {
    return new Promise((resolve) => {
      const chunks: Buffer[] = []
      let length = 0
      this.#incoming.on('data', (chunk: Buffer) => {
        length += chunk.length
        if (length <= maxBytes) chunks.push(chunk)
        else resolve(undefined)
      })
      this.#incoming.once('end', () => resolve(Buffer.concat(chunks)))
      this.#incoming.once('close', () => resolve(undefined))
      if (this.#incoming.destroyed) resolve(undefined)
    })
  }
}
