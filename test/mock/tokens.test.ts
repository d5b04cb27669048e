import { describe, expect, test } from 'vitest'
import { createMock, InvalidOptionError, type Mock, type MockOptions } from '../../src/index.js'
import { ask } from '../support/ask.js'

const READY_MADE = [
  'mock-all-scopes',
  'mock-volunteer-read',
  'mock-user-read',
  'mock-no-scopes',
  'mock-expired',
]

/** The status of a list of roles, which needs `user:read`. */
async function rolesStatus(mock: Parameters<typeof ask>[0], token: string): Promise<number> {
  return (await ask(mock, '/api/v0/roles', token)).status
}

describe('the tokens of a mock', () => {
  test('are at first the ready-made ones, in every scenario', () => {
    const all = createMock({ scenario: 'empty' }).tokens.all
    expect(all.map(({ token, scopes }) => [token, scopes])).toEqual([
      ['mock-all-scopes', ['volunteer:read', 'user:read']],
      ['mock-volunteer-read', ['volunteer:read']],
      ['mock-user-read', ['user:read']],
      ['mock-no-scopes', []],
      ['mock-expired', ['volunteer:read', 'user:read']],
    ])
    expect(all.map(({ origin }) => origin)).toEqual(READY_MADE.map(() => 'ready-made'))
  })

  test('are then those of the options and those issued, in this order', () => {
    const mock = createMock({ tokens: { mine: ['user:read'] } })
    mock.tokens.issue({ token: 'another' })
    expect(mock.tokens.all.slice(READY_MADE.length)).toEqual([
      { origin: 'own', token: 'mine', scopes: ['user:read'] },
      { origin: 'issued', token: 'another', scopes: [] },
    ])
  })

  test('that are named or revoked are so in one mock alone', async () => {
    const [mock, other] = [createMock(), createMock()]
    mock.tokens.issue({ token: 'named', scopes: ['user:read'] })
    mock.tokens.revoke('mock-user-read')
    expect(await rolesStatus(other, 'named')).toBe(401)
    expect(await rolesStatus(other, 'mock-user-read')).toBe(200)
  })

  test('may have a lifetime each, which starts with the mock and which a reset keeps', async () => {
    const mock = createMock({ tokens: { short: { scopes: ['user:read'], expiresIn: 60 } }, now: 0 })
    expect(await rolesStatus(mock, 'short')).toBe(200)
    mock.clock.advance(60)
    expect(await rolesStatus(mock, 'short')).toBe(401)
    await mock.reset()
    expect(await rolesStatus(mock, 'short')).toBe(200)
    expect(() => createMock({ tokens: { x: { expiresIn: -1 } } })).toThrow(
      'expiresIn must be a number of seconds from 0',
    )
    expect(() => createMock({ tokens: { x: { token: 'y' } as object } })).toThrow('unknown option "token"')
  })

  test('are copies: changing one changes nothing', async () => {
    const mock = createMock({ tokens: { mine: [] } })
    const issued = mock.tokens.issue()
    const ready = mock.tokens.all.find(({ token }) => token === 'mock-no-scopes')!
    const own = mock.tokens.all.find(({ token }) => token === 'mine')!
    for (const { scopes } of [issued, ready, own]) (scopes as string[]).push('user:read')
    for (const { token } of [issued, ready, own]) expect(await rolesStatus(mock, token)).toBe(403)
  })

  test('of the options do not follow a list of scopes that the caller changes later', async () => {
    const scopes: 'user:read'[] = []
    const mock = createMock({ tokens: { mine: scopes } })
    scopes.push('user:read')
    expect(await rolesStatus(mock, 'mine')).toBe(403)
  })
})

describe('issuing a token', () => {
  test('makes one with the scopes asked for, and none without', async () => {
    const mock = createMock()
    expect(await rolesStatus(mock, mock.tokens.issue({ scopes: ['user:read'] }).token)).toBe(200)
    expect(await rolesStatus(mock, mock.tokens.issue({ scopes: ['volunteer:read'] }).token)).toBe(403)
    expect(await rolesStatus(mock, mock.tokens.issue().token)).toBe(403)
  })

  test('gives one of its own to each call, the same in every run if it does not expire', () => {
    const [first, second] = [createMock(), createMock()].map(({ tokens }) =>
      [1, 2, 3].map(() => tokens.issue().token),
    )
    expect(new Set(first).size).toBe(3)
    expect(second).toEqual(first)
  })

  test('takes a name of ones own, of all the characters that a token may have', async () => {
    const mock = createMock()
    const token = 'aZ09-._~+/=='
    expect(mock.tokens.issue({ token, scopes: ['user:read'] })).toMatchObject({ token, origin: 'issued' })
    expect(await rolesStatus(mock, token)).toBe(200)
  })

  test("makes it expire by the mock's clock, at the second and not before", async () => {
    let now = 5_000_000
    const mock = createMock({ now: () => now })
    const { token, expiresAt } = mock.tokens.issue({ scopes: ['user:read'], expiresIn: 60 })
    expect(expiresAt).toBe(5_060_000)
    now += 59_999
    expect(await rolesStatus(mock, token)).toBe(200)
    now += 1
    expect(await rolesStatus(mock, token)).toBe(401)
    expect((await ask(mock, '/api/v0/roles', token)).body).toMatchObject({ detail: 'The token has expired.' })
  })

  test('with no time to live makes one that is expired at once; without a time one that stays', async () => {
    let now = 0
    const mock = createMock({ now: () => now })
    const dead = mock.tokens.issue({ scopes: ['user:read'], expiresIn: 0 })
    const lasting = mock.tokens.issue({ scopes: ['user:read'] })
    expect(lasting).not.toHaveProperty('expiresAt')
    now = Date.UTC(9999, 11, 31)
    expect(await rolesStatus(mock, dead.token)).toBe(401)
    expect(await rolesStatus(mock, lasting.token)).toBe(200)
  })

  test.each([
    ['an unknown scope', { scopes: ['user:write'] }, /unknown scope "user:write".*volunteer:read, user:read/],
    [
      'an option that does not exist',
      { scope: ['user:read'] },
      /unknown option "scope": did you mean "scopes"/,
    ],
    ['a number for the options', 5, /options must be a plain object/],
    ['null for the options', null, /options must be a plain object/],
    ['a list of scopes for the options', ['user:read'], /options must be a plain object/],
    ['null for the scopes', { scopes: null }, /"scopes" must not be null/],
    ['null for the name', { token: null }, /"token" must not be null/],
    ['a time that is null', { expiresIn: null }, /"expiresIn" must not be null/],
    ['a time that is a text', { expiresIn: '60' }, /expiresIn .*60/],
    ['a time that is true', { expiresIn: true }, /expiresIn .*true/],
    ['a negative time', { expiresIn: -1 }, /expiresIn .*-1/],
    ['a time that is no number', { expiresIn: Number.NaN }, /expiresIn .*NaN/],
    ['a name that is taken', { token: 'mock-user-read' }, /already exists/],
    ['an empty name', { token: '' }, /RFC 6750/],
    ['a space in the name', { token: 'a b' }, /RFC 6750/],
    ['a line break in the name', { token: 'a\n' }, /RFC 6750/],
    ['a letter that no header carries', { token: 'schlüssel' }, /RFC 6750/],
    ['an equals sign before the end', { token: 'a=b' }, /RFC 6750/],
  ])('refuses %s, and makes none', (_, options, message) => {
    const mock = createMock()
    const before = mock.tokens.all
    const issue = () => mock.tokens.issue(options as never)
    expect(issue).toThrow(InvalidOptionError)
    expect(issue).toThrow(message)
    expect(mock.tokens.all).toEqual(before)
  })

  test('does not repeat a bad token in its message, because it may be a real one', () => {
    expect(() => createMock().tokens.issue({ token: 'secret 123' })).not.toThrow(/secret/)
  })
})

describe('revoking a token', () => {
  test.each<[string, (mock: Mock) => string]>([
    ['a ready-made one', () => 'mock-all-scopes'],
    ['one of the options', () => 'mine'],
    ['an issued one', (mock) => mock.tokens.issue({ scopes: ['user:read'] }).token],
    ['an issued one with a name', (mock) => mock.tokens.issue({ token: 'x', scopes: ['user:read'] }).token],
  ])('makes %s invalid', async (_, tokenOf) => {
    const mock = createMock({ tokens: { mine: ['user:read'] } })
    const token = tokenOf(mock)
    expect(await rolesStatus(mock, token)).toBe(200)
    mock.tokens.revoke(token)
    const { status, body } = await ask(mock, '/api/v0/roles', token)
    expect(status).toBe(401)
    expect(body).toMatchObject({ code: 'invalid_token', detail: 'The token was revoked.' })
    expect(mock.tokens.all.find((credential) => credential.token === token)).toMatchObject({ revoked: true })
  })

  test('does not free its name', () => {
    const mock = createMock()
    mock.tokens.issue({ token: 'once' })
    mock.tokens.revoke('once')
    expect(() => mock.tokens.issue({ token: 'once' })).toThrow('already exists')
  })

  test('refuses a token that the mock does not know', () => {
    expect(() => createMock().tokens.revoke('unknown')).toThrow(InvalidOptionError)
  })
})

describe('tokens in the options', () => {
  test.each([
    ['a bad name', { 'a b': [] }, /RFC 6750/],
    ['an unknown scope', { mine: ['roles'] }, /unknown scope "roles"/],
  ])('are refused for %s', (_, tokens, message) => {
    const create = () => createMock({ tokens } as MockOptions)
    expect(create).toThrow(InvalidOptionError)
    expect(create).toThrow(message)
  })
})

describe('an issued token in another mock', () => {
  const options = { scopes: ['user:read'], expiresIn: 60 } as const

  test('is accepted if the options are the same, as by a replica or after a restart', async () => {
    const { token } = createMock().tokens.issue(options)
    expect(await rolesStatus(createMock(), token)).toBe(200)
    expect(await rolesStatus(createMock({ seed: 2 }), token)).toBe(401)
  })

  test('has the scopes that it was issued with, and expires as it was issued', async () => {
    const [issuer, other] = [createMock(), createMock()]
    const none = issuer.tokens.issue({ expiresIn: 60 }).token
    const roles = issuer.tokens.issue(options).token
    expect(await rolesStatus(other, none)).toBe(403)
    expect(await rolesStatus(other, roles)).toBe(200)
    other.clock.advance(61)
    expect((await ask(other, '/api/v0/roles', roles)).body).toMatchObject({
      detail: 'The token has expired.',
    })
  })

  test('is never taken for one that the other mock has issued itself', async () => {
    const [issuer, other] = [createMock(), createMock()]
    const withScope = issuer.tokens.issue(options).token
    const without = other.tokens.issue({ expiresIn: 60 }).token
    expect([await rolesStatus(other, withScope), await rolesStatus(other, without)]).toEqual([200, 403])
    expect([await rolesStatus(issuer, withScope), await rolesStatus(issuer, without)]).toEqual([200, 403])
  })

  test('is invalid where it was revoked or forgotten by reset, and nowhere else', async () => {
    const [issuer, other] = [createMock(), createMock()]
    const { token } = issuer.tokens.issue(options)
    other.tokens.revoke(token)
    expect([await rolesStatus(issuer, token), await rolesStatus(other, token)]).toEqual([200, 401])
    await issuer.reset()
    expect(await rolesStatus(issuer, token)).toBe(401)
    const { token: next } = issuer.tokens.issue(options)
    expect([await rolesStatus(issuer, next), await rolesStatus(other, next)]).toEqual([200, 200])
  })

  test('is accepted after a reset if it was issued later', async () => {
    let now = 1_000_000
    const [reset, other] = [createMock({ now: () => now }), createMock({ now: () => now })]
    for (let count = 0; count < 5; count++) reset.tokens.issue(options)
    await reset.reset()
    now += 1
    expect(await rolesStatus(reset, other.tokens.issue(options).token)).toBe(200)
  })

  test('stays forgotten after further resets, however the clock was moved', async () => {
    const mock = createMock({ now: 0 })
    mock.clock.advance(1000)
    const { token } = mock.tokens.issue({ scopes: ['user:read'], expiresIn: 9000 })
    await mock.reset()
    expect(await rolesStatus(mock, token)).toBe(401)
    mock.tokens.issue(options)
    await mock.reset()
    expect(await rolesStatus(mock, token)).toBe(401)
    expect(await rolesStatus(mock, mock.tokens.issue(options).token)).toBe(200)
  })

  test('is invalid after any edit', async () => {
    const mock = createMock()
    const { token } = mock.tokens.issue(options)
    for (let place = 0; place < token.length; place++) {
      const edited = token.slice(0, place) + (token[place] === 'A' ? 'B' : 'A') + token.slice(place + 1)
      expect(await rolesStatus(mock, edited)).toBe(401)
    }
  })

  test('can carry the id of any client', () => {
    const clients = { 'ünï "\\ \uD800 日本': { secret: 's' } }
    expect(createMock({ clients }).settings).toBeDefined()
  })
})

test('the list of all tokens keeps the newest 1,000 issued ones', () => {
  const mock = createMock()
  const issued = Array.from({ length: 1500 }, () => mock.tokens.issue().token)
  expect(mock.tokens.all.slice(READY_MADE.length).map(({ token }) => token)).toEqual(issued.slice(500))
})
