import { connect, type Socket } from 'node:net'
import { describeAnswer, type Exchange } from './exchange.js'
import type { Findings } from './findings.js'

const nothing = Buffer.alloc(0)
/** So long may answers take, and the end of a connection. A slow machine is no fault of the server. */
const MOST_MS = 30_000

/** A connection on which every answer is compared with the right one, byte for byte. */
export class CheckedConnection {
  readonly #socket: Socket
  readonly #findings: Findings
  /** Those that are under way, in the order in which they were asked. */
  #asked: readonly Exchange[] = []
  #answered = 0
  /** What came of an answer that is not whole. */
  #rest: Buffer = nothing
  #done: ((right: boolean) => void) | undefined
  #timer: NodeJS.Timeout | undefined
  #ended = false
  #left = false
  readonly #closed: Promise<void>

  private constructor(socket: Socket, findings: Findings) {
    this.#socket = socket
    this.#findings = findings
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => this.#take(chunk))
    socket.on('end', () => (this.#ended = true))
    // Whatever went wrong, the answers that are missing tell of it.
    socket.on('error', () => undefined)
    this.#closed = new Promise((resolve) => {
      socket.once('close', () => {
        if (this.#done) this.#wrong('the connection was closed before the answer was whole')
        resolve()
      })
    })
  }

  static async open(port: number, findings: Findings): Promise<CheckedConnection> {
    const socket = connect({ port, host: '127.0.0.1' })
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', () => resolve()).once('error', reject)
    })
    return new CheckedConnection(socket, findings)
  }

  /** Sends requests in one go, and resolves when all are answered: whether they were answered right. */
  ask(exchanges: readonly Exchange[]): Promise<boolean> {
    const [first] = exchanges
    const bytes =
      exchanges.length === 1 ? first!.request : Buffer.concat(exchanges.map(({ request }) => request))
    const answered = this.expect(exchanges)
    this.write(bytes)
    return answered
  }

  /** As `ask`, for what is sent otherwise. */
  expect(exchanges: readonly Exchange[], mostMs = MOST_MS): Promise<boolean> {
    this.#asked = exchanges
    this.#answered = 0
    if (this.#left) return Promise.resolve(false)
    if (!this.open) {
      this.#wrong('the connection was closed before the request')
      return Promise.resolve(false)
    }
    this.#timer = setTimeout(() => this.#wrong('no answer'), mostMs)
    return new Promise((resolve) => (this.#done = resolve))
  }

  write(bytes: Uint8Array | string): void {
    if (this.#socket.writable) this.#socket.write(bytes)
  }

  /** Resolves when everything that was written has left this side. */
  flushed(): Promise<void> {
    return new Promise((resolve) => this.#socket.write('', () => resolve()))
  }

  /** Says that no more will be written, and goes on reading. */
  end(): void {
    this.#socket.end()
  }

  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  /** Resolves when the server has closed the connection, or nobody has for long. */
  async closedByServer(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, MOST_MS)))
    await Promise.race([this.#closed, late])
    clearTimeout(timer)
    return this.#ended
  }

  /** Whether an answer is awaited. */
  get waiting(): boolean {
    return this.#done !== undefined
  }

  get open(): boolean {
    return !this.#ended && !this.#socket.destroyed
  }

  /** How many of those that were asked last are answered. */
  get answered(): number {
    return this.#answered
  }

  /** Resolves when the next bytes come, or none will. */
  nextBytes(): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.#socket.off('data', done).off('close', done)
        resolve()
      }
      this.#socket.on('data', done).on('close', done)
    })
  }

  /** Goes away without a word, whatever is under way. */
  leave(how: 'reset' | 'close'): void {
    this.#left = true
    this.#settle(false)
    if (how === 'reset') this.#socket.resetAndDestroy()
    else this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    let bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    let start = 0
    while (start < bytes.length) {
      const exchange = this.#asked[this.#answered]
      if (!exchange) {
        this.#rest = bytes.subarray(start)
        return this.#wrong('bytes that nobody asked for')
      }
      const length = exchange.answer.match(bytes, start)
      if (length === 0) break
      if (length === -1) {
        this.#rest = bytes.subarray(start)
        return this.#wrong('a wrong answer')
      }
      start += length
      this.#answered++
      this.#findings.right(exchange.kind, exchange.answer.parts.status)
    }
    bytes = bytes.subarray(start)
    this.#rest = bytes.length === 0 ? nothing : bytes
    if (this.#answered === this.#asked.length && this.#done) this.#settle(true)
  }

  #settle(right: boolean): void {
    const done = this.#done
    this.#done = undefined
    clearTimeout(this.#timer)
    done?.(right)
  }

  #wrong(what: string): void {
    const exchange = this.#asked[this.#answered] ?? this.#asked.at(-1)
    this.#findings.wrong({
      what: exchange ? `${what} (${exchange.kind})` : what,
      request: exchange?.request.toString('latin1') ?? '',
      expected: exchange ? describeAnswer(exchange.answer) : 'nothing',
      got: this.#rest.toString('utf8'),
    })
    this.#settle(false)
    this.#socket.destroy()
  }
}
