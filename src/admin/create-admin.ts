import { isObject } from '../common/plain-object.js'
import { version } from '../common/version.js'
import type { ApiRequest } from '../api/answer.js'
import type { CompiledApi } from '../contract/compile.js'
import type { DashboardParts } from '../contract/record-look.js'
import { getInternals } from '../mock/mock-internals.js'
import type { Sandboxes } from '../sandboxes/sandboxes.js'
import { preview } from '../common/text.js'
import { API_PATH, EVENTS_PATH, HEALTH_PATH, isDashboardPath, MEMBERS_PATH } from './admin-path.js'
import { dashboardFile } from './dashboard.js'
import { describeApi } from './describe-api.js'
import { streamEvents } from './events.js'
import { createGuard, type GuardOptions } from './guard.js'
import { callMember, callMockMember, MAX_LIST_LENGTH, mockMembers, serverMembers } from './members.js'
import { AdminError, renderProblem, findStatus, type AdminAnswer } from './answers.js'

/** The parts of a request that the admin API needs. */
export interface AdminRequest extends Pick<ApiRequest, 'method' | 'headers' | 'signal'> {
  /** Reads the body. Resolves to `undefined` if it is longer than `maxBytes` or incomplete. */
  readonly bytes: (maxBytes: number) => Promise<Uint8Array | undefined>
}

/** What the admin API needs from its server. */
export interface AdminContext {
  readonly sandboxes: Sandboxes
  /** Aborts when the server closes. Streams and waiting calls then end. */
  readonly signal: AbortSignal
  /** Tells the developer about a failure of conmock. */
  readonly report: (text: string) => void
  readonly access: GuardOptions
  /** What the dashboard shows differently from its default. */
  readonly dashboard?: DashboardParts | undefined
}

/** Headers of every answer, unless it has its own: browsers must neither keep it nor guess its type. */
const safeHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const

function json(value: unknown): AdminAnswer {
  return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) }
}

const MAX_BODY_BYTES = 10 * 1024 * 1024

/** Names are parts of other generated values. */
const MAX_TEXT_LENGTH = 100_000

/** @throws AdminError If a text or a list in the body is too long. */
function checkSize(body: unknown): void {
  const values = [body]
  for (const value of values) {
    const isText = typeof value === 'string'
    const max = isText ? MAX_TEXT_LENGTH : MAX_LIST_LENGTH
    if ((isText || Array.isArray(value)) && value.length > max) {
      const what = isText ? 'characters in one string' : 'elements in one list'
      throw new AdminError(413, `the body has ${value.length} ${what}; at most ${max} are allowed`)
    }
    if (isObject(value)) for (const each of Object.values(value)) values.push(each)
  }
}

/** @throws AdminError If the bytes are not UTF-8 or not JSON. */
function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    const reason = error instanceof SyntaxError ? `JSON: ${error.message}` : 'UTF-8'
    throw new AdminError(400, `the body is not ${reason}`)
  }
}

/**
 * Reads the arguments of a call.
 *
 * @throws AdminError If the body is too large, or not a JSON array.
 */
async function readArguments(request: AdminRequest): Promise<readonly unknown[]> {
  const bytes = await request.bytes(MAX_BODY_BYTES)
  // The rest of the body is not read. If the body is incomplete, the client is gone.
  if (!bytes) throw new AdminError(413, 'the body is longer than 10 MiB', { connection: 'close' })
  const args = parse(bytes)
  if (!Array.isArray(args)) {
    throw new AdminError(400, 'the body must be a JSON array with the arguments of the call, such as []')
  }
  checkSize(args)
  return args
}

/** Lists what can be called, for people with curl. */
function listMembers(api: CompiledApi): AdminAnswer {
  return json({
    [`GET ${API_PATH}`]:
      'describes the API: its operations, scopes, assumptions, built-in data and kinds of record',
    [`POST ${MEMBERS_PATH}/SANDBOX/MEMBER`]: Object.fromEntries(mockMembers(api)),
    [`POST ${MEMBERS_PATH}/MEMBER`]: Object.fromEntries(serverMembers),
    body: 'a JSON array with the arguments. {"$absent": true} is undefined',
  })
}

/**
 * Creates the function that answers the requests of the admin API. It never throws.
 *
 * The path is as the client has sent it, so the guard and the routing see the same one.
 *
 * @example
 * const answer = createAdmin(context)
 * const { status, headers, body } = await answer(request, '/__conmock/v1')
 */
export function createAdmin(
  context: AdminContext,
): (request: AdminRequest, path: string) => Promise<AdminAnswer> {
  const { sandboxes, signal, report, access, dashboard = {} } = context
  const { api } = getInternals(sandboxes.default)
  const refuse = createGuard(access)
  let description: AdminAnswer | undefined
  const reads: Readonly<Record<string, () => AdminAnswer>> = {
    [HEALTH_PATH]: () => json({ status: 'ok', version }),
    [MEMBERS_PATH]: () => listMembers(api),
    [API_PATH]: () => (description ??= json(describeApi(api, dashboard))),
    [EVENTS_PATH]: () => streamEvents(sandboxes, signal),
  }

  async function call(request: AdminRequest, path: string): Promise<AdminAnswer> {
    const [first = '', second, ...others] = path.slice(MEMBERS_PATH.length + 1).split('/')
    if (others.length > 0) throw notFound(path)
    const args = await readArguments(request)
    const signals = [signal, request.signal]
    const result =
      second === undefined
        ? await callMember(serverMembers, first, sandboxes, args, signals)
        : await callMockMember(sandboxes.require(first), second, args, signals)
    return result === undefined ? { status: 204, headers: {} } : json(result)
  }

  async function handle(request: AdminRequest, path: string): Promise<AdminAnswer> {
    const refusal = refuse(request, path)
    if (refusal) throw refusal
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const read = Object.hasOwn(reads, path) ? reads[path] : undefined
    if (isDashboardPath(path) || read) {
      if (!isRead) throw wrongMethod(path, request.method, 'GET, HEAD')
      const found = read ? read() : dashboardFile(path)
      if (found) return found
    }
    if (!path.startsWith(`${MEMBERS_PATH}/`)) throw notFound(path)
    if (request.method !== 'POST') throw wrongMethod(path, request.method, 'POST')
    return call(request, path)
  }

  return async (request, path) => {
    const answered = await handle(request, path).catch((error: unknown) => {
      if (findStatus(error) === undefined) report(`the admin API failed: ${String(error)}`)
      return renderProblem(error)
    })
    return { ...answered, headers: { ...safeHeaders, ...answered.headers } }
  }
}

function notFound(path: string): AdminError {
  return new AdminError(
    404,
    `the admin API has no path ${preview(path)}; GET ${MEMBERS_PATH} lists what it has`,
  )
}

function wrongMethod(path: string, method: string, allow: string): AdminError {
  return new AdminError(405, `${preview(path)} does not allow ${preview(method)}; it allows ${allow}`, {
    allow,
  })
}
