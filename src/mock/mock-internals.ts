import type { HttpHandler } from 'msw'
import type { Answer, ApiRequest } from '../api/answer.js'
import type { CustomOperation } from '../api/match-path.js'
import type { Responder } from '../api/responder.js'
import type { CompiledApi } from '../contract/compile.js'
import { InvalidOptionError } from '../common/errors.js'
import { isObject } from '../common/plain-object.js'
import type { AnyRecord } from '../contract/kind.js'
import type { Dataset } from '../dataset/dataset.js'
import type { Records } from '../dataset/records.js'
import type { Events } from './events.js'
import type { FaultList } from './faults.js'
import type { RequestLog } from './request-log.js'
import type { MockCore } from './mock-core.js'
import type { MockOptions } from './options.js'

/** What server, msw, admin API and pact may do with a mock, but users may not. */
export interface MockInternals {
  readonly api: CompiledApi
  /** The stored records of each kind. They are no copies: never change one. */
  readonly records: { readonly [kind: string]: Records<AnyRecord> }
  /** Responds as the API. Synchronous, unless a change is pending or a body must be read. Never throws. */
  readonly respond: (request: ApiRequest) => Answer | Promise<Answer>
  readonly responder: Responder
  readonly faults: FaultList
  readonly dataset: Dataset
  readonly requestLog: RequestLog
  readonly events: Events
  readonly options: MockOptions
  /** Asks the custom handlers, and records their response. Returns `undefined` if none matches. Never throws. */
  readonly respondWithHandlers: (
    request: Request,
    handlers: readonly HttpHandler[],
  ) => Promise<Response | undefined>
  /** The custom handlers. They come first. */
  readonly handlers: readonly HttpHandler[]
  readonly customOperations: readonly CustomOperation[]
}

const view = Symbol('MockInternals')

interface WithView extends MockCore {
  readonly [view]: MockInternals
}

/** Adds the view of adapters to the members of a mock, and freezes them. */
export function withInternals<Members extends object>(
  members: Members,
  internals: MockInternals,
): Readonly<Members> {
  return Object.freeze(Object.defineProperty(members, view, { value: internals }))
}

/** Whether a value is a mock from this copy of conmock. */
export function isMock(value: unknown): value is MockCore {
  return isObject(value) && view in value
}

/** @throws InvalidOptionError If another copy of conmock created the mock. */
export function getInternals(mock: object): MockInternals {
  const found = (mock as Partial<WithView>)[view]
  if (found) return found
  throw new InvalidOptionError('"mock" must be the result of createMock() from the same copy of conmock')
}
