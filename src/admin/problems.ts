import { STATUS_CODES } from 'node:http'
import {
  ConflictError,
  DataError,
  InvalidOptionError,
  JournalOverflowError,
  RecordNotFoundError,
} from '../common/errors.js'
import type { ErrorMembers } from './client/problem-error.js'

/** The admin API refuses a request. If the library has thrown an error, this is the `cause`. */
export class AdminError extends Error {
  override readonly name = 'AdminError'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    message: string,
    headers: Readonly<Record<string, string>> = {},
    more?: ErrorOptions,
  ) {
    super(message, more)
    this.status = status
    this.headers = headers
  }
}

/** The body of an error response (RFC 9457). */
interface AdminProblem extends ErrorMembers {
  readonly type: 'about:blank'
  readonly title: string
  readonly status: number
}

/** Headers of every response: browsers must neither keep it nor guess its type. */
export const safeHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const

function statusOf(error: unknown): number {
  if (error instanceof AdminError) return error.status
  if (error instanceof InvalidOptionError || error instanceof DataError) return 422
  if (error instanceof ConflictError || error instanceof JournalOverflowError) return 409
  return error instanceof RecordNotFoundError ? 404 : 500
}

/** Whether an error is a failure of conmock. All other errors have a message for the client. */
export function isBug(error: unknown): boolean {
  return statusOf(error) === 500
}

/** Runs a function. If it throws an error of the library, the response has this status. */
export function withStatus<T>(status: number, run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof Error) || isBug(error)) throw error
    throw new AdminError(status, error.message, {}, { cause: error })
  }
}

/** Returns the members of an error of the library, so that clients can create the same error. */
function membersOf(error: unknown): Partial<ErrorMembers> {
  if (error instanceof InvalidOptionError) return { option: error.option, reason: error.reason }
  return error instanceof DataError ? { subject: error.subject, problems: error.problems } : {}
}

/** Creates the response for an error. It has no details about failures of conmock. */
export function problemResponse(error: unknown): Response {
  const status = statusOf(error)
  const { name, message } =
    error instanceof Error && !isBug(error)
      ? error
      : { name: 'Error', message: 'conmock failed. This is a bug in conmock, please report it' }
  const original = error instanceof AdminError && error.cause instanceof Error ? error.cause : undefined
  const problem: AdminProblem = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: message,
    error: original?.name ?? name,
    ...membersOf(original ?? error),
  }
  const own = error instanceof AdminError ? error.headers : {}
  const headers = { ...safeHeaders, ...own, 'content-type': 'application/problem+json' }
  return new Response(JSON.stringify(problem), { status, headers })
}
