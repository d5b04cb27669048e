import { shellWord } from '../../../src/common/text.js'

/** The tokens that every mock has. All others may be real. */
const BUILT_IN = /^mock-(?:all-scopes|volunteer-read|user-read|no-scopes|expired)$/

interface CurlRequest {
  readonly path: string
  readonly method?: string
  /** A token that may be real is a variable of the shell in the command. */
  readonly token?: string | undefined
  /** Whether the mock has issued the token, so it is not a real one. */
  readonly isIssued?: boolean
  readonly sandbox?: string
  readonly body?: readonly string[]
}

function tokenArguments(token: string | undefined, isIssued: boolean): readonly string[] {
  if (token === undefined) return []
  const isShown = isIssued || BUILT_IN.test(token)
  return ['-H', isShown ? shellWord(`Authorization: Bearer ${token}`) : '"Authorization: Bearer $TOKEN"']
}

/** Brackets and dots at the start of a segment, which curl would change. */
const CHANGED_BY_CURL = /[[\]{}]|\/(?:\.|%2e)/i

export function curlFor(request: CurlRequest): string {
  const { path, method = 'GET', token, isIssued = false, sandbox = 'default', body = [] } = request
  return [
    'curl',
    '-i',
    ...(method === 'GET' ? [] : method === 'HEAD' ? ['-I'] : ['-X', shellWord(method)]),
    ...(CHANGED_BY_CURL.test(path) ? ['--globoff --path-as-is'] : []),
    ...tokenArguments(token, isIssued),
    ...(sandbox === 'default' ? [] : ['-H', shellWord(`Conmock-Sandbox: ${sandbox}`)]),
    ...body,
    shellWord(location.origin + path),
  ].join(' ')
}
