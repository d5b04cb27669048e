import { operations, type OperationId } from '../../../../src/contract/operations.js'
import type { OperationDescriptor } from '../../../../src/contract/operations/operation.js'
import type { KindName } from '../../admin/record-kinds.js'
import { numberText } from '../../common/format.js'

export function listIn(id: OperationId): KindName | undefined {
  const operation: OperationDescriptor = operations[id]
  return operation.list as KindName | undefined
}

export interface RequestInput {
  readonly operation: OperationId
  readonly userId: string
  readonly cursor: string
  readonly token: string | undefined
  readonly sandbox: string
}

export interface ApiRequest {
  readonly method: 'GET'
  readonly path: string
  /** The path that the browser sends. It differs if an id is `..`, because browsers resolve such a path. */
  readonly sentPath: string
  readonly headers: Readonly<Record<string, string>>
  /** Whether the token can be in a header. Browsers refuse to send line breaks and most scripts. */
  readonly hasValidToken: boolean
}

function canBeHeader(value: string): boolean {
  try {
    return new Headers({ authorization: value }).has('authorization')
  } catch {
    return false
  }
}

export function createRequest({ operation, userId, cursor, token, sandbox }: RequestInput): ApiRequest {
  const { method, path: template } = operations[operation]
  // A half of a surrogate pair has no percent-encoding.
  const base = template.replace(':id', () => encodeURIComponent(userId.toWellFormed()))
  const query =
    listIn(operation) !== undefined && cursor !== ''
      ? `?nextPage=${encodeURIComponent(cursor.toWellFormed())}`
      : ''
  const authorization = token === undefined ? undefined : `Bearer ${token}`
  return {
    method,
    path: base + query,
    sentPath: new URL(base, location.origin).pathname + query,
    headers: {
      ...(authorization === undefined ? {} : { authorization }),
      // Also for `default`, because the server may require a sandbox (`--sandboxes required`).
      'conmock-sandbox': sandbox,
    },
    hasValidToken: authorization === undefined || canBeHeader(authorization),
  }
}

export interface Exchange {
  readonly durationMs: number
  readonly response?: { readonly status: number; readonly headers: readonly (readonly [string, string])[] }
  /** The body, as far as it arrived. */
  readonly body: string
  /** The content of the body. `undefined` if it is not JSON. */
  readonly json?: unknown
  readonly problem?: string
}

function problemOf(signal: AbortSignal, response: Response | undefined, bytes: number): string {
  if (signal.aborted) return 'You canceled the request.'
  if (!response) {
    return 'No response: the connection was closed before one arrived. Check the active faults, and that the server runs.'
  }
  const length = response.headers.get('content-length')
  const all = length === null ? '' : ` of ${numberText(Number(length))}`
  // Browsers may drop what has arrived when a connection breaks, so this number is not what the server has sent.
  return `The body is incomplete: the connection was closed too early. This page received ${numberText(bytes)}${all} bytes.`
}

function parsed(body: string): Pick<Exchange, 'json' | 'problem'> {
  try {
    return { json: JSON.parse(body) }
  } catch (error) {
    return {
      problem: body === '' ? 'The body is empty.' : `The body is not valid JSON: ${(error as Error).message}`,
    }
  }
}

/** Sends a request. Never throws, because a failure is a result that the user wants to see. */
export async function send({ sentPath, headers }: ApiRequest, signal: AbortSignal): Promise<Exchange> {
  const start = performance.now()
  const decoder = new TextDecoder()
  let response: Response | undefined
  let body = ''
  let bytes = 0
  let problem: string | undefined
  try {
    response = await fetch(sentPath, { headers, signal, cache: 'no-store', credentials: 'omit' })
    // Read in pieces, so that the start of a body stays if its end never comes.
    const reader = response.body?.getReader()
    for (let piece = await reader?.read(); piece?.value; piece = await reader!.read()) {
      bytes += piece.value.length
      body += decoder.decode(piece.value, { stream: true })
    }
  } catch {
    problem = problemOf(signal, response, bytes)
  }
  body += decoder.decode()
  return {
    durationMs: performance.now() - start,
    ...(response && { response: { status: response.status, headers: [...response.headers] } }),
    body,
    ...(problem === undefined ? parsed(body) : { problem }),
  }
}
