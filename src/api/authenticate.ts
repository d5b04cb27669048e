import type { AnyScope } from '../convention/scopes.js'
import type { Caller, Credentials } from './credentials.js'
import { describeUnset } from '../common/text.js'
import {
  insufficientScope,
  invalidToken,
  malformedCredential,
  missingCredential,
  type Refusal,
} from './refusal.js'

/** The scheme, spaces and one token (RFC 9110 §11.4, RFC 6750 §2.1). */
const BEARER = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i
const TOKEN_PARAMETER = /(?:^|&)(?:access_)?token=/
/** The caller with an unknown credential. The credential may be a real one, so the request log does not contain it. */
const unknownCaller: Caller = { name: 'unknown', scopes: [] }
const BEARER_ANYWHERE = /(?:^|, *)bearer /i

/**
 * @param header The `Authorization` header. Several are joined with commas.
 * @param scope `undefined` accepts any valid token.
 * @param query A token in it gets a separate message.
 */
export function authenticate(
  header: string | null,
  scope: AnyScope | undefined,
  tokens: Pick<Credentials, 'lookup'>,
  query = '',
): Caller | Refusal {
  const text = header?.trim() ?? ''
  const token = BEARER.exec(text)?.[1]
  const found = token === undefined ? undefined : tokens.lookup(token)
  const hasScope = scope === undefined || found?.scopes.includes(scope)
  if (found?.state === 'valid' && hasScope) return found

  if (text === '' && TOKEN_PARAMETER.test(query)) {
    return missingCredential(
      scope,
      'The request has no Authorization header. A token in the query string is not accepted.',
    )
  }
  if (text === '') return missingCredential(scope, 'The request has no Authorization header.')
  // Without a token, the header is only the word Bearer, because spaces at its end are removed.
  const unset = describeUnset(text.replace(/^bearer(?: +|$)/i, ''))
  if (token === undefined) {
    if (BEARER_ANYWHERE.test(text)) return malformedCredential(scope, unset && `The token ${unset}.`)
    return missingCredential(scope, unset ? `The token ${unset}.` : 'The credential is not a Bearer token.')
  }
  if (!found) return { ...invalidToken(scope, 'unknown', unset), caller: unknownCaller }
  const refusal =
    found.state === 'valid' ? insufficientScope(scope!, found.scopes) : invalidToken(scope, found.state)
  return { ...refusal, caller: found }
}
