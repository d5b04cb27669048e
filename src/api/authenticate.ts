import type { Scope } from '../contract/operations.js'
import type { ApiTokens } from './ports.js'
import {
  insufficientScope,
  invalidToken,
  malformedCredential,
  missingCredential,
  type Refusal,
} from './refusal.js'

/** Scheme, spaces, and one token (RFC 9110 §11.4, RFC 6750 §2.1). */
const BEARER = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i
const BEARER_SOMEWHERE = /(?:^|, *)bearer /i

/**
 * Checks the credential of a request: there is exactly one, it is good at this moment, and it has the scope.
 *
 * @param header The `Authorization` header, several joined with commas; `null` when there is none.
 * @returns The refusal; nothing when the request may pass.
 */
export function authenticate(header: string | null, scope: Scope, tokens: ApiTokens): Refusal | undefined {
  const text = header?.trim() ?? ''
  if (text === '') return missingCredential(scope, 'The request carries no credential.')
  const token = BEARER.exec(text)?.[1]
  if (token === undefined) {
    if (/^bearer$/i.test(text)) return missingCredential(scope, 'The Authorization header carries no token.')
    if (BEARER_SOMEWHERE.test(text)) return malformedCredential(scope)
    return missingCredential(scope, 'The credential is not a Bearer token.')
  }
  const found = tokens.look(token)
  if (!found) return invalidToken(scope, 'unknown')
  if (found.state !== 'good') return invalidToken(scope, found.state)
  return found.scopes.includes(scope) ? undefined : insufficientScope(scope, found.scopes)
}
