import type { HttpHandler } from 'msw'
import type { Answer } from '../api/answer.js'
import type { Credentials } from '../api/credentials.js'
import type { Refusal } from '../api/refusal.js'
import { InvalidOptionError } from '../common/errors.js'
import type { Dataset } from '../dataset/dataset.js'
import type { Events } from './events.js'
import type { Journal } from './journal.js'
import type { MockCore } from './mock-core.js'
import type { MockRequest } from './mock-request.js'
import type { MockOptions } from './options.js'

/** What server, msw, control plane and pact may do with a mock, but users may not. */
export interface Internals {
  /** Answers from the API. Synchronous, unless a change is pending or a body must be read. Never throws. */
  readonly answer: (request: MockRequest) => Answer | Promise<Answer>
  /** Returns the answer to a malformed request. */
  readonly refuseMalformed: (problem: string, status?: 400 | 408 | 417 | 431) => Answer
  /** Formats a refusal in the form that the assumptions select. */
  readonly refuse: (refusal: Refusal) => Answer
  /** Returns the answer for a failure of conmock or of a user's handler. */
  readonly refuseForBug: () => Answer
  /** Whether a request is for the API, with any method. */
  readonly claims: (request: { readonly url: string }) => boolean
  readonly dataset: Dataset
  readonly journal: Journal
  readonly events: Events
  readonly options: MockOptions
  readonly credentials: Credentials
  /** Whether answers have the header `Conmock-Assumed`. */
  readonly assumedHeader: boolean
  /** The user's own handlers. They come first. */
  readonly handlers: readonly HttpHandler[]
  /** Example ids of users (at most 20, those with a record first) and the number of roles. */
  readonly summary: () => { readonly userIds: readonly string[]; readonly roleCount: number }
}

const all = new WeakMap<MockCore, Internals>()

export function setInternals(mock: MockCore, internals: Internals): void {
  all.set(mock, internals)
}

/** @throws InvalidOptionError If another copy of conmock created the mock. */
export function internalsOf(mock: MockCore): Internals {
  const internals = all.get(mock)
  if (!internals)
    throw new InvalidOptionError('"mock" must be the result of createMock() from the same copy of conmock')
  return internals
}

/** Returns a mock with additional members and the same internals. */
export function extend<More extends object>(mock: MockCore, more: More): MockCore & More {
  const members = { ...Object.getOwnPropertyDescriptors(mock), ...Object.getOwnPropertyDescriptors(more) }
  const extended = Object.freeze(Object.defineProperties({}, members)) as MockCore & More
  setInternals(extended, internalsOf(mock))
  return extended
}
