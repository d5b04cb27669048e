import type { ChangedPart } from '../mock/events.js'
import { internalsOf } from '../mock/mock-internals.js'
import type { JournalEntry } from '../mock/journal-entry.js'
import type { SandboxChange, Sandboxes } from '../sandboxes/sandboxes.js'

/** Number of events that a client can get after it has lost the connection. */
const MAX_EVENTS = 1000

export type AdminEvent = { readonly id: number } & (
  | { readonly event: 'request'; readonly data: { readonly sandbox: string; readonly entry: JournalEntry } }
  | { readonly event: 'change'; readonly data: { readonly sandbox: string; readonly what: ChangedPart } }
  | { readonly event: 'sandbox'; readonly data: SandboxChange }
)

type NewEvent = AdminEvent extends infer Each ? (Each extends unknown ? Omit<Each, 'id'> : never) : never

/** A client that reads the events. */
export interface EventReader {
  position: number
  wake(): void
  /** Ends the client, because it does not read. */
  drop(): void
}

/** The newest events of all sandboxes. */
export class EventLog {
  readonly #events: AdminEvent[] = []
  readonly #readers = new Set<EventReader>()
  readonly #ends = new Map<string, () => void>()
  /** Ids start with the time, so that those of an earlier process are too low for this log. */
  readonly #base = Date.now()
  #newest = this.#base

  constructor(sandboxes: Sandboxes) {
    for (const name of sandboxes.names) this.#follow(sandboxes, name)
    sandboxes.subscribe((change) => {
      this.#ends.get(change.name)?.()
      if (change.what === 'created') this.#follow(sandboxes, change.name)
      else this.#ends.delete(change.name)
      this.#add({ event: 'sandbox', data: change })
    })
  }

  get newest(): number {
    return this.#newest
  }

  /** The id before the oldest event in the log. */
  get #start(): number {
    return Math.max(this.#base, this.#newest - MAX_EVENTS)
  }

  /**
   * Returns where a client continues to read.
   *
   * @param known The last event that it knows. By default, it only reads new events.
   */
  resume(known = this.#newest): { readonly position: number; readonly isLost: boolean } {
    // The clock of the machine was set back after an earlier process.
    if (known > this.#newest) return { position: this.#newest, isLost: true }
    return { position: Math.max(known, this.#start), isLost: known < this.#start }
  }

  after(id: number): AdminEvent[] {
    const first = Math.max(id, this.#start) + 1
    const count = this.#newest - first + 1
    return Array.from({ length: count }, (_, index) => this.#events[(first + index) % MAX_EVENTS]!)
  }

  /** Adds a client. Returns a function that removes it. */
  join(reader: EventReader): () => void {
    this.#readers.add(reader)
    return () => this.#readers.delete(reader)
  }

  #follow(sandboxes: Sandboxes, sandbox: string): void {
    const { events } = internalsOf(sandboxes.require(sandbox))
    const end = events.subscribe((event) => {
      if (event.type === 'request') this.#add({ event: 'request', data: { sandbox, entry: event.entry } })
      if (event.type === 'change') this.#add({ event: 'change', data: { sandbox, what: event.what } })
    })
    this.#ends.set(sandbox, end)
  }

  #add(event: NewEvent): void {
    const id = ++this.#newest
    this.#events[id % MAX_EVENTS] = { id, ...event }
    for (const reader of this.#readers) {
      // This client has missed events, because it does not read. It can connect again and read the state again.
      if (id - reader.position > MAX_EVENTS) reader.drop()
      else reader.wake()
    }
  }
}
