import { operations, type OperationId } from '../../../../src/contract/operations.js'
import type { JournalEntry } from '../../control/events.js'
import { curlFor } from '../../common/curl.js'

/** The journal shows this instead of a value in the query, except for the cursor. */
const HIDDEN = '…'

/** Encodes everything that a terminal or an HTTP client would change. */
function encoded(path: string): string {
  return path.toWellFormed().replaceAll(/[^!-~]/gu, encodeURIComponent)
}

function queryOf(query: Readonly<Record<string, string>>, hidden: string): string {
  const parts = Object.entries(query).map(
    ([name, value]) =>
      `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(value.toWellFormed().replaceAll(HIDDEN, hidden))}`,
  )
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

export function pathWithQuery({ path, query }: Pick<JournalEntry, 'path' | 'query'>): string {
  const parts = Object.entries(query).map(([name, value]) => `${name}=${value}`)
  return parts.length === 0 ? path : `${path}?${parts.join('&')}`
}

/** Whether a request can be repeated. Notes of conmock have neither path nor method. */
export function isRepeatable({ path, method }: JournalEntry): boolean {
  return path.startsWith('/') && method !== '-'
}

export function curlOf(entry: JournalEntry): string {
  const { method, path, query, token, space, operation } = entry
  const isForToken = operation === 'token' && method === 'POST'
  return curlFor({
    path: encoded(path) + queryOf(query, 'VALUE'),
    method,
    token,
    space,
    body: isForToken ? ['-u conmock:conmock-secret -d grant_type=client_credentials'] : [],
  })
}

function literal(value: unknown): string {
  return typeof value === 'string'
    ? `'${JSON.stringify(value)
        .slice(1, -1)
        .replaceAll(String.raw`\"`, '"')
        .replaceAll("'", String.raw`\'`)}'`
    : String(value)
}

/** Returns an expectation for vitest or jest: the journal has at least one such request. `await` is for `connect()`. */
export function expectationOf({ operation, path, status, refusal }: JournalEntry): string {
  const what = operation ? `operation: ${literal(operation)}` : `path: ${literal(path)}`
  const code = refusal?.code === undefined ? '' : `, refusal: { code: ${literal(refusal.code)} }`
  return `expect(await mock.requests.findMany({ ${what}, status: ${status}${code} })).not.toHaveLength(0)\n`
}

function patternOf({ path, operation }: JournalEntry): string {
  if (operation !== undefined && operation in operations)
    return literal(`*${operations[operation as OperationId].path}`)
  if (/^[\w/.~%-]+$/.test(path)) return literal(`*${path}`)
  // In the paths of msw, the other characters have a meaning.
  const exact = encoded(path).replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`)
  return String.raw`/^https?:\/\/[^/]+${exact}$/`
}

/** Returns a handler for msw with the same status. The journal does not have the body. */
export function handlerOf(entry: JournalEntry): string {
  const { method, status } = entry
  const name = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options'].find(
    (each) => each === method.toLowerCase(),
  )
  const answer = status === 0 ? 'HttpResponse.error()' : `new HttpResponse(null, { status: ${status} })`
  return `server.use(http.${name ?? 'all'}(${patternOf(entry)}, () => ${answer}))\n`
}
