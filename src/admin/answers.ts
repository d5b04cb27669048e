import { STATUS_CODES } from 'node:http'
import type { Writable } from 'node:stream'
import { getStatus } from './client/remote-error.js'

/** An answer of the admin API, with the names of its headers in lower case. */
export interface AdminAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** A function writes a stream, which has no length. */
  readonly body?: string | Uint8Array<ArrayBuffer> | ((outgoing: Writable) => void)
}

/** The admin API refuses a request before it calls a member. */
export class AdminError extends Error {
  override readonly name = 'AdminError'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }
}

/** Headers of every answer, unless it has its own: browsers must neither keep it nor guess its type. */
export const safeHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const

/** Whether an error is a failure of conmock. All other errors have a message for the client. */
export function isBug(error: unknown): boolean {
  return !(error instanceof AdminError) && !(error instanceof Error && getStatus(error) !== undefined)
}

/** Returns the members of the problem for an error. It has no details about failures of conmock. */
function toProblem(error: unknown): { readonly status: number } {
  const status = error instanceof AdminError ? error.status : error instanceof Error && getStatus(error)
  if (!(error instanceof Error) || !status) {
    const detail = 'conmock failed. This is a bug in conmock, please report it'
    return { status: 500, detail, error: 'Error' } as { readonly status: number }
  }
  // The fields of the error, such as `option`, so that clients can create the same one.
  const { name, headers: _, cause: __, ...fields } = Object.fromEntries(Object.entries(error))
  return { ...fields, status, detail: error.message, error: name } as { readonly status: number }
}

/** Answers with JSON. */
export function json(value: unknown): AdminAnswer {
  return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) }
}

/** Answers with an error (RFC 9457). */
export function answerProblem(error: unknown): AdminAnswer {
  const problem = toProblem(error)
  const { status } = problem
  const own = error instanceof AdminError ? error.headers : {}
  const start = { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status }
  return {
    status,
    headers: { ...own, 'content-type': 'application/problem+json' },
    body: JSON.stringify({ ...start, ...problem }),
  }
}
