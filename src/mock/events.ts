import type { JournalEntry } from './journal-entry.js'

/** What a change was about. */
export type ChangedPart = 'records' | 'tokens' | 'assumptions' | 'clock' | 'faults' | 'requests'

/** Something that happened in a mock. */
export type MockEvent =
  | { readonly type: 'request'; readonly entry: JournalEntry }
  | { readonly type: 'change'; readonly what: ChangedPart }

type Listener = (event: MockEvent) => void

/** Tells listeners what happens in a mock. */
export class Events {
  readonly #listeners = new Set<Listener>()
  /** The option `onRequest` of the mock. */
  onRequest: ((entry: JournalEntry) => void) | undefined

  /** Whether anybody listens. Without listeners, no event need be created. */
  get isObserved(): boolean {
    return this.#listeners.size > 0 || this.onRequest !== undefined
  }

  /** @returns A function that ends the subscription. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  emit(event: MockEvent): void {
    const { onRequest } = this
    if (event.type === 'request' && onRequest) this.#call(() => onRequest(event.entry))
    for (const listener of this.#listeners) this.#call(() => listener(event))
  }

  /** An error in a listener must not change an answer, so it is only printed. */
  #call(listener: () => void): void {
    try {
      listener()
    } catch (error) {
      // oxlint-disable-next-line no-console -- the only output that exists in every runtime
      console.warn(`conmock: a listener such as onRequest failed: ${String(error)}`)
    }
  }

  change(what: ChangedPart): void {
    if (this.isObserved) this.emit({ type: 'change', what })
  }
}
