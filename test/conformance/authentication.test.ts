import { describe, expect, it } from 'vitest'
import { refused } from '../support/refusals.js'
import { connect, ROLES, volunteerPath } from './client.js'
import { cases } from './operations.js'
import { expectSuccess, readProblem } from './expectations.js'

// variants/authentication.ts has what is refused.
describe.each(cases)('the credential for $name', ({ path, scope, validToken, other, otherScope }) => {
  it.each([
    'Bearer mock-all-scopes',
    ...['Bearer', 'bearer', 'BEARER', 'bEaReR'].map((scheme) => `${scheme} ${validToken}`),
  ])('is sufficient if it is %s', async (authorization) => {
    const { fetch } = connect()
    const response = await fetch(path, { headers: { authorization } })
    expectSuccess(response)
    expect(response.headers.has('www-authenticate')).toBe(false)
  })

  it.each([
    ['Bearer undefined', refused.invalidToken, 'the string "undefined": a variable of your app is not set'],
    ['Bearer null', refused.invalidToken, 'the string "null": a variable of your app is not set'],
    [
      'Bearer [object Promise]',
      refused.invalidRequest,
      'the string "[object Promise]": a variable of your app is an object',
    ],
    ['Bearer ', refused.missingCredential, 'empty: a variable of your app is probably not set'],
    ['undefined', refused.missingCredential, 'the string "undefined": a variable of your app is not set'],
  ])('is refused if it is %j, with the mistake', async (authorization, expected, problem) => {
    const { fetch } = connect()
    const body = await readProblem(await fetch(path, { headers: { authorization } }))
    expect(body).toMatchObject({ ...expected, requiredScope: scope })
    expect(body['detail']).toContain(`The token is ${problem}`)
  })

  it('is valid until it expires, to the millisecond', async () => {
    let now = 1_000_000
    const { get, mock } = connect({ now: () => now })
    const { token } = mock.tokens.issue({ scopes: [scope], expiresIn: 60 })
    now += 59_999
    expectSuccess(await get(path, token))
    now += 1
    expect(await readProblem(await get(path, token))).toMatchObject(refused.expiredToken)
  })

  it.each([
    [`only has ${otherScope}, which does not include ${scope}`, other, [otherScope]],
    ['has no scope', 'mock-no-scopes', []],
  ])('is insufficient if it %s', async (_, token, tokenScopes) => {
    const body = await readProblem(await connect().get(path, token))
    expect(body).toMatchObject({ ...refused.insufficientScope, tokenScopes })
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
