import { describe, expect, test } from 'vitest'
import { createMock, InvalidOptionError } from '../../src/index.js'
import { ask } from '../support/ask.js'
import { scopes as allScopes } from '../support/convention.js'
import { builtInToken } from '../../src/contract/tokens.js'

const builtIn = [
  ['mock-all-scopes', allScopes],
  ...allScopes.map((scope) => [builtInToken(scope), [scope]]),
  ['mock-no-scopes', []],
  ['mock-expired', allScopes],
]

/** Requests the list of roles, which needs `user:read`, and returns the status. */
async function rolesStatus(mock: Parameters<typeof ask>[0], token: string): Promise<number> {
  return (await ask(mock, '/api/v0/roles', token)).status
}

describe('the tokens of a mock', () => {
  test('are the built-in ones with all data', () => {
    const all = createMock({ data: 'empty' }).tokens.all
    expect(all.map(({ token, scopes }) => [token, scopes])).toEqual(builtIn)
    expect(all.map(({ origin }) => origin)).toEqual(builtIn.map(() => 'built-in'))
  })

  test('are followed by those of the options and by issued ones', () => {
    const mock = createMock({ tokens: { mine: ['user:read'] } })
    mock.tokens.issue({ token: 'another' })
    expect(mock.tokens.all.slice(builtIn.length)).toEqual([
      { origin: 'custom', token: 'mine', scopes: ['user:read'] },
      { origin: 'issued', token: 'another', scopes: [] },
    ])
  })

  test('may have lifetimes, which start with the mock, and again with reset()', async () => {
    const mock = createMock({ tokens: { short: { scopes: ['user:read'], expiresIn: 60 } }, now: 0 })
    expect(await rolesStatus(mock, 'short')).toBe(200)
    mock.clock.advance(60)
    expect(await rolesStatus(mock, 'short')).toBe(401)
    await mock.reset()
    expect(await rolesStatus(mock, 'short')).toBe(200)
    expect(() => createMock({ tokens: { x: { expiresIn: -1 } } })).toThrow(
      '"expiresIn" must be a number of seconds from 0',
    )
    expect(() => createMock({ tokens: { x: { token: 'y' } as object } })).toThrow('unknown option "token"')
    expect(() => createMock({ tokens: { 'a-secret': [], b: ['users:read'] } })).toThrow(
      /^"tokens" has a wrong value for custom token 2: "scopes\[0\]" .* did you mean "user:read"\?/,
    )
  })

  test('are copies of those of the options, and are returned as copies', async () => {
    const given: 'user:read'[] = []
    const mock = createMock({ tokens: { mine: given } })
    given.push('user:read')
    const issued = mock.tokens.issue()
    const ready = mock.tokens.all.find(({ token }) => token === 'mock-no-scopes')!
    const own = mock.tokens.all.find(({ token }) => token === 'mine')!
    for (const { scopes } of [issued, ready, own]) (scopes as string[]).push('user:read')
    for (const { token } of [issued, ready, own]) expect(await rolesStatus(mock, token)).toBe(403)
  })
})

test.each([
  [['all-scopes'], 'mock-all-scopes'],
  [['no-scopes'], 'mock-no-scopes'],
  [['expired'], 'mock-expired'],
  [['user-read'], 'mock-user-read'],
  [['order:view', 'order-view'], 'mock-order-view'],
])('the scopes %j cannot take over the token %s', (scopes, token) => {
  expect(() => createMock({ scopes })).toThrow(InvalidOptionError)
  expect(() => createMock({ scopes })).toThrow(`"scopes[${scopes.length - 1}]"`)
  expect(() => createMock({ scopes })).toThrow(token)
})

test('a scope may be given twice', () => {
  const mock = createMock({ scopes: ['order:view', 'order:view'] })
  expect(mock.tokens.all.find(({ token }) => token === 'mock-order-view')?.scopes).toEqual(['order:view'])
})

describe('issuing a token', () => {
  test('returns a new one for each call, which is the same in every run if it does not expire', () => {
    const [first, second] = [createMock(), createMock()].map(({ tokens }) =>
      [1, 2, 3].map(() => tokens.issue().token),
    )
    expect(new Set(first).size).toBe(3)
    expect(second).toEqual(first)
  })

  test.each([
    [{ scopes: ['user:write'] }, /"user:write".*volunteer:read, user:read/],
    [{ scope: ['user:read'] }, /"scope": did you mean "scopes"/],
    [null, /options must be a plain object/],
    [{ expiresIn: null }, /"expiresIn" must not be null/],
    [{ expiresIn: '60' }, /expiresIn" .*60/],
    [{ expiresIn: -1 }, /expiresIn" .*-1/],
    [{ expiresIn: Number.NaN }, /expiresIn" .*NaN/],
    [{ expiresIn: Infinity }, /expiresIn" .*Infinity/],
    [{ token: 'mock-user-read' }, /already exists/],
    [{ token: '' }, /RFC 6750/],
    // The message does not include an invalid token, because it may be a real one.
    [{ token: 'a real one' }, /^(?!.*real).*RFC 6750/],
    [{ token: 'a\n' }, /RFC 6750/],
    [{ token: 'schlüssel' }, /RFC 6750/],
    [{ token: 'a=b' }, /RFC 6750/],
  ])('refuses %o, and issues no token', (options, message) => {
    const mock = createMock()
    const before = mock.tokens.all
    const issue = () => mock.tokens.issue(options as never)
    expect(issue).toThrow(InvalidOptionError)
    expect(issue).toThrow(message)
    expect(mock.tokens.all).toEqual(before)
  })
})

test.each(['mock-all-scopes', 'mine', 'given', 'issued'])(
  'revoking a token makes the token %s invalid',
  async (name) => {
    const mock = createMock({ tokens: { mine: ['user:read'] } })
    mock.tokens.issue({ token: 'given', scopes: ['user:read'] })
    const token = name === 'issued' ? mock.tokens.issue({ scopes: ['user:read'] }).token : name
    expect(await rolesStatus(mock, token)).toBe(200)
    expect(() => mock.tokens.revoke('unknown')).toThrow(InvalidOptionError)
    mock.tokens.revoke(token)
    const { status, body } = await ask(mock, '/api/v0/roles', token)
    expect(status).toBe(401)
    expect(body).toMatchObject({ code: 'invalid_token', detail: 'The token was revoked.' })
    expect(mock.tokens.all.find((credential) => credential.token === token)).toMatchObject({ revoked: true })
  },
)

test('an issued token is unknown to another mock, which cannot take it for one of its own tokens', async () => {
  const options = { scopes: ['user:read'], expiresIn: 60 } as const
  const [issuer, other] = [createMock(), createMock()]
  const withScope = issuer.tokens.issue(options).token
  const without = other.tokens.issue({ expiresIn: 60 }).token
  expect([await rolesStatus(issuer, withScope), await rolesStatus(issuer, without)]).toEqual([200, 401])
  expect([await rolesStatus(other, withScope), await rolesStatus(other, without)]).toEqual([401, 403])
  expect(createMock({ seed: 2 }).tokens.issue(options).token).not.toBe(withScope)
})

test('the oldest of 100,000 issued tokens is forgotten, and the list of all tokens has the newest 1,000', async () => {
  const mock = createMock()
  const issued = Array.from({ length: 100_001 }, () => mock.tokens.issue({ scopes: ['user:read'] }).token)
  const [first, second] = issued
  expect([await rolesStatus(mock, first!), await rolesStatus(mock, second!)]).toEqual([401, 200])
  const listed = mock.tokens.all.slice(builtIn.length).map(({ token }) => token)
  expect(listed).toEqual(issued.slice(-1000))
})
