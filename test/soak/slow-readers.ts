import { setTimeout } from 'node:timers/promises'
import { CheckedConnection } from './checked-connection.js'
import type { Load } from './lane.js'

const READERS = 6
/** Megabytes of answers: more than the system keeps for a connection, so that the server has to wait. */
const PAGES = 40
const MOST_MS_ASLEEP = 3000

/** Clients that ask for much, and read nothing of it for a while. */
export class SlowReaders {
  readonly #load: Load
  readonly #awake = new AbortController()

  constructor(load: Load) {
    this.#load = load
  }

  /** Lets them ask, and resolves when they have read all. */
  async run(): Promise<void> {
    await Promise.all(Array.from({ length: READERS }, () => this.#read()))
  }

  /** Lets them read. They do so by themselves after some seconds. */
  goOn(): void {
    this.#awake.abort()
  }

  async #read(): Promise<void> {
    const { port, pools, findings } = this.#load
    const connection = await CheckedConnection.open(port, findings)
    connection.pause()
    const answered = connection.ask(Array.from({ length: PAGES }, () => pools.big))
    await setTimeout(MOST_MS_ASLEEP, undefined, { signal: this.#awake.signal }).catch(() => undefined)
    connection.resume()
    await answered
    connection.leave('close')
  }
}
