import type { Scope } from '../contract/scopes.js'
import type { Credentials } from './credentials.js'
import {
  insufficientScope,
  invalidToken,
  malformedCredential,
  missingCredential,
  type Refusal,
} from './refusal.js'

/** Scheme, spaces, and one token (RFC 9110 §11.4, RFC 6750 §2.1). */
const BEARER = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i
const TOKEN_PARAMETER = /(?:^|&)(?:access_)?token=/
const BEARER_SOMEWHERE = /(?:^|, *)bearer /i

/**
 * Checks the credential of a request: there is exactly one, it is good at this moment, and it has the scope.
 *
 * @param scope The scope that the operation needs; `undefined` where any valid token will do.
 * @param header The `Authorization` header, several joined with commas; `null` when there is none.
 * @param query The query of the request: a token in it is no credential, and is told so.
 * @returns The refusal; nothing when the request may pass.
 */
export function authenticate(
  header: string | null,
  scope: Scope | undefined,
  tokens: Pick<Credentials, 'lookup' | 'example'>,
  query = '',
): Refusal | undefined {
  const text = header?.trim() ?? ''
  const token = BEARER.exec(text)?.[1]
  const found = token === undefined ? undefined : tokens.lookup(token)
  const hasScope = scope === undefined || found?.scopes.includes(scope)
  if (found?.state === 'valid' && hasScope) return undefined

  const need = { scope, example: tokens.example(scope) }
  if (text === '' && TOKEN_PARAMETER.test(query)) {
    return missingCredential(need, 'The request carries no credential: a token in the query string is none.')
  }
  if (text === '') return missingCredential(need, 'The request carries no credential.')
  if (/^bearer$/i.test(text)) return missingCredential(need, 'The Authorization header carries no token.')
  if (token === undefined) {
    return BEARER_SOMEWHERE.test(text)
      ? malformedCredential(need)
      : missingCredential(need, 'The credential is not a Bearer token.')
  }
  if (found?.state !== 'valid') return invalidToken(need, found?.state ?? 'unknown')
  return insufficientScope(scope!, need, found.scopes)
}
