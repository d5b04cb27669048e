import { isPlainObject } from '../../common/plain-object.js'
import type { Scope } from '../../convention/scopes.js'
import { parseJsonBody, TargetUnreachable, type Answered, type Send } from '../common/forward.js'
import { SetupProblem } from '../common/problem.js'

/** An OAuth client that gets tokens by the client credentials grant (RFC 6749 §4.4). */
export interface ClientCredentials {
  /** The URL of the token endpoint. */
  readonly tokenUrl: string
  /** The id of the client. */
  readonly clientId: string
  /** The secret of the client. It is only sent to `tokenUrl`. */
  readonly clientSecret: string
  /**
   * How the client sends its id and secret (RFC 6749 §2.3.1): in the request body (`post`), or by HTTP Basic (`basic`).
   *
   * @default 'post'
   */
  readonly authentication?: 'post' | 'basic' | undefined
}

const MAX_MS = 4000

/** A code of an error, as RFC 6749 §5.2 defines it. Other text of the service may contain a secret. */
const CODE = /^[a-z_]{1,40}$/

/** A service may send anything. A header may not have every character. */
const TOKEN = /^[\x21-\x7e]+$/

/**
 * Requests a token.
 *
 * @throws SetupProblem If there is no token in the response. The message contains no secret and no token.
 */
export async function requestToken(
  { tokenUrl, clientId, clientSecret, authentication = 'post' }: ClientCredentials,
  scopes: readonly Scope[],
  send: Send,
): Promise<string> {
  const { origin, pathname, search } = new URL(tokenUrl)
  const form = new URLSearchParams({ grant_type: 'client_credentials', scope: scopes.join(' ') })
  const headers: Record<string, string> = {
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded',
  }
  if (authentication === 'basic') {
    headers['authorization'] = `Basic ${basicCredential({ clientId, clientSecret })}`
  } else {
    form.set('client_id', clientId)
    form.set('client_secret', clientSecret)
  }
  const path = pathname + search
  const body = Buffer.from(String(form))
  try {
    return tokenIn(await send({ origin, path, method: 'POST', headers, body, maxMs: MAX_MS }))
  } catch (error) {
    if (!(error instanceof TargetUnreachable || error instanceof SetupProblem)) throw error
    throw new SetupProblem(`no token from ${origin}: ${error.message}`)
  }
}

/** Returns what follows `Basic` in the header. RFC 6749 §2.3.1: both parts are encoded as in a form. */
export function basicCredential({
  clientId,
  clientSecret,
}: Pick<ClientCredentials, 'clientId' | 'clientSecret'>): string {
  return btoa(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`)
}

function formEncoded(text: string): string {
  return String(new URLSearchParams({ text })).slice('text='.length)
}

/** @throws SetupProblem If there is no Bearer token in the response. */
function tokenIn({ status, body }: Answered): string {
  const json = parseJsonBody({ body: Buffer.from(body) })
  const { error, token_type: type, access_token: token } = isPlainObject(json) ? json : {}
  if (status !== 200) {
    throw new SetupProblem(
      typeof error === 'string' && CODE.test(error)
        ? `it refused the request with "${error}"`
        : `it responded with status ${status}`,
    )
  }
  if (
    typeof type !== 'string' ||
    type.toLowerCase() !== 'bearer' ||
    typeof token !== 'string' ||
    !TOKEN.test(token)
  )
    throw new SetupProblem('there is no Bearer token in the response')
  return token
}
