import {
  ConflictError,
  DataError,
  InvalidOptionError,
  RequestLogOverflowError,
  RecordNotFoundError,
  WaitTimeoutError,
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

/** The body of an error response (RFC 9457): the members of an error of the library and the name of its class. */
export interface ProblemBody {
  readonly detail: string
  readonly error: string
  readonly [member: string]: unknown
}

export function isProblem(body: unknown): body is ProblemBody {
  return isPlainObject(body) && typeof body['detail'] === 'string' && typeof body['error'] === 'string'
}

/** The errors of the library that members throw: the status of the response, and how a client creates the same error. */
const errors: Readonly<Record<string, { readonly status: number; create(problem: ProblemBody): Error }>> = {
  InvalidOptionError: {
    status: 422,
    create: ({ reason, option }) => new InvalidOptionError(reason as string, option as string | undefined),
  },
  DataError: {
    status: 422,
    create: ({ subject, problems }) => new DataError(subject as string, problems as readonly Problem[]),
  },
  ConflictError: { status: 409, create: ({ detail }) => new ConflictError(detail) },
  RequestLogOverflowError: { status: 409, create: ({ detail }) => new RequestLogOverflowError(detail) },
  RecordNotFoundError: { status: 404, create: ({ detail }) => new RecordNotFoundError(detail) },
  WaitTimeoutError: { status: 404, create: ({ detail }) => new WaitTimeoutError(detail) },
}

/** Returns the status of the response for an error of the library. `undefined` for all other errors. */
export function getStatus(error: Error): number | undefined {
  return Object.hasOwn(errors, error.name) ? errors[error.name]!.status : undefined
}

/** Creates the error that the member has thrown on the server. */
export function createError(problem: ProblemBody, status: number): Error {
  const known = Object.hasOwn(errors, problem.error) ? errors[problem.error] : undefined
  return known?.create(problem) ?? new RemoteError(problem.detail, status)
}
