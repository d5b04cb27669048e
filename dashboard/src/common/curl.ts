import type { ApiDescription } from '../../../src/admin/describe-api.js'
import { shellWord } from '../../../src/common/text.js'
import { ALL_SCOPES, builtInToken } from '../../../src/contract/tokens.js'
import type { RequestEntry } from '../../../src/mock/request-entry.js'
import { serverUrl } from './place.js'

/** The request log shows this instead of a value in the query, except for the cursor. */
const HIDDEN = '…'

/** Brackets and dots at the start of a segment, which curl would change. */
const CHANGED_BY_CURL = /[[\]{}]|\/(?:\.|%2e)/i

/** Encodes everything that a terminal or an HTTP client would change. */
function encoded(path: string): string {
  return path.toWellFormed().replaceAll(/[^!-~]/gu, encodeURIComponent)
}

function getQuery(query: RequestEntry['query']): string {
  const parts = Object.entries(query).map((pair) =>
    pair.map((text) => encodeURIComponent(text.toWellFormed().replaceAll(HIDDEN, 'VALUE'))).join('='),
  )
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

/** Only shows the tokens that every mock has. All others may be real, so a command has a variable of the shell in their place. */
function tokenArguments(token: string | undefined, scopes: readonly string[]): readonly string[] {
  if (token === undefined) return []
  const isShown = [ALL_SCOPES, ...scopes.map(builtInToken), 'mock-no-scopes', 'mock-expired'].includes(token)
  return ['-H', isShown ? shellWord(`Authorization: Bearer ${token}`) : '"Authorization: Bearer $TOKEN"']
}

/** Returns a command that repeats a request. */
export function formatCurl(
  { scopes, tokenEndpoint }: Pick<ApiDescription, 'scopes' | 'tokenEndpoint'>,
  entry: Pick<RequestEntry, 'path' | 'query' | 'method' | 'token' | 'sandbox' | 'operation'> & {
    /** A JSON body. The request log keeps none. */
    readonly body?: string | undefined
  },
): string {
  const { path, query, method, token, sandbox, operation, body } = entry
  const target = encoded(path) + getQuery(query)
  return [
    'curl',
    '-i',
    ...(method === 'GET' ? [] : method === 'HEAD' ? ['-I'] : ['-X', shellWord(method)]),
    ...(CHANGED_BY_CURL.test(target) ? ['--globoff --path-as-is'] : []),
    ...tokenArguments(token, scopes),
    ...(sandbox === 'default' ? [] : ['-H', shellWord(`Conmock-Sandbox: ${sandbox}`)]),
    ...(tokenEndpoint && operation === 'token' && method === 'POST'
      ? [`-u ${tokenEndpoint.client.id}:${tokenEndpoint.client.secret} -d grant_type=client_credentials`]
      : []),
    ...(body === undefined ? [] : [`-H 'content-type: application/json' --data-raw ${shellWord(body)}`]),
    shellWord(serverUrl + target),
  ].join(' ')
}
