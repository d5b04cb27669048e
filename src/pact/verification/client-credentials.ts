import * as z from 'zod/mini'
import { parseJsonBody, TargetUnreachableError, type Answered, type Send } from '../common/forward.js'
import { SetupProblem } from '../../common/errors.js'

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

/** Only a code of RFC 6749 §5.2: other text of the service may contain a secret. */
const refusalSchema = z.object({ error: z.string().check(z.regex(/^[a-z_]{1,40}$/)) })

const tokenSchema = z.object({
  token_type: z.string().check(z.regex(/^bearer$/i)),
  // A service may send anything. A header may not have every character.
  access_token: z.string().check(z.regex(/^[\x21-\x7e]+$/)),
})

/**
 * Requests a token.
 *
 * @throws SetupProblem If there is no token in the response. The message contains no secret and no token.
 */
export async function requestToken(
  { tokenUrl, clientId, clientSecret, authentication = 'post' }: ClientCredentials,
  scopes: readonly string[],
  send: Send,
): Promise<string> {
  const { origin, pathname } = new URL(tokenUrl)
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
  const body = Buffer.from(String(form))
  try {
    return tokenIn(await send({ origin, path: pathname, method: 'POST', headers, body, maxMs: MAX_MS }))
  } catch (error) {
    if (!(error instanceof TargetUnreachableError || error instanceof SetupProblem)) throw error
    throw new SetupProblem(`no token from ${origin}: ${error.message}`)
  }
}

/** Returns what follows `Basic` in the header. RFC 6749 §2.3.1: both parts are encoded as in a form. */
export function basicCredential({
  clientId,
  clientSecret,
}: Pick<ClientCredentials, 'clientId' | 'clientSecret'>): string {
  const pair = new URLSearchParams({ [clientId]: clientSecret })
  return btoa(String(pair).replace('=', ':'))
}

/** @throws SetupProblem If there is no Bearer token in the response. */
function tokenIn({ status, body }: Answered): string {
  const json = parseJsonBody({ body: Buffer.from(body) })
  if (status === 200) {
    const { data } = tokenSchema.safeParse(json)
    if (data) return data.access_token
    throw new SetupProblem('there is no Bearer token in the response')
  }
  const { data: refused } = refusalSchema.safeParse(json)
  throw new SetupProblem(
    refused ? `it refused the request with "${refused.error}"` : `it responded with status ${status}`,
  )
}
