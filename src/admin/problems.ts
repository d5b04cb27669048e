import { STATUS_CODES } from 'node:http'
import { statusOf } from './client/remote-error.js'

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

/** Headers of every response: browsers must neither keep it nor guess its type. */
export const safeHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const

/** Whether an error is a failure of conmock. All other errors have a message for the client. */
export function isBug(error: unknown): boolean {
  return !(error instanceof AdminError) && !(error instanceof Error && statusOf(error) !== undefined)
}

/**
 * Creates the response for an error (RFC 9457). It has the members of the error, so that clients can create the same one, and no
 * details about failures of conmock.
 */
export function problemResponse(error: unknown): Response {
  const { status, detail, name, headers, ...members } = describe(error)
  const title = STATUS_CODES[status] ?? 'Error'
  const problem = { type: 'about:blank', title, status, detail, error: name, ...members }
  return new Response(JSON.stringify(problem), {
    status,
    headers: { ...safeHeaders, ...headers, 'content-type': 'application/problem+json' },
  })
}

function describe(error: unknown): {
  readonly status: number
  readonly detail: string
  readonly name: string
  readonly headers?: Readonly<Record<string, string>>
} {
  if (error instanceof AdminError) {
    const { status, message, name, headers } = error
    return { status, detail: message, name, headers }
  }
  const status = error instanceof Error ? statusOf(error) : undefined
  if (status !== undefined) {
    const { message, cause: _, ...members } = error as Error
    return {
      ...members,
      status,
      detail: (message as string | undefined) ?? (error as Error).message,
    } as never
  }
  return {
    status: 500,
    detail: 'conmock failed. This is a bug in conmock, please report it',
    name: 'Error',
  }
}
