import { describe, expect, it } from 'vitest'
import { verifyPacts } from '../../src/pact.js'
import { SetupProblem } from '../../src/common/errors.js'
import { requestToken, type ClientCredentials } from '../../src/pact/verification/client-credentials.js'
import { pactFile, type Interaction } from './support/pacts.js'
import { expectFailure, expectOneProblem } from './support/failure.js'
import { startRealService } from './support/real-service.js'
import { deadUrl } from './support/servers.js'
import { startTokenEndpoint, type TokenEndpoint } from './support/token-endpoint.js'

const CLIENT_SECRET = 's3cret/of+the client'
const NO_TOKEN = 'there is no Bearer token in the response'

const volunteer: Interaction = { path: '/api/v0/users/unknown/volunteer', status: 404 }

/** The tokens of the service, by requested scopes. */
const byScopes: { readonly [scopes: string]: string } = {
  'user:read': 'real-user-reader',
  'volunteer:read': 'real-volunteer-reader',
}

function startIssuer(): Promise<TokenEndpoint> {
  return startTokenEndpoint((scope) => {
    const access_token = byScopes[scope] ?? 'real-both'
    return { body: { access_token, token_type: 'Bearer', expires_in: 60, scope } }
  })
}

function clientOf(tokenUrl: string, more: Partial<ClientCredentials> = {}): ClientCredentials {
  return { tokenUrl, clientId: 'a client', clientSecret: CLIENT_SECRET, ...more }
}

/** A service whose tokens all come from this endpoint. */
function serviceWith(tokenUrl: string, more: Partial<ClientCredentials> = {}) {
  return startRealService({ tokens: {}, clientCredentials: clientOf(tokenUrl, more) })
}

describe('client credentials', () => {
  it('get one token for each scope, and are sent in the form of the request', async () => {
    const endpoint = await startIssuer()
    const { against, seen } = await serviceWith(endpoint.url)
    const lacking: Interaction = { states: ['the token lacks scope'], status: 403 }
    await verifyPacts({ pacts: pactFile({}, volunteer, {}, volunteer, lacking), against })
    const common = { grant_type: 'client_credentials', client_id: 'a client', client_secret: CLIENT_SECRET }
    expect(endpoint.asked).toEqual([
      { authorization: undefined, form: { ...common, scope: 'user:read' } },
      { authorization: undefined, form: { ...common, scope: 'volunteer:read' } },
    ])
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(
      ['user', 'volunteer', 'user', 'volunteer', 'volunteer'].map((scope) => `Bearer real-${scope}-reader`),
    )
  })

  it('of a client that lacks a scope: only what needs this scope is not verified', async () => {
    const endpoint = await startTokenEndpoint((scope) =>
      scope === 'volunteer:read'
        ? { body: { access_token: 'real-volunteer-reader', token_type: 'Bearer' } }
        : { status: 400, body: { error: 'invalid_scope' } },
    )
    const { against } = await serviceWith(endpoint.url)
    const lacking: Interaction = { states: ['the token lacks scope'], status: 403 }
    const unknownPath: Interaction = { path: '/api/v0/unknown', status: 404 }
    const pacts = pactFile(volunteer, lacking, unknownPath, {})
    const verified = ['verified', 'verified', 'verified'] as const
    const { report } = await expectFailure({ pacts, against }, 2, [...verified, 'problem'])
    expect(report.interactions[3]?.reason).toMatch(/no token from .*"invalid_scope"/)
    expect(endpoint.asked.map(({ form }) => form['scope'])).toEqual(['volunteer:read', 'user:read'])
  })

  it('are sent by HTTP Basic with `authentication: "basic"`', async () => {
    const endpoint = await startIssuer()
    const { against } = await serviceWith(endpoint.url, { authentication: 'basic' })
    await verifyPacts({ pacts: pactFile({}), against })
    const [asked] = endpoint.asked
    const sent = Buffer.from(asked?.authorization?.replace('Basic ', '') ?? '', 'base64').toString()
    // RFC 6749 §2.3.1: both parts are encoded as in a form.
    expect(sent.replaceAll('%20', '+')).toBe('a+client:s3cret%2Fof%2Bthe+client')
    expect(asked?.form).toEqual({ grant_type: 'client_credentials', scope: 'user:read' })
  })

  it('get one token with several scopes', async () => {
    const endpoint = await startIssuer()
    const { against, seen } = await serviceWith(endpoint.url)
    const states = [
      ['the token has scope', { scope: 'user:read' }],
      ['the token has scope', { scope: 'volunteer:read' }],
    ] as const
    await verifyPacts({ pacts: pactFile({ states }), against })
    expect(endpoint.asked[0]?.form['scope']?.split(' ').toSorted()).toEqual(['user:read', 'volunteer:read'])
    expect(seen[0]?.headers.authorization).toBe('Bearer real-both')
  })

  it('are only used for scopes without a token', async () => {
    const endpoint = await startIssuer()
    const { against, seen } = await startRealService({
      tokens: { 'user:read': 'real-user-reader' },
      clientCredentials: clientOf(endpoint.url),
    })
    await verifyPacts({ pacts: pactFile({}, volunteer), against })
    expect(endpoint.asked.map(({ form }) => form['scope'])).toEqual(['volunteer:read'])
    expect(seen).toHaveLength(2)
  })

  it('that are refused are a problem without any secret in the report', async () => {
    const refusal = { error: 'invalid_client', error_description: `not ${CLIENT_SECRET}` }
    const endpoint = await startTokenEndpoint(() => ({ status: 401, body: refusal }))
    const { against, seen } = await serviceWith(endpoint.url)
    const reason = /no token from http:\/\/127\.0\.0\.1:\d+: .* "invalid_client"$/
    const error = await expectOneProblem({ pacts: pactFile({}), against, showValues: true }, reason)
    expect([error.message, JSON.stringify(error.report)].join('\n')).not.toContain('s3cret')
    expect(seen).toEqual([])
  })

  it('are a problem when nothing listens at the token endpoint', async () => {
    const { against } = await serviceWith(`${deadUrl}/token`)
    await expectOneProblem({ pacts: pactFile({}), against }, /no token from http.*ECONNREFUSED$/)
  })
})

it.each<[what: string, status: number, body: unknown, reason: string]>([
  ['a refused scope', 400, { error: 'invalid_scope' }, 'it refused the request with "invalid_scope"'],
  ['another text as an error', 400, { error: CLIENT_SECRET }, 'it responded with status 400'],
  ['an endpoint that fails', 500, `oops ${CLIENT_SECRET}`, 'it responded with status 500'],
  ['a redirect', 307, '', 'it responded with status 307'],
  ['HTML', 200, `<p>${CLIENT_SECRET}</p>`, NO_TOKEN],
  ['no token', 200, { token_type: 'Bearer', x: CLIENT_SECRET }, NO_TOKEN],
  ['another type of token', 200, { access_token: 's3cret', token_type: 'MAC' }, NO_TOKEN],
  [
    'a token for a header of its own',
    200,
    { access_token: 's3cret\r\nx: y', token_type: 'Bearer' },
    NO_TOKEN,
  ],
])('a response of a token endpoint without a token is a problem: %s', async (_, status, body, reason) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const token = requestToken(clientOf('https://login.example.com/token'), ['user:read'], async () => {
    return { status, headers: {}, body: Buffer.from(text) }
  })
  await expect(token).rejects.toThrow(new SetupProblem(`no token from https://login.example.com: ${reason}`))
})
