import { shellWord } from '../../../src/common/escape.js'

/** Whether every mock has a token. All others may be real, so a copied command names a variable instead. */
export function isReadyMade(token: string): boolean {
  return /^mock-(?:all-scopes|volunteer-read|user-read|no-scopes|expired)$/.test(token)
}

interface CurlRequest {
  readonly path: string
  /** @default 'GET' */
  readonly method?: string
  /** Starts with `$` if it is a variable of the shell. */
  readonly token?: string | undefined
  readonly space?: string
  /** Arguments for the body. */
  readonly body?: readonly string[]
}

/** Returns a command that sends a request to this server. */
export function curlFor({ path, method = 'GET', token, space = 'default', body = [] }: CurlRequest): string {
  const authorization = `Authorization: Bearer ${token}`
  return [
    'curl',
    '-i',
    ...(method === 'GET' ? [] : method === 'HEAD' ? ['-I'] : ['-X', shellWord(method)]),
    // Otherwise curl would change brackets and dots.
    '--globoff --path-as-is',
    ...(token === undefined
      ? []
      : ['-H', token.startsWith('$') ? `"${authorization}"` : shellWord(authorization)]),
    ...(space === 'default' ? [] : ['-H', shellWord(`Conmock-Space: ${space}`)]),
    ...body,
    shellWord(location.origin + path),
  ].join(' ')
}
