import type { RequestEntry } from './request-entry.js'

/** The part of a mock that has changed. */
export type ChangedPart = 'records' | 'tokens' | 'assumptions' | 'clock' | 'faults' | 'requests'

/** Something that happened in a mock. */
export type MockEvent =
  | { readonly type: 'request'; readonly entry: RequestEntry }
  | { readonly type: 'change'; readonly what: ChangedPart }
  /** The mock gets no more requests. */
  | { readonly type: 'end' }

type Listener = (event: MockEvent) => unknown

/** An error of a listener must not change an answer, so it is only printed. */
function warn(error: unknown): void {
  // oxlint-disable-next-line no-console -- the only output that exists in every runtime
  console.warn(`conmock: a listener such as onRequest failed: ${String(error)}`)
}

function call(listener: () => unknown): void {
  try {
    const result = listener()
    // An unhandled rejection of an asynchronous function would end the process.
    if (result instanceof Promise) result.catch(warn)
  } catch (error) {
    warn(error)
  }
}

/** Tells listeners what happens in a mock. */
export class Events {
  readonly #listeners = new Set<Listener>()

  /** Whether there are listeners. Without listeners, no events are created. */
  get isObserved(): boolean {
    return this.#listeners.size > 0
  }

  /** @returns A function that ends the subscription. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Like `subscribe`, for the option `onRequest`. */
  onRequest(listener: (entry: RequestEntry) => unknown): () => void {
    return this.subscribe((event) => (event.type === 'request' ? listener(event.entry) : undefined))
  }

  emit(event: MockEvent): void {
    for (const listener of this.#listeners) call(() => listener(event))
  }

  change(what: ChangedPart): void {
    if (this.isObserved) this.emit({ type: 'change', what })
  }
}
