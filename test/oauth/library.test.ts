import * as oauth from 'oauth4webapi'
import { describe, expect, it } from 'vitest'
import type { Scope } from '../../src/index.js'
import type { RunningServer } from '../../src/server.js'
import { bearer, runServer } from '../support/running-server.js'
import { TOKEN_PATH } from './token-client.js'

const ID = 'reg:desk+1 %41&=é'
const SECRET = 'pä:ss wörd+%2B&"\\/(!*\')🎪'

const ways = [
  ['in the form', oauth.ClientSecretPost],
  ['by HTTP Basic', oauth.ClientSecretBasic],
] as const

const operations: readonly [scope: Scope, allowed: string, other: string][] = [
  ['user:read', '/api/v0/roles', '/api/v0/users/1/volunteer'],
  ['volunteer:read', '/api/v0/users/1/volunteer', '/api/v0/roles'],
]

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
  { id = 'conmock', authentication }: { readonly id?: string; readonly authentication: oauth.ClientAuth },
  parameters: Record<string, string> = {},
): Promise<oauth.TokenEndpointResponse> {
  const server = { issuer: url, token_endpoint: `${url}${TOKEN_PATH}` }
  const client = { client_id: id }
  const options = { [oauth.allowInsecureRequests]: true }
  const response = await oauth.clientCredentialsGrantRequest(
    server,
    client,
    authentication,
    parameters,
    options,
  )
  return oauth.processClientCredentialsResponse(server, client, response)
}

async function thrownIn(run: Promise<unknown>): Promise<unknown> {
  return run.then(
    () => expect.fail('nothing was thrown'),
    (error: unknown) => error,
  )
}

async function statusOf({ url }: RunningServer, path: string, token: string): Promise<number> {
  return (await fetch(url + path, { headers: bearer(token) })).status
}

describe.each(ways)('oauth4webapi, with the secret %s,', (_, authenticate) => {
  const authentication = authenticate('conmock-secret')

  it.each(operations)('gets a token for %s, and uses it', async (scope, allowed, other) => {
    const server = await runEndpoint()
    const answer = await tokenFrom(server, { authentication }, { scope })
    expect(answer).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope })
    expect(await statusOf(server, allowed, answer.access_token)).toBe(200)
    expect(await statusOf(server, other, answer.access_token)).toBe(403)
    server.mock.clock.advance(answer.expires_in!)
    expect(await statusOf(server, allowed, answer.access_token)).toBe(401)
  })

  it('gets a token for a client whose id and secret must be encoded', async () => {
    const server = await runEndpoint()
    const answer = await tokenFrom(server, { id: ID, authentication: authenticate(SECRET) })
    expect(answer.scope).toBe('user:read')
  })

  it.each([
    ['an unknown scope', 'conmock', 'conmock-secret', 'user:write'],
    ["a scope that is not the client's", ID, SECRET, 'volunteer:read'],
  ])('recognizes that %s is refused', async (_what, id, secret, scope) => {
    const server = await runEndpoint()
    const error = await thrownIn(tokenFrom(server, { id, authentication: authenticate(secret) }, { scope }))
    expect(error).toBeInstanceOf(oauth.ResponseBodyError)
    expect(error).toMatchObject({
      status: 400,
      error: 'invalid_scope',
      error_description: expect.any(String),
    })
  })
})

it.each([
  ['in the form', oauth.ClientSecretPost, oauth.ResponseBodyError, { error: 'invalid_client' }],
  [
    'in HTTP Basic',
    oauth.ClientSecretBasic,
    oauth.WWWAuthenticateChallengeError,
    { cause: [{ scheme: 'basic', parameters: { realm: 'conmock' } }] },
  ],
])('oauth4webapi recognizes that a wrong secret is refused %s', async (_, authenticate, type, members) => {
  const error = await thrownIn(tokenFrom(await runEndpoint(), { authentication: authenticate('wrong') }))
  expect(error).toBeInstanceOf(type)
  expect(error).toMatchObject({ status: 401, ...members })
})
