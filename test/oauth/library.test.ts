import * as oauth from 'oauth4webapi'
import { describe, expect, it } from 'vitest'
import type { RunningServer } from '../../src/server.js'
import { bearer, runServer } from '../support/running-server.js'
import { TOKEN_PATH } from './token-client.js'

const ID = 'reg:desk+1 %41&=é'
const SECRET = 'pä:ss wörd+%2B&"\\/(!*\')🎪'

async function runEndpoint(): Promise<RunningServer> {
  return runServer({
    profile: 'reported',
    clients: { [ID]: { secret: SECRET, scopes: ['user:read'] } },
    now: 0,
  })
}

/** Requests a token with this library. */
async function tokenFrom(
  { url }: RunningServer,
  client_id: string,
  authentication: oauth.ClientAuth,
  parameters: Record<string, string> = {},
): Promise<oauth.TokenEndpointResponse> {
  const server = { issuer: url, token_endpoint: `${url}${TOKEN_PATH}` }
  const options = { [oauth.allowInsecureRequests]: true }
  const client = { client_id }
  const response = await oauth.clientCredentialsGrantRequest(
    server,
    client,
    authentication,
    parameters,
    options,
  )
  return oauth.processClientCredentialsResponse(server, client, response)
}

describe.each([
  ['in the form', oauth.ClientSecretPost, oauth.ResponseBodyError, { error: 'invalid_client' }],
  [
    'by HTTP Basic',
    oauth.ClientSecretBasic,
    oauth.WWWAuthenticateChallengeError,
    { cause: [{ scheme: 'basic', parameters: { realm: 'conmock' } }] },
  ],
] as const)('oauth4webapi, with the secret %s,', (_, authenticate, RefusalError, members) => {
  it('gets a token for a client whose id and secret must be encoded, and uses it', async () => {
    const server = await runEndpoint()
    const { mock, url } = server
    const answer = await tokenFrom(server, ID, authenticate(SECRET))
    expect(answer).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'user:read' })
    const headers = bearer(answer.access_token)
    expect((await fetch(`${url}/api/v0/roles`, { headers })).status).toBe(200)
    expect((await fetch(`${url}/api/v0/users/1/volunteer`, { headers })).status).toBe(403)
    mock.clock.advance(answer.expires_in!)
    expect((await fetch(`${url}/api/v0/roles`, { headers })).status).toBe(401)
  })

  it.each([
    ['an unknown scope', 'conmock', 'conmock-secret', 'user:write'],
    ["a scope that is not the client's", ID, SECRET, 'volunteer:read'],
  ])('recognizes that %s is refused', async (_what, id, secret, scope) => {
    const error: unknown = await tokenFrom(await runEndpoint(), id, authenticate(secret), { scope }).catch(
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(oauth.ResponseBodyError)
    expect(error).toMatchObject({ status: 400, error: 'invalid_scope' })
  })

  it('recognizes that a wrong secret is refused', async () => {
    const error: unknown = await tokenFrom(await runEndpoint(), 'conmock', authenticate('wrong')).catch(
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(RefusalError)
    expect(error).toMatchObject({ status: 401, ...members })
  })
})
