import { InvalidOptionError } from '../common/errors.js'
import { preview } from '../common/text.js'

/** A part of a mock whose state can be saved and restored. */
interface Part {
  snapshot(): unknown
  restore(state: never): unknown
}

/** Limits the memory of servers that run for weeks. */
const MAX_SNAPSHOTS = 100
const MAX_IDS_SHOWN = 10

/** The snapshots of a mock. Their ids count up from "1". */
export class Snapshots {
  readonly #parts: readonly Part[]
  readonly #kept = new Map<string, readonly unknown[]>()
  #last = 0

  /** @param parts In the order in which they must be restored. */
  constructor(parts: readonly Part[]) {
    this.#parts = parts
  }

  /** Takes a snapshot after all pending changes, and returns its id. Only changes of records have to wait. */
  async take(): Promise<string> {
    const id = String(++this.#last)
    this.#kept.set(id, await Promise.all(this.#parts.map((part) => part.snapshot())))
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > MAX_SNAPSHOTS) this.#kept.delete(oldest!)
    return id
  }

  /** @throws InvalidOptionError For an unknown id. */
  async restore(id: string): Promise<void> {
    const states = this.#find(id)
    await Promise.all(this.#parts.map((part, place) => part.restore(states[place] as never)))
  }

  #find(id: string): readonly unknown[] {
    const found = this.#kept.get(id)
    if (found) return found
    const ids = [...this.#kept.keys()].slice(-MAX_IDS_SHOWN).join(', ')
    throw new InvalidOptionError(
      `unknown snapshot ${typeof id === 'string' ? `"${id}"` : preview(id)}; a mock keeps its newest ${MAX_SNAPSHOTS}. The newest ids are: ${ids || 'none'}`,
    )
  }
}
