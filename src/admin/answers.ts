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

/** Returns the status for an error of the library or of the admin API. `undefined` for a failure of conmock. */
export function findStatus(error: unknown): number | undefined {
  if (error instanceof AdminError) return error.status
  return error instanceof Error ? getStatus(error) : undefined
}

/** Answers with an error (RFC 9457). The answer has no details about failures of conmock. */
export function renderProblem(error: unknown): AdminAnswer {
  const status = findStatus(error) ?? 500
  const bug = new Error('conmock failed. This is a bug in conmock, please report it')
  const shown = status === 500 ? bug : (error as Error)
  // The fields of the error, such as `option`, so that clients can create the same one.
  const { name, headers, ...fields }: Partial<AdminError> = Object.fromEntries(Object.entries(shown))
  const start = { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status }
  return {
    status,
    headers: { ...headers, 'content-type': 'application/problem+json' },
    body: JSON.stringify({ ...start, ...fields, status, detail: shown.message, error: name ?? 'Error' }),
  }
}
