import {
  ConflictError,
  DataError,
  InvalidOptionError,
  JournalOverflowError,
  RecordNotFoundError,
  type Problem,
} from '../../common/errors.js'
import { isPlainObject } from '../../common/plain-object.js'

/**
 * The server cannot be reached, is not conmock, or refuses a request to its admin API. Errors of the library, such as
 * `DataError`, keep their classes.
 */
export class RemoteError extends Error {
  override readonly name = 'RemoteError'
  /** Status of the response. `undefined` if there was no response. */
  readonly status: number | undefined

  constructor(message: string, status?: number) {
    super(message)
    this.status = status
  }
}

/** The members of a problem that name the error of the library. */
export interface ErrorMembers {
  readonly detail: string
  /** The name of its class. */
  readonly error: string
  readonly option?: string | undefined
  readonly reason?: string
  readonly subject?: string
  readonly problems?: readonly Problem[]
}

export function isProblem(body: unknown): body is ErrorMembers {
  return isPlainObject(body) && typeof body['detail'] === 'string' && typeof body['error'] === 'string'
}

/** Creates the error that the library would throw. */
export function createProblemError(problem: ErrorMembers, status: number): Error {
  const { detail, error, option, reason = detail, subject = '', problems = [] } = problem
  switch (error) {
    case 'InvalidOptionError':
      return new InvalidOptionError(reason, option)
    case 'DataError':
      return new DataError(subject, problems)
    case 'ConflictError':
      return new ConflictError(detail)
    case 'RecordNotFoundError':
      return new RecordNotFoundError(detail)
    case 'JournalOverflowError':
      return new JournalOverflowError(detail)
    default:
      return new RemoteError(detail, status)
  }
}
