import type { ShownRequest } from '../common/format-request.js'

/** Key of what is known of the requests to all mocks of a process. Several copies of conmock may share it. */
const KEY = Symbol.for('conmock.requests')

interface Received {
  /** The requests that were refused. `undefined` if nobody asks for them. */
  refused?: ShownRequest[]
  /** The other requests about which the log has a note. `undefined` if nobody asks for them. */
  noted?: ShownRequest[]
  /** Number of requests. `undefined` if there is no mock. */
  count?: number
}

/** Each list keeps no more, because more requests do not help to understand a failure. */
const MAX_KEPT = 10

function received(): Received {
  return ((globalThis as { [KEY]?: Received })[KEY] ??= {})
}

/** Returns the counter that all mocks share. The first call says that there is a mock. */
export function requestCounter(): { count: number } {
  const all = received()
  return Object.assign(all, { count: all.count ?? 0 })
}

/** Keeps a request that was refused or has a note, if somebody asks for it. */
export function keepReceived(request: ShownRequest): void {
  const { refused, noted } = received()
  const list = request.refusal ? refused : noted
  if (list && list.length < MAX_KEPT) list.push(request)
}

/** From now on, keeps the requests that were refused or have a note. */
export function startKeeping(): void {
  const all = received()
  all.refused ??= []
  all.noted ??= []
}

/** Returns the kept requests, and the number of all requests, since the last call. */
export function takeReceived(): {
  readonly refused: readonly ShownRequest[]
  readonly noted: readonly ShownRequest[]
  readonly count: number | undefined
} {
  const all = received()
  const { count } = all
  if (count !== undefined) all.count = 0
  return { refused: all.refused?.splice(0) ?? [], noted: all.noted?.splice(0) ?? [], count }
}

/** Forgets the refused requests of a test, if its failure already shows them. */
export function forgetRefused(): void {
  received().refused?.splice(0)
}
