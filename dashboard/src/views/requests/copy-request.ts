import type { Schemas } from '../../admin/client.js'
import type { JournalEntry } from '../../admin/events.js'
import { curlFor } from '../../common/curl.js'

type Fault = Schemas['Fault']
export type SentResponse = Schemas['SentResponse']

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
  const { method, path, query, token, sandbox, operation } = entry
  const isForToken = operation === 'token' && method === 'POST'
  return curlFor({
    path: encoded(path) + queryOf(query, 'VALUE'),
    method,
    token,
    sandbox,
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
export function expectationOf({ path, status, refusal }: JournalEntry): string {
  const code = refusal?.code === undefined ? '' : `, refusal: { code: ${literal(refusal.code)} }`
  return `expect(await mock.requests.findMany({ path: ${literal(path)}, status: ${status}${code} })).not.toHaveLength(0)\n`
}

/** Returns a fault that gives the next request to the operation the same error, or 503 if the response was no error. */
export function faultOf({ operation, status }: JournalEntry): Fault {
  return {
    ...(operation && { operation }),
    when: { first: 1 },
    effect: status === 0 ? { dropConnection: true } : { status: status < 400 ? 503 : status },
  }
}

export function faultCodeOf(entry: JournalEntry): string {
  return `mock.faults.add(${JSON.stringify(faultOf(entry))})\n`
}

function patternOf({ path }: JournalEntry): string {
  if (/^[\w/.~%-]+$/.test(path)) return literal(`*${path}`)
  // In the paths of msw, the other characters have a meaning.
  const exact = encoded(path).replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`)
  return String.raw`/^https?:\/\/[^/]+${exact}$/`
}

/** Returns the value of a JSON text, or `undefined` if the text is not JSON. A fault may have made it invalid. */
function parsed(body: string | null): unknown {
  try {
    return JSON.parse(body ?? '')
  } catch {
    return undefined
  }
}

function responseCode({ status }: JournalEntry, sent: SentResponse | undefined): string {
  if (status === 0) return 'HttpResponse.error()'
  const { body = null, headers } = sent ?? {}
  const type = headers?.['content-type']
  const json = type === 'application/json' && parsed(body)
  if (json) return `HttpResponse.json(${JSON.stringify(json, undefined, 2)}, { status: ${status} })`
  const options = { status, ...(type !== undefined && { headers: { 'content-type': type } }) }
  return `new HttpResponse(${JSON.stringify(body)}, ${JSON.stringify(options)})`
}

/** Returns a handler for msw with the same response. */
export function handlerOf(entry: JournalEntry, sent: SentResponse | undefined): string {
  const { method } = entry
  const name = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options'].find(
    (each) => each === method.toLowerCase(),
  )
  const code = `server.use(http.${name ?? 'all'}(${patternOf(entry)}, () => ${responseCode(entry, sent)}))\n`
  return `// import { http, HttpResponse } from 'msw'\n${code}`
}
