import type { Scope } from '../../contract/scopes.js'
import { TargetUnreachable, type Send } from '../common/forward.js'
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
        // A service on the same machine or in the same cluster often has no certificate.
        [oauth.allowInsecureRequests]: new URL(tokenUrl).protocol === 'http:',
        async [oauth.customFetch](address, request) {
          const { origin, pathname, search } = new URL(address)
          const body = Buffer.from(request.body.toString())
          const asked = { origin, path: pathname + search, body, maxMs: MAX_MS }
          const answer = await send({ ...asked, method: request.method, headers: request.headers })
          const type = answer.headers['content-type']
          return new ReceivedResponse(Buffer.from(answer.body).toString('utf8'), {
            status: answer.status,
            headers: type === undefined ? {} : { 'content-type': type },
          })
        },
      },
    )
    const result = await oauth.processClientCredentialsResponse(server, client, response)
    return result.access_token
  } catch (error) {
    throw new SetupProblem(`no token from ${new URL(tokenUrl).origin}: ${reasonOf(error)}`)
  }
}

/** A response with its body in memory: the streams of `Response` never end if a test fakes `queueMicrotask`. */
class ReceivedResponse extends Response {
  readonly #text: string

  constructor(text: string, init: ResponseInit) {
    super(null, init)
    this.#text = text
  }

  override async json(): Promise<unknown> {
    return JSON.parse(this.#text)
  }

  override clone(): Response {
    return this
  }
}

/** Describes an error without the data that was sent or received. */
function reasonOf(error: unknown): string {
  if (error instanceof TargetUnreachable) return error.message
  if (!(error instanceof Error)) return 'the request failed'
  // Only shows a code in the form of the standard (RFC 6749 §5.2), because other text of the service may contain a secret.
  const code = 'error' in error && typeof error.error === 'string' ? error.error : undefined
  if (code !== undefined)
    return /^[a-z_]{1,40}$/.test(code) ? `it refused the request with "${code}"` : 'it refused the request'
  return error.message
}
