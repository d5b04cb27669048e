import type { HttpHandler } from 'msw'
import type { Answer } from '../api/answer.js'
import type { ApiRequest } from '../api/api.js'
import { InvalidOptionError } from '../contract/errors.js'
import type { Dataset } from '../dataset/dataset.js'
import type { MockCore } from './create-mock.js'

export { MAX_FORM_BYTES } from '../api/token-endpoint.js'
export type { Answer }

/** A request as an adapter passes it. */
export interface MockRequest extends ApiRequest {
  /** Reads the body. Resolves with `undefined` if it is too long for a form, or breaks off. */
  readonly text: () => Promise<string | undefined>
}

/** What the adapters need of a mock, and its users do not. */
export interface Internals {
  /** Answers from the API: at once, unless a change is under way or a body must be read. Never throws. */
  readonly answer: (request: MockRequest) => Answer | Promise<Answer>
  /** The refusal of what a transport could not read as a request, in the mock's form. */
  readonly refuseMalformed: (what: string, status?: 400 | 408 | 417 | 431) => Answer
  /** The answer where our own code, or a handler of the user's, has failed. */
  readonly refuseForBug: () => Answer
  /** Whether a request goes to one of the operations, by whatever method. */
  readonly claims: (request: { readonly url: string }) => boolean
  readonly dataset: Dataset
  /** Whether answers name the assumptions that they rest on. */
  readonly assumedHeader: boolean
  /** The user's own handlers, which come first. */
  readonly handlers: readonly HttpHandler[]
  /** What there is to ask for: ids of users, those with a record first, at most 20 of them, and the number of roles. */
  readonly summary: () => { readonly userIds: readonly string[]; readonly roleCount: number }
}

const all = new WeakMap<MockCore, Internals>()

export function setInternals(mock: MockCore, internals: Internals): void {
  all.set(mock, internals)
}

/** @throws InvalidOptionError When the object was not made by this copy of conmock. */
export function internalsOf(mock: MockCore): Internals {
  const internals = all.get(mock)
  if (!internals)
    throw new InvalidOptionError('"mock" must be what createMock() of this same copy of conmock returned')
  return internals
}

/** A mock that has what `mock` has and more, for the same adapters. */
export function extend<More extends object>(mock: MockCore, more: More): MockCore & More {
  const members = { ...Object.getOwnPropertyDescriptors(mock), ...Object.getOwnPropertyDescriptors(more) }
  const extended = Object.freeze(Object.defineProperties({}, members)) as MockCore & More
  setInternals(extended, internalsOf(mock))
  return extended
}
