import { describe, expect, it } from 'vitest'
import { scopes as allScopes } from '../../src/convention/scopes.js'
import { InvalidOptionError, createMock, type MockOptions } from '../../src/index.js'
import { ROLES } from '../conformance/client.js'
import {
  aToken,
  basic,
  connectToEndpoint,
  FORM,
  grant,
  readRefusal,
  readToken,
  builtIn,
  type Fields,
} from './token-client.js'

/** Characters that must be encoded in a form or in HTTP Basic, and non-ASCII characters. */
const ODD_ID = 'reg:desk+1 %41&=é'
const ODD_SECRET = 'pä:ss wörd+%2B&"\\/(!*\')🎪'

const all = allScopes.join(' ')
const both = 'volunteer:read user:read'
const form = { ...grant, ...builtIn }

/** The fields for scopes, and the scopes that are granted for them. */
const asked: [what: string, fields: [string, string][], granted: string][] = [
  ['no scope is requested', [], all],
  ['the scope contains only sandboxes', [['scope', '  ']], all],
  ['the second scope is requested', [['scope', 'user:read']], 'user:read'],
  ['both scopes are requested in another order', [['scope', ' user:read  volunteer:read ']], both],
  ['one scope is requested twice', [['scope', 'user:read user:read']], 'user:read'],
  ['the field is repeated', ['', 'user:read', 'volunteer:read'].map((scope) => ['scope', scope]), both],
]

function sorted(scope: string): string[] {
  return scope.split(' ').toSorted()
}

describe('issues a token', () => {
  it('to the built-in client with HTTP Basic', async () => {
    const { ask } = connectToEndpoint()
    const { authorization } = basic('conmock', 'conmock-secret')
    // RFC 9110 §11.1: the name of a scheme is case-insensitive.
    const headers = { authorization: authorization.replace('Basic', 'bAsIc') }
    for (const fields of [
      grant,
      { ...grant, client_id: 'conmock' },
      { ...grant, client_id: '', client_secret: '' },
    ]) {
      expect(await readToken(await ask(fields, headers))).toEqual(aToken)
    }
  })

  it.each(['Bearer mock-all-scopes', 'bearer  mock-expired', 'Bearer'])(
    'to a client with its secret in the form, and ignores a token in the header: %s',
    async (authorization) => {
      const { ask } = connectToEndpoint()
      expect(await readToken(await ask(form, { authorization }))).toEqual(aToken)
      const wrong = await ask({ ...form, client_secret: 'another' }, { authorization })
      expect(await readRefusal(wrong)).toEqual({ status: 401, error: 'invalid_client', challenge: null })
    },
  )

  it('to a client of the options with special characters in its id and its secret', async () => {
    const clients = { [ODD_ID]: { secret: ODD_SECRET } }
    const { ask } = connectToEndpoint({ clients })
    expect(await readToken(await ask({ ...grant, client_id: ODD_ID, client_secret: ODD_SECRET }))).toEqual(
      aToken,
    )
    expect(await readToken(await ask(grant, basic(ODD_ID, ODD_SECRET)))).toEqual(aToken)
    expect(await readToken(await ask(form))).toEqual(aToken)
  })

  it('with the scopes of a client of the options', async () => {
    const clients: MockOptions['clients'] = {
      some: { secret: 'a', scopes: ['user:read'] },
      none: { secret: 'c', scopes: [] },
      more: { secret: 'd', scopes: ['registration:read', 'user:read'] },
    }
    const { token, get } = connectToEndpoint({ clients })
    expect((await token({ ...grant, client_id: 'some', client_secret: 'a' })).scope).toBe('user:read')
    expect((await token({ ...grant, client_id: 'more', client_secret: 'd' })).scope).toBe('user:read')
    const { access_token } = await token({ ...grant, client_id: 'none', client_secret: 'c' })
    expect((await get(ROLES, access_token)).status).toBe(403)
  })

  it.each(asked)('if %s', async (_, fields, granted) => {
    const { token, mock } = connectToEndpoint()
    const { scope, access_token } = await token([...Object.entries(form), ...fields])
    expect(sorted(scope)).toEqual(sorted(granted))
    const known = mock.tokens.all.find((credential) => credential.token === access_token)
    expect(known).toMatchObject({ origin: 'issued' })
    expect(known!.scopes.toSorted()).toEqual(sorted(granted))
  })

  it.each([`${FORM};charset=UTF-8`, `${FORM} ; charset=utf-8`, FORM.toUpperCase()])(
    'for a form of type %s',
    async (type) => {
      const { ask } = connectToEndpoint()
      expect(await readToken(await ask(form, { 'content-type': type }))).toEqual(aToken)
    },
  )

  it('even if the form has unknown fields, once or twice', async () => {
    const { token } = connectToEndpoint()
    const odd: Fields = [...Object.entries(form), ['audience', 'a'], ['audience', 'b'], ['', '']]
    expect(await token(odd)).toEqual(aToken)
  })
})

it.each([1, 86_400])(
  'issues a token that expires after the %d seconds of tokenLifetime',
  async (tokenLifetime) => {
    const { ask, mock } = connectToEndpoint({ now: 1_000_000, tokenLifetime })
    expect(await (await ask(form)).json()).toMatchObject({ expires_in: tokenLifetime })
    expect(mock.tokens.all.at(-1)).toMatchObject({ expiresAt: 1_000_000 + tokenLifetime * 1000 })
  },
)

describe('has the clients', () => {
  it.each([
    null,
    [{ id: 'mine', secret: 'a' }],
    { '': { secret: 'a' } },
    ...[null, undefined, 'a', {}, { secret: '' }, { secret: 5 }].map((mine) => ({ mine })),
    ...[['user:write'], 'user:read', null].map((scopes) => ({ mine: { secret: 'a', scopes } })),
    { mine: { secret: 'a', scope: ['user:read'] } },
  ])('but createMock refuses the clients %j', (clients) => {
    expect(() => createMock({ clients } as never)).toThrow(InvalidOptionError)
  })

  it('of the options, but no inherited properties', async () => {
    const { ask } = connectToEndpoint()
    for (const client_id of ['constructor', '__proto__', 'toString']) {
      const fields: Fields = { ...grant, client_id, client_secret: 'undefined' }
      expect(await readRefusal(await ask(fields))).toMatchObject({ status: 401, error: 'invalid_client' })
    }
  })
})
