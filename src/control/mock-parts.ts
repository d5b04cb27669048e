// The parts of a mock that other branches add. This file goes when they have landed.
import { internalsOf } from '../mock/internals.js'
import type { MockCore } from '../mock/mock-core.js'

/** A request that the mock has answered. */
export interface JournalEntry {
  readonly id: number
  readonly time: number
  readonly method: string
  readonly path: string
  readonly query?: string | undefined
  readonly operation?: string | undefined
  readonly status: number
  readonly durationMs: number
  readonly token?: string | undefined
  readonly scopes?: readonly string[] | undefined
  readonly refusal?: { readonly code: string; readonly detail: string; readonly hint?: string } | undefined
  readonly note?: string | undefined
  readonly assumed: readonly string[]
  readonly shapes: readonly string[]
  readonly fault?: string | undefined
  readonly space: string
}

interface Requests {
  findMany(where?: object): JournalEntry[]
  clear(): void
  readonly dropped: number
}

interface ActiveFault {
  readonly id: string
}

interface Faults {
  readonly all: readonly ActiveFault[]
  add(fault: unknown): { readonly id: string; remove(): void }
  remove(id: string): void
  clear(): void
}

export interface ControlledMock extends MockCore {
  readonly requests: Requests
  readonly faults: Faults
  snapshot(): Promise<string>
  restore(id: string): Promise<void>
  replace(data: unknown): Promise<void>
}

export type MockEvent =
  | { readonly type: 'request'; readonly entry: JournalEntry }
  | {
      readonly type: 'change'
      readonly what: 'records' | 'tokens' | 'assumptions' | 'clock' | 'faults' | 'requests'
    }

interface Events {
  subscribe(listener: (event: MockEvent) => void): () => void
}

const none: Events = { subscribe: () => () => undefined }

export function eventsOf(mock: MockCore): Events {
  return (internalsOf(mock) as unknown as { readonly events?: Events }).events ?? none
}
