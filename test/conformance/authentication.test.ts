import { describe, expect, it } from 'vitest'
import type { Scope } from '../../src/index.js'
import { refused, type Refused } from '../support/refusals.js'
import { connect, ROLES, volunteerPath } from './client.js'
import { cases } from './operations.js'
import { expectSuccess, readChallenge, readProblem } from './expectations.js'

/** The expected body and challenge of a refusal (RFC 6750 §3). */
function refusal({ status, code, assumption }: Refused, scope: Scope) {
  const challenge = { realm: 'conmock', scope }
  return {
    body: { status, code, assumption, requiredScope: scope },
    // RFC 6750 §3.1: a request without a credential gets no error code.
    challenge: code === refused.missingCredential.code ? challenge : { ...challenge, error: code },
  }
}

/** RFC 6750 §3.1 has one error for tokens that are unknown, expired or revoked. */
function expired(scope: Scope) {
  const { body, challenge } = refusal(refused.expiredToken, scope)
  return { body, challenge: { ...challenge, error: 'invalid_token' } }
}

const missing = (scope: Scope) => refusal(refused.missingCredential, scope)
const malformed = (scope: Scope) => refusal(refused.invalidRequest, scope)
const invalid = (scope: Scope) => refusal(refused.invalidToken, scope)
const insufficient = (scope: Scope) => refusal(refused.insufficientScope, scope)

async function refusalIn(response: Response): Promise<unknown> {
  const { error_description: _, ...challenge } = readChallenge(response)
  const { status, code, assumption, requiredScope } = await readProblem(response)
  return { body: { status, code, assumption, requiredScope }, challenge }
}

it('knows the scopes of the API specification independently of the descriptors', () => {
  const known = Object.fromEntries(cases.map(({ id, scope }) => [id, scope]))
  expect(known).toMatchObject({ getVolunteer: 'volunteer:read', listRoles: 'user:read' })
})

describe.each(cases)('the credential for $name', ({ path, scope, validToken, other, otherScope }) => {
  it.each([validToken, 'mock-all-scopes'])('is sufficient if it is %s', async (token) => {
    const { get } = connect()
    const response = await get(path, token)
    expectSuccess(response)
    expect(response.headers.has('www-authenticate')).toBe(false)
  })

  it.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])('may spell its scheme as %s', async (scheme) => {
    const { fetch } = connect()
    const response = await fetch(path, { headers: { authorization: `${scheme} ${validToken}` } })
    expect(response.status).toBe(200)
  })

  it('is required', async () => {
    const { fetch } = connect()
    expect(await refusalIn(await fetch(path))).toEqual(missing(scope))
  })

  it.each([
    ['a credential of another scheme', `Basic ${btoa(`mock:${validToken}`)}`],
    ['a credential of a scheme that begins with Bearer', `Bearers ${validToken}`],
    ['a token without a scheme', validToken],
    ['a scheme without a token', 'Bearer'],
    ['an empty header', ''],
  ])('is missing if the header is %s', async (_, authorization) => {
    const { fetch } = connect()
    expect(await refusalIn(await fetch(path, { headers: { authorization } }))).toEqual(missing(scope))
  })

  it.each([
    ['Bearer undefined', invalid, 'the text "undefined": a variable of your app is not set'],
    ['Bearer null', invalid, 'the text "null": a variable of your app is not set'],
    [
      'Bearer [object Promise]',
      malformed,
      'the text "[object Promise]": a variable of your app is an object',
    ],
    ['Bearer ', missing, 'empty: a variable of your app is probably not set'],
    ['undefined', missing, 'the text "undefined": a variable of your app is not set'],
  ])(
    'is refused if it is %j, and the response names the mistake',
    async (authorization, expected, problem) => {
      const { fetch } = connect()
      const response = await fetch(path, { headers: { authorization } })
      expect(await refusalIn(response.clone())).toEqual(expected(scope))
      expect((await readProblem(response))['detail']).toContain(`The token is ${problem}`)
    },
  )

  it.each(['access_token', 'token', 'authorization', 'bearer'])(
    'is missing if it is in the query as %s',
    async (name) => {
      const { fetch } = connect()
      expect(await refusalIn(await fetch(`${path}?${name}=mock-all-scopes`))).toEqual(missing(scope))
    },
  )

  it('is missing if it is in a cookie or in another header', async () => {
    const { fetch } = connect()
    const headers = {
      'x-api-key': validToken,
      'proxy-authorization': `Bearer ${validToken}`,
      cookie: `access_token=${validToken}`,
    }
    expect(await refusalIn(await fetch(path, { headers }))).toEqual(missing(scope))
  })

  it.each([
    [
      'two headers',
      [
        ['authorization', `Bearer ${validToken}`],
        ['authorization', `Bearer ${validToken}`],
      ],
    ],
    ['a valid and an unknown token', [['authorization', `Bearer ${validToken}, Bearer unknown-token`]]],
    [
      'a token and a credential of another scheme',
      [['authorization', `Bearer ${validToken}, Basic bW9jazptb2Nr`]],
    ],
    ['two tokens after one scheme', [['authorization', `Bearer ${validToken} ${validToken}`]]],
    ['a token with characters that are not allowed', [['authorization', `Bearer "${validToken}"`]]],
  ] as [string, [string, string][]][])('is malformed if it is %s', async (_, headers) => {
    const { fetch } = connect()
    const response = await fetch(path, { headers })
    expect(await refusalIn(response)).toEqual(malformed(scope))
  })

  it.each([
    ['unknown', 'unknown-token'],
    ['unknown in another case', validToken.toUpperCase()],
    ['unknown because its last character is missing', validToken.slice(0, -1)],
  ])('is invalid if it is %s', async (_, token) => {
    const { get } = connect()
    expect(await refusalIn(await get(path, token))).toEqual(invalid(scope))
  })

  it('is valid until it expires, to the millisecond', async () => {
    let now = 1_000_000
    const { get, mock } = connect({ now: () => now })
    const { token } = mock.tokens.issue({ scopes: [scope], expiresIn: 60 })
    now += 59_999
    expectSuccess(await get(path, token))
    now += 1
    expect(await refusalIn(await get(path, token))).toEqual(expired(scope))
    expect(await refusalIn(await get(path, 'mock-expired'))).toEqual(expired(scope))
  })

  it('is invalid as soon as it is revoked', async () => {
    const { get, mock } = connect()
    const { token } = mock.tokens.issue({ scopes: [scope] })
    expectSuccess(await get(path, token))
    mock.tokens.revoke(token)
    expect(await refusalIn(await get(path, token))).toEqual(invalid(scope))
  })

  it.each([
    [`only has ${otherScope}, which does not include ${scope}`, other, [otherScope]],
    ['has no scope', 'mock-no-scopes', []],
  ])('is insufficient if it %s', async (_, token, has) => {
    const { get } = connect()
    const response = await get(path, token)
    expect(await refusalIn(response.clone())).toEqual(insufficient(scope))
    const body = await readProblem(response)
    expect(body['tokenScopes']).toEqual(has)
    expect(body['detail']).toContain(scope)
  })

  it('may be a token of the option tokens', async () => {
    const { get } = connect({ tokens: { 'my.own~token/1+2==': [scope] } })
    expectSuccess(await get(path, 'my.own~token/1+2=='))
    expect(await refusalIn(await get(path, 'my.own~token/1+2='))).toEqual(invalid(scope))
  })
})

it('is checked before a response reveals anything about the data', async () => {
  const { fetch, get } = connect()
  for (const id of ['1', '28', '4711471147']) {
    expect((await fetch(volunteerPath(id))).status).toBe(401)
    expect((await get(volunteerPath(id), 'mock-user-read')).status).toBe(403)
  }
  expect((await fetch(`${ROLES}?nextPage=garbage`)).status).toBe(401)
  expect((await get(`${ROLES}?nextPage=garbage`, 'mock-volunteer-read')).status).toBe(403)
})
