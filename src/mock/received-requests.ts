import type { ShownRequest } from '../common/format-request.js'

/** Key of what is known of the requests to all mocks of a process. Several copies of conmock may share it. */
const KEY = Symbol.for('conmock.requests')

interface Received {
  /** The requests that were refused. `undefined` if nobody asks for them. */
  refused?: ShownRequest[]
  /** Number of requests. `undefined` if there is no mock. */
  count?: number
}

/** More requests than this do not help to understand a failure. */
const MAX_SHOWN = 10

function received(): Received {
  return ((globalThis as { [KEY]?: Received })[KEY] ??= {})
}

/** Remembers a refused request, if somebody asks for it. */
export function reportRefused(request: ShownRequest): void {
  const { refused } = received()
  if (refused && refused.length < MAX_SHOWN) refused.push(request)
}

/** Counts requests. @param requests With 0, says that there is a mock. */
export function countRequests(requests: 0 | 1): void {
  const all = received()
  all.count = (all.count ?? 0) + requests
}

/** Remembers refused requests from now on. */
export function rememberRefused(): void {
  received().refused ??= []
}

/** Returns the refused requests, and the number of all requests, since the last call. */
export function takeReceived(): {
  readonly refused: readonly ShownRequest[]
  readonly count: number | undefined
} {
  const all = received()
  const { count } = all
  if (count !== undefined) all.count = 0
  return { refused: all.refused?.splice(0) ?? [], count }
}

/** Forgets the refused requests of a test, if its failure already shows them. */
export function forgetRefused(): void {
  received().refused?.splice(0)
}
