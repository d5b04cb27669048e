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

type Headers = [string, string][]

function by(...credentials: string[]): Headers {
  return credentials.map((credential) => ['authorization', credential])
}

it('knows the scopes of the API specification independently of the descriptors', () => {
  const known = Object.fromEntries(cases.map(({ id, scope }) => [id, scope]))
  expect(known).toMatchObject({ getVolunteer: 'volunteer:read', listRoles: 'user:read' })
})

describe.each(cases)('the credential for $name', ({ path, scope, validToken, other, otherScope }) => {
  const bearer = `Bearer ${validToken}`

  it.each([
    bearer,
    'Bearer mock-all-scopes',
    ...['bearer', 'BEARER', 'bEaReR'].map((scheme) => `${scheme} ${validToken}`),
  ])('is sufficient if it is %s', async (authorization) => {
    const { fetch } = connect()
    const response = await fetch(path, { headers: { authorization } })
    expectSuccess(response)
    expect(response.headers.has('www-authenticate')).toBe(false)
  })

  const elsewhere: Headers = [
    ['x-api-key', validToken],
    ['proxy-authorization', bearer],
    ['cookie', `access_token=${validToken}`],
  ]
  const parameters = ['access_token', 'token', 'authorization', 'bearer']

  it.each<[what: string, expected: typeof missing, headers: Headers, query?: string]>([
    ['there is none', missing, []],
    ['it has another scheme', missing, by(`Basic ${btoa(`mock:${validToken}`)}`)],
    ['it has a scheme that begins with Bearer', missing, by(`Bearers ${validToken}`)],
    ['it has no scheme', missing, by(validToken)],
    ['it has no token', missing, by('Bearer')],
    ['it is empty', missing, by('')],
    ['it is in a cookie and in other headers', missing, elsewhere],
    ...parameters.map((name): [string, typeof missing, Headers, string] => [
      `it is in the query as ${name}`,
      missing,
      [],
      `?${name}=mock-all-scopes`,
    ]),
    ['it is in two headers', malformed, by(bearer, bearer)],
    ['it is a valid and an unknown token', malformed, by(`${bearer}, Bearer unknown-token`)],
    ['it is beside one of another scheme', malformed, by(`${bearer}, Basic bW9jazptb2Nr`)],
    ['it has two tokens after one scheme', malformed, by(`${bearer} ${validToken}`)],
    ['it has characters that are not allowed', malformed, by(`Bearer "${validToken}"`)],
    ['it is unknown', invalid, by('Bearer unknown-token')],
    ['it is in another case', invalid, by(`Bearer ${validToken.toUpperCase()}`)],
    ['it has no last character', invalid, by(bearer.slice(0, -1))],
  ])('is refused if %s', async (_, expected, headers, query = '') => {
    const { fetch } = connect()
    expect(await refusalIn(await fetch(path + query, { headers }))).toEqual(expected(scope))
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
  ])('is refused if it is %j, with the mistake', async (authorization, expected, problem) => {
    const { fetch } = connect()
    const response = await fetch(path, { headers: { authorization } })
    expect(await refusalIn(response.clone())).toEqual(expected(scope))
    expect((await readProblem(response))['detail']).toContain(`The token is ${problem}`)
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
