import { setImmediate } from 'node:timers/promises'
import { CheckedConnection } from './checked-connection.js'
import type { Exchange } from './exchange.js'
import type { Findings } from './findings.js'
import { Mix, type Pools } from './pools.js'

/** What the parts of a soak share. */
export interface Load {
  readonly port: number
  readonly pools: Pools
  readonly seed: number
  readonly findings: Findings
  /** Aborted when it is to end early. */
  readonly signal: AbortSignal
}

/** Whether nothing more is to be asked. */
export function isOver({ signal, findings }: Load): boolean {
  return signal.aborted || findings.hopeless
}

/** The most that are sent in one go. */
const MOST_PIPELINED = 8

/** One client after the other: each lane asks, breaks off and comes again, and draws what it does from its own stream. */
export class Lane {
  readonly #load: Load
  readonly #mix: Mix
  #connection!: CheckedConnection

  constructor(load: Load, number: number) {
    this.#load = load
    this.#mix = new Mix(load.pools, load.seed, number)
  }

  /** Sends so many requests, these first. */
  async run(requests: number, first: readonly Exchange[] = []): Promise<void> {
    await this.#connect()
    for (const exchange of first) {
      if (isOver(this.#load)) break
      await this.#ask([exchange])
    }
    let left = requests - first.length
    while (left > 0 && !isOver(this.#load)) left -= await this.#step(left)
    this.#connection.leave('close')
  }

  async #connect(): Promise<void> {
    this.#connection = await CheckedConnection.open(this.#load.port, this.#load.findings)
  }

  /** Does one thing, with at most `left` requests. @returns The number of its requests. */
  #step(left: number): Promise<number> {
    const draw = this.#mix.int(0, 99)
    if (left < MOST_PIPELINED || draw < 87)
      return this.#ask(this.#mix.several(1, Math.min(left, MOST_PIPELINED)))
    if (draw < 90) return this.#askInPieces(this.#mix.usual())
    if (draw < 92) return this.#askToTheEnd([...this.#mix.several(0, 4), this.#mix.last()])
    if (draw < 95) return this.#askToTheEnd([...this.#mix.beforeMalformed(), this.#mix.malformed()])
    if (draw < 97) return this.#askAndEnd(this.#mix.several(1, 4))
    return this.#abort()
  }

  async #ask(exchanges: readonly Exchange[]): Promise<number> {
    const right = await this.#connection.ask(exchanges)
    if (!right) await this.#connect()
    return exchanges.length
  }

  /** Over a bad network. */
  async #askInPieces(exchange: Exchange): Promise<number> {
    const { request } = exchange
    const answered = this.#connection.expect([exchange])
    for (let start = 0; start < request.length;) {
      const end = start + this.#mix.int(1, Math.max(1, request.length >> 1))
      this.#connection.write(request.subarray(start, end))
      start = end
      await setImmediate()
    }
    if (!(await answered)) await this.#connect()
    return 1
  }

  /** The last of these makes the server close the connection. */
  async #askToTheEnd(exchanges: readonly Exchange[]): Promise<number> {
    const right = await this.#connection.ask(exchanges)
    await this.#seeTheEnd(right, exchanges)
    return exchanges.length
  }

  /** Says goodbye with the requests, and still wants the answers. */
  async #askAndEnd(exchanges: readonly Exchange[]): Promise<number> {
    const answered = this.#connection.ask(exchanges)
    this.#connection.end()
    await this.#seeTheEnd(await answered, exchanges)
    return exchanges.length
  }

  async #seeTheEnd(right: boolean, exchanges: readonly Exchange[]): Promise<void> {
    if (right && !(await this.#connection.closedByServer())) {
      this.#load.findings.fault(`the server left the connection open after: ${exchanges.at(-1)!.kind}`)
      this.#connection.leave('close')
    }
    await this.#connect()
  }

  async #abort(): Promise<number> {
    const how = this.#mix.pick(['reset', 'close'] as const)
    const abort = this.#mix.pick([
      () => this.#abortRequest(how),
      () => this.#abortBeforeAnswer(how),
      () => this.#abortAnswer(how),
    ])
    const requests = await abort()
    await this.#connect()
    return requests
  }

  async #abortRequest(how: 'reset' | 'close'): Promise<number> {
    const { request } = this.#mix.usual()
    this.#connection.write(request.subarray(0, this.#mix.int(1, request.length - 1)))
    await this.#connection.flushed()
    this.#leave('aborted: half of a request', 1, how)
    return 1
  }

  async #abortBeforeAnswer(how: 'reset' | 'close'): Promise<number> {
    const exchanges = this.#mix.several(1, MOST_PIPELINED)
    void this.#connection.ask(exchanges)
    await this.#connection.flushed()
    this.#leave('aborted: before the answer', exchanges.length - this.#connection.answered, how)
    return exchanges.length
  }

  async #abortAnswer(how: 'reset' | 'close'): Promise<number> {
    const { big } = this.#load.pools
    const exchanges = Array.from({ length: MOST_PIPELINED }, () => big)
    void this.#connection.ask(exchanges)
    await this.#connection.nextBytes()
    this.#leave('aborted: in the middle of the answer', exchanges.length - this.#connection.answered, how)
    return exchanges.length
  }

  #leave(kind: string, unanswered: number, how: 'reset' | 'close'): void {
    this.#connection.leave(how)
    this.#load.findings.count(kind, unanswered)
    this.#load.findings.abandoned(unanswered)
  }
}
