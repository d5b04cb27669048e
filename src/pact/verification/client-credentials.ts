import type { Scope } from '../../contract/operations.js'
import { SetupProblem } from './problem.js'

/** How to get tokens by the client-credentials grant (RFC 6749 §4.4). */
export interface ClientCredentials {
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /**
   * How the client says who it is: in the form (`post`), or by HTTP Basic (`basic`), RFC 6749 §2.3.1. Default `post`,
   * which is what clients of the real service send.
   */
  readonly authentication?: 'post' | 'basic' | undefined
}

const MOST_MS = 4000

/**
 * Asks for a token.
 *
 * @throws SetupProblem When none is given. The message holds neither secret nor token.
 */
export async function requestToken(
  { tokenUrl, clientId, clientSecret, authentication = 'post' }: ClientCredentials,
  scopes: readonly Scope[],
): Promise<string> {
  const oauth = await import('oauth4webapi')
  const server = { issuer: new URL(tokenUrl).origin, token_endpoint: tokenUrl }
  const client = { client_id: clientId }
  const authenticate =
    authentication === 'basic' ? oauth.ClientSecretBasic(clientSecret) : oauth.ClientSecretPost(clientSecret)
  try {
    const response = await oauth.clientCredentialsGrantRequest(
      server,
      client,
      authenticate,
      { scope: scopes.join(' ') },
      {
        // A service on the same machine or in the same cluster has no certificate.
        [oauth.allowInsecureRequests]: new URL(tokenUrl).protocol === 'http:',
        signal: () => AbortSignal.timeout(MOST_MS),
      },
    )
    const result = await oauth.processClientCredentialsResponse(server, client, response)
    return result.access_token
  } catch (error) {
    throw new SetupProblem(`no token from ${new URL(tokenUrl).origin}: ${reasonOf(error)}`)
  }
}

/** What went wrong, without what was sent or received. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the request failed'
  if ('error' in error && typeof error.error === 'string') return `it refused with "${error.error}"`
  const { cause } = error
  if (cause instanceof Error && 'code' in cause) return String(cause.code)
  return error.name === 'TimeoutError' ? `no answer within ${MOST_MS / 1000} s` : error.message
}
