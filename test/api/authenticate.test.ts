import { describe, expect, it } from 'vitest'
import { authenticate } from '../../src/api/authenticate.js'
import type { Credentials, CredentialState } from '../../src/api/credentials.js'
import type { Scope } from '../../src/index.js'

const known: Record<string, CredentialState> = {
  both: { name: 'both', scopes: ['volunteer:read', 'user:read'], state: 'valid' },
  volunteers: { name: 'volunteers', scopes: ['volunteer:read'], state: 'valid' },
  roles: { name: 'roles', scopes: ['user:read'], state: 'valid' },
  none: { name: 'none', scopes: [], state: 'valid' },
  expired: { name: 'expired', scopes: ['volunteer:read', 'user:read'], state: 'expired' },
  revoked: { name: 'revoked', scopes: ['volunteer:read', 'user:read'], state: 'revoked' },
  'Aa0-._~+/==': { name: 'Aa0-._~+/==', scopes: ['user:read'], state: 'valid' },
}

const tokens: Pick<Credentials, 'lookup' | 'example'> = {
  lookup: (token) => (Object.hasOwn(known, token) ? known[token] : undefined),
  example: (scope) => (scope === 'user:read' ? 'roles' : undefined),
}

function refusalOf(header: string | null, scope: Scope = 'user:read') {
  const result = authenticate(header, scope, tokens)
  return 'detail' in result ? result : undefined
}

describe('a credential is accepted', () => {
  it.each([
    ['Bearer roles', 'user:read'],
    ['Bearer volunteers', 'volunteer:read'],
    ['Bearer both', 'user:read'],
    ['Bearer both', 'volunteer:read'],
    ['bearer roles', 'user:read'],
    ['BEARER roles', 'user:read'],
    ['Bearer   roles', 'user:read'],
    ['  Bearer roles  ', 'user:read'],
    ['Bearer Aa0-._~+/==', 'user:read'],
  ] as const)('as "%s" for %s', (header, scope) => {
    expect(refusalOf(header, scope)).toBeUndefined()
  })
})

describe('a credential is missing', () => {
  it.each([
    null,
    '',
    '  ',
    'roles',
    'Bearer',
    'Bearer ',
    'Basic cm9sZXM=',
    'Bearerroles',
    'Token roles',
    'Bearer=roles',
  ])('in the header %j', (header) => {
    const refusal = refusalOf(header)
    expect(refusal).toMatchObject({ status: 401, code: 'missing_credential', assumption: 'auth.missing' })
    expect(refusal?.headers?.['www-authenticate']).toBe('Bearer realm="conmock", scope="user:read"')
  })
})

describe('a credential is malformed', () => {
  it.each([
    'Bearer roles, Bearer both',
    'Bearer roles,Bearer both',
    'Bearer roles, Basic cm9sZXM=',
    'Basic cm9sZXM=, Bearer roles',
    'Bearer roles both',
    'Bearer roles,',
    'Bearer "roles"',
    'Bearer ro=les',
    'Bearer =',
    'Bearer rôles',
  ])('in the header %j', (header) => {
    const refusal = refusalOf(header)
    expect(refusal).toMatchObject({ status: 400, code: 'invalid_request', assumption: 'auth.malformed' })
    expect(refusal?.headers?.['www-authenticate']).toContain('error="invalid_request"')
  })
})

describe('a credential is invalid', () => {
  it.each([
    ['unknown-token', 'unknown'],
    ['ROLES', 'unknown'],
    ['toString', 'unknown'],
    ['expired', 'expired'],
    ['revoked', 'revoked'],
  ])('with the token %s, and the challenge says %s', (token, state) => {
    const refusal = refusalOf(`Bearer ${token}`)
    expect(refusal).toMatchObject({ status: 401, code: 'invalid_token', assumption: 'auth.invalid' })
    const challenge = refusal?.headers?.['www-authenticate']
    expect(challenge).toContain('error="invalid_token"')
    expect(challenge).toContain(`error_description="the token is ${state}"`)
    expect(challenge).toContain('scope="user:read"')
  })
})

describe('a credential is insufficient', () => {
  it.each([
    ['roles', 'volunteer:read', ['user:read']],
    ['volunteers', 'user:read', ['volunteer:read']],
    ['none', 'user:read', []],
    ['none', 'volunteer:read', []],
  ] as const)('with the token %s for %s', (token, scope, has) => {
    const refusal = refusalOf(`Bearer ${token}`, scope)
    expect(refusal).toMatchObject({
      status: 403,
      code: 'insufficient_scope',
      assumption: 'auth.insufficientScope',
      members: { requiredScope: scope, tokenScopes: has },
    })
    expect(refusal?.headers?.['www-authenticate']).toContain(`scope="${scope}"`)
  })
})

describe('the hint of a refusal', () => {
  it('names a token that would pass', () => {
    expect(refusalOf(null)?.hint).toContain('"Authorization: Bearer roles"')
  })

  it('explains how to issue a token if no existing token would pass', () => {
    expect(refusalOf(null, 'volunteer:read')?.hint).toContain(
      "mock.tokens.issue({ scopes: ['volunteer:read'] })",
    )
  })
})

describe('a token in the query string', () => {
  it.each(['access_token=roles', 'nextPage=x&token=roles'])(
    'is not accepted, and the refusal explains it: %s',
    (query) => {
      expect(authenticate(null, 'user:read', tokens, query)).toMatchObject({
        status: 401,
        detail: expect.stringContaining('query string') as string,
      })
    },
  )

  it('is ignored if the header has a valid token', () => {
    expect(authenticate('Bearer roles', 'user:read', tokens, 'access_token=none')).not.toHaveProperty(
      'detail',
    )
  })
})
