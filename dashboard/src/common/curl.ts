import { builtInToken, scopes, tokenClient } from '../../../src/convention/scopes.js'
import { shellWord } from '../../../src/common/text.js'
import type { RequestEntry } from '../../../src/mock/request-entry.js'
import { serverUrl } from './place.js'

/** The tokens that every mock has. All others may be real, so a command has a variable of the shell in their place. */
const builtIn = new Set(['mock-all-scopes', ...scopes.map(builtInToken), 'mock-no-scopes', 'mock-expired'])

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

function tokenArguments(token: string | undefined): readonly string[] {
  if (token === undefined) return []
  const isShown = builtIn.has(token)
  return ['-H', isShown ? shellWord(`Authorization: Bearer ${token}`) : '"Authorization: Bearer $TOKEN"']
}

/** Returns a command that repeats a request. */
export function formatCurl(
  entry: Pick<RequestEntry, 'path' | 'query' | 'method' | 'token' | 'sandbox' | 'operation'>,
): string {
  const { path, query, method, token, sandbox, operation } = entry
  const target = encoded(path) + getQuery(query)
  return [
    'curl',
    '-i',
    ...(method === 'GET' ? [] : method === 'HEAD' ? ['-I'] : ['-X', shellWord(method)]),
    ...(CHANGED_BY_CURL.test(target) ? ['--globoff --path-as-is'] : []),
    ...tokenArguments(token),
    ...(sandbox === 'default' ? [] : ['-H', shellWord(`Conmock-Sandbox: ${sandbox}`)]),
    ...(operation === 'token' && method === 'POST'
      ? [`-u ${tokenClient.id}:${tokenClient.secret} -d grant_type=client_credentials`]
      : []),
    shellWord(serverUrl + target),
  ].join(' ')
}
