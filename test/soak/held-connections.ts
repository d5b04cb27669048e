import { setMaxListeners } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { CheckedConnection } from './checked-connection.js'
import type { Exchange } from './exchange.js'
import { endlessForm } from './good-requests.js'
import type { Load } from './lane.js'
import { HOST, TOKEN } from './oracle.js'

/** Connections that nobody asks anything on: never, not any more, and now and then. */
const SILENT = 400
const KEPT = 300
const NOW_AND_THEN = 300
const SLOW_HEADS = 20
const SLOW_BODIES = 10

/** Connections that are held open throughout. */
const IDLE = SILENT + KEPT + NOW_AND_THEN
export const HELD = IDLE + SLOW_HEADS + SLOW_BODIES

const OPENED_AT_ONCE = 50
const MS_BETWEEN_BYTES = 250
/** The server closes what is idle for 5 seconds. */
const MS_BETWEEN_REQUESTS = 3000
const MS_THAT_MAY_END_IT = 4500

/** The server lets a head take 10 seconds and a request 30, and looks every 2. The rest is for slow machines. */
const headLimits = { least: 9_500, most: 30_000 }
const bodyLimits = { least: 29_500, most: 60_000 }

const slowHead = `GET /api/v0/roles HTTP/1.1\r\n${HOST}\r\n${TOKEN}\r\nX-Slow: `

/** What slow and silent clients do to a server while others ask. A connection that it closes is opened again. */
export class HeldConnections {
  readonly #load: Load
  readonly #open = new Set<CheckedConnection>()
  readonly #loops: Promise<void>[] = []
  readonly #stop = new AbortController()
  /** Connections that were told, after a head that was too slow, and have been opened again or were given up. */
  #told = 0

  constructor(load: Load) {
    this.#load = load
    // Each that waits has one.
    setMaxListeners(HELD, this.#stop.signal)
  }

  /** Whether every client with a slow head has been told of it, or has waited too long for that. */
  get allTold(): boolean {
    return this.#told >= SILENT + SLOW_HEADS
  }

  /** Opens all. */
  async start(): Promise<void> {
    const kinds: [count: number, hold: () => Promise<void>][] = [
      [SLOW_HEADS, () => this.#slow('slow: head, a byte at a time', slowHead, headLimits)],
      [SLOW_BODIES, () => this.#slow('slow: body, a byte at a time', endlessForm, bodyLimits)],
      [SILENT, () => this.#slow('idle: never a byte', '', headLimits)],
      [KEPT, () => this.#kept()],
      [NOW_AND_THEN, () => this.#nowAndThen()],
    ]
    for (const [count, hold] of kinds) {
      for (let opened = 0; opened < count; opened++) {
        this.#loops.push(this.#again(hold))
        // A queue of connections that is too long would make some wait a second.
        if (opened % OPENED_AT_ONCE === 0) await setTimeout(10)
      }
    }
  }

  /** Closes all. */
  async stop(): Promise<void> {
    this.#stop.abort()
    // The server may tell of these, of which none comes to its end.
    this.#load.findings.abandoned(SLOW_HEADS + SLOW_BODIES)
    for (const connection of this.#open) connection.leave('close')
    await Promise.all(this.#loops)
  }

  get #stopped(): boolean {
    return this.#stop.signal.aborted || this.#load.findings.hopeless
  }

  async #again(hold: () => Promise<void>): Promise<void> {
    try {
      while (!this.#stopped) await hold()
    } catch (error) {
      this.#load.findings.fault(`a connection could not be held: ${String(error)}`)
    }
  }

  async #connect(): Promise<CheckedConnection> {
    const connection = await CheckedConnection.open(this.#load.port, this.#load.findings)
    if (this.#stopped) connection.leave('close')
    else this.#open.add(connection)
    return connection
  }

  async #pause(ms: number): Promise<void> {
    await setTimeout(ms, undefined, { signal: this.#stop.signal }).catch(() => undefined)
  }

  /** Begins a request, goes on a byte at a time, and is told that it took too long: when it did, and not before. */
  async #slow(kind: string, text: string, limits: { least: number; most: number }): Promise<void> {
    const connection = await this.#connect()
    const start = performance.now()
    const late = { kind, request: Buffer.from(text), answer: this.#load.pools.oracle.lateAnswer() }
    const answered = connection.expect([late], limits.most)
    connection.write(text)
    while (connection.waiting && !this.#stopped) {
      await this.#pause(MS_BETWEEN_BYTES)
      if (text !== '') connection.write('x')
    }
    if (await answered) {
      const ms = performance.now() - start
      if (ms < limits.least) this.#load.findings.fault(`408 after ${Math.round(ms)} ms only: ${kind}`)
      await this.#seeTheEnd(connection, kind)
    }
    if (limits === headLimits) this.#told++
    this.#open.delete(connection)
  }

  /** Asks once, and then keeps the connection, until the server has enough of it. */
  async #kept(): Promise<void> {
    const connection = await this.#connect()
    if (await connection.ask([this.#question()])) await this.#seeTheEnd(connection, 'idle: not any more')
    this.#open.delete(connection)
  }

  /** Asks so often that the server keeps the connection. */
  async #nowAndThen(): Promise<void> {
    const connection = await this.#connect()
    while (!this.#stopped && (await connection.ask([this.#question()]))) {
      const start = performance.now()
      await this.#pause(MS_BETWEEN_REQUESTS)
      if (connection.open || this.#stopped) continue
      const ms = performance.now() - start
      if (ms < MS_THAT_MAY_END_IT)
        this.#load.findings.fault(`closed after ${Math.round(ms)} ms without a request`)
      break
    }
    this.#open.delete(connection)
  }

  async #seeTheEnd(connection: CheckedConnection, kind: string): Promise<void> {
    const closed = await connection.closedByServer()
    if (!closed && !this.#stopped) this.#load.findings.fault(`the server left the connection open: ${kind}`)
  }

  #question(): Exchange {
    const [volunteers] = this.#load.pools.usual
    return volunteers![0]!
  }
}
