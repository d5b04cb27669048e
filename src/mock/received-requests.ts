import type { ShownRequest } from '../common/format-request.js'

/** Key of what is known of the requests to all mocks of a process. Several copies of conmock may share it. */
const KEY = Symbol.for('conmock.requests')

interface Received {
  /** The requests that were refused or have a note. `undefined` if nobody asks for them. */
  explained?: ShownRequest[]
  /** Number of requests. `undefined` if there is no mock. */
  count?: number
}

/** More refused requests than this do not help to understand a failure, and more requests with a note neither. */
const MAX_SHOWN = 10

export function isRefused({ refusal }: Pick<ShownRequest, 'refusal'>): boolean {
  return refusal !== undefined
}

function received(): Received {
  return ((globalThis as { [KEY]?: Received })[KEY] ??= {})
}

/** Returns the counter that all mocks share. The first call says that there is a mock. */
export function requestCounter(): { count: number } {
  const all = received()
  return Object.assign(all, { count: all.count ?? 0 })
}

/** Remembers a request that was refused or has a note, if somebody asks for it. */
export function reportExplained(request: ShownRequest): void {
  const { explained } = received()
  if (!explained) return
  const alike = explained.filter((each) => isRefused(each) === isRefused(request))
  if (alike.length < MAX_SHOWN) explained.push(request)
}

/** Remembers refused requests, and those with a note, from now on. */
export function rememberExplained(): void {
  received().explained ??= []
}

/** Returns the refused requests and those with a note, and the number of all requests, since the last call. */
export function takeReceived(): {
  readonly explained: readonly ShownRequest[]
  readonly count: number | undefined
} {
  const all = received()
  const { count } = all
  if (count !== undefined) all.count = 0
  return { explained: all.explained?.splice(0) ?? [], count }
}

/** Forgets the refused requests of a test, if its failure already shows them. */
export function forgetRefused(): void {
  const all = received()
  if (all.explained) all.explained = all.explained.filter((each) => !isRefused(each))
}
