import { STATUS_CODES } from 'node:http'
import {
  ConflictError,
  DataError,
  InvalidOptionError,
  RecordNotFoundError,
  type Problem,
} from '../common/errors.js'

/** The control plane refuses a request, for a reason that the library does not have. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }
}

/** The body of an error response (RFC 9457). */
export interface ControlProblem {
  readonly type: 'about:blank'
  readonly title: string
  readonly status: number
  readonly detail: string
  /** Name of the error class, with which the library would throw. */
  readonly error: string
  /** Every problem in the data, if the error is a `DataError`. */
  readonly problems?: readonly Problem[]
}

/** Headers of every response: browsers must neither keep it nor guess its type. */
export const safeHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const

function statusOf(error: unknown): number {
  if (error instanceof ControlError) return error.status
  if (error instanceof InvalidOptionError || error instanceof DataError) return 422
  if (error instanceof ConflictError) return 409
  return error instanceof RecordNotFoundError ? 404 : 500
}

/** Whether an error is a failure of conmock. All other errors have a message for the client. */
export function isBug(error: unknown): boolean {
  return statusOf(error) === 500
}

/** Creates the response for an error. It has no details about failures of conmock. */
export function problemResponse(error: unknown): Response {
  const status = statusOf(error)
  const { name, message } =
    error instanceof Error && !isBug(error)
      ? error
      : { name: 'Error', message: 'conmock failed. This is a bug in conmock, please report it' }
  const problem: ControlProblem = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: message,
    error: name,
    ...(error instanceof DataError ? { problems: error.problems } : {}),
  }
  const own = error instanceof ControlError ? error.headers : {}
  const headers = { ...safeHeaders, ...own, 'content-type': 'application/problem+json' }
  return new Response(JSON.stringify(problem), { status, headers })
}
