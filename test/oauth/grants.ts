import { describe, expect, it } from 'vitest'
import { InvalidOptionError, createMock, scopes, type MockOptions } from '../../src/index.js'
import { ROLES, volunteerPath } from '../conformance/client.js'
import { expectSuccess } from '../conformance/expectations.js'
import type { Transport } from '../conformance/transports.js'
import {
  aToken,
  basic,
  connectToEndpoint,
  FORM,
  formOf,
  grant,
  readRefusal,
  readToken,
  builtIn,
  type Fields,
} from './token-client.js'

/** Characters that must be encoded in a form or in HTTP Basic, and non-ASCII characters. */
const ODD_ID = 'reg:desk+1 %41&=é'
const ODD_SECRET = 'pä:ss wörd+%2B&"\\/🎪'

const all = 'volunteer:read user:read'
const form = { ...grant, ...builtIn }

/** The fields for scopes, and the scopes that are granted for them. */
const asked: [what: string, fields: [string, string][], granted: string][] = [
  ['no scope is requested', [], all],
  ['the scope is empty', [['scope', '']], all],
  ['the scope contains only spaces', [['scope', '  ']], all],
  ['the first scope is requested', [['scope', 'volunteer:read']], 'volunteer:read'],
  ['the second scope is requested', [['scope', 'user:read']], 'user:read'],
  ['both scopes are requested', [['scope', all]], all],
  ['both scopes are requested in another order', [['scope', 'user:read volunteer:read']], all],
  ['one scope is requested twice', [['scope', 'user:read user:read']], 'user:read'],
  ['there are several spaces between them', [['scope', ' user:read  volunteer:read ']], all],
  [
    'the field is repeated',
    [
      ['scope', 'user:read'],
      ['scope', 'volunteer:read'],
    ],
    all,
  ],
  [
    'the field is repeated, once without a value',
    [
      ['scope', ''],
      ['scope', 'user:read'],
    ],
    'user:read',
  ],
]

function sorted(scope: string): string[] {
  return scope.split(' ').toSorted()
}

/** Tests which tokens the token endpoint issues, and what they allow. */
export function grantSuite(transport: Transport): void {
  describe('issues a token', () => {
    it('to the built-in client with its secret in the form', async () => {
      const { ask } = await connectToEndpoint(transport)
      expect(sorted((await readToken(await ask(form))).scope)).toEqual(sorted(all))
    })

    it('to the built-in client with HTTP Basic', async () => {
      const { ask } = await connectToEndpoint(transport)
      expect(await readToken(await ask(grant, basic('conmock', 'conmock-secret')))).toEqual(aToken)
      // RFC 9110 §11.1: the name of a scheme is case-insensitive.
      const { authorization } = basic('conmock', 'conmock-secret')
      expect(
        await readToken(await ask(grant, { authorization: authorization.replace('Basic', 'bAsIc') })),
      ).toEqual(aToken)
      expect(await readToken(await ask({ ...grant, client_id: 'conmock' }, { authorization }))).toEqual(
        aToken,
      )
      expect(
        await readToken(await ask({ ...grant, client_id: '', client_secret: '' }, { authorization })),
      ).toEqual(aToken)
    })

    it.each(['Bearer mock-all-scopes', 'Bearer unknown-token', 'bearer  mock-expired', 'Bearer'])(
      'to a client with its secret in the form, and ignores a token in the header: %s',
      async (authorization) => {
        const { ask } = await connectToEndpoint(transport)
        expect(await readToken(await ask(form, { authorization }))).toEqual(aToken)
        const wrong = await ask({ ...form, client_secret: 'another' }, { authorization })
        expect(await readRefusal(wrong)).toEqual({ status: 401, error: 'invalid_client', challenge: null })
      },
    )

    it('to a client of the options with special characters in its id and its secret', async () => {
      const clients = { [ODD_ID]: { secret: ODD_SECRET } }
      const { ask } = await connectToEndpoint(transport, { clients })
      expect(await readToken(await ask({ ...grant, client_id: ODD_ID, client_secret: ODD_SECRET }))).toEqual(
        aToken,
      )
      expect(await readToken(await ask(grant, basic(ODD_ID, ODD_SECRET)))).toEqual(aToken)
      expect(await readToken(await ask(form))).toEqual(aToken)
    })

    it('with the scopes of a client of the options, which are all scopes by default', async () => {
      const clients = {
        some: { secret: 'a', scopes: ['user:read'] },
        every: { secret: 'b' },
        none: { secret: 'c', scopes: [] },
      } satisfies MockOptions['clients']
      const { token, get } = await connectToEndpoint(transport, { clients })
      expect((await token({ ...grant, client_id: 'some', client_secret: 'a' })).scope).toBe('user:read')
      expect(sorted((await token({ ...grant, client_id: 'every', client_secret: 'b' })).scope)).toEqual(
        sorted(all),
      )
      const { access_token } = await token({ ...grant, client_id: 'none', client_secret: 'c' })
      expect((await get(ROLES, access_token)).status).toBe(403)
    })

    it.each(asked)('if %s', async (_, fields, granted) => {
      const { token, mock } = await connectToEndpoint(transport)
      const { scope, access_token } = await token([...Object.entries(form), ...fields])
      expect(sorted(scope)).toEqual(sorted(granted))
      const known = mock.tokens.all.find((credential) => credential.token === access_token)
      expect(known).toMatchObject({ origin: 'issued' })
      expect(known!.scopes.toSorted()).toEqual(sorted(granted))
    })

    it.each([`${FORM};charset=UTF-8`, `${FORM} ; charset=utf-8`, FORM.toUpperCase()])(
      'for a form of type %s',
      async (type) => {
        const { ask } = await connectToEndpoint(transport)
        expect(await readToken(await ask(form, { 'content-type': type }))).toEqual(aToken)
      },
    )

    it('even if the form has unknown fields, once or twice', async () => {
      const { token } = await connectToEndpoint(transport)
      const odd: Fields = [...Object.entries(form), ['audience', 'a'], ['audience', 'b'], ['', '']]
      expect(await token(odd)).toEqual(aToken)
    })

    it('for a form of 64 KiB', async () => {
      const { ask } = await connectToEndpoint(transport)
      expect(await readToken(await ask(`${formOf(form)}&pad=`.padEnd(65_536, 'x')))).toEqual(aToken)
    })

    it('for each of many requests at once, different for each', async () => {
      const { token, get } = await connectToEndpoint(transport)
      const given = await Promise.all(Array.from({ length: 40 }, () => token()))
      expect(new Set(given.map(({ access_token }) => access_token)).size).toBe(40)
      const answers = await Promise.all(given.map(({ access_token }) => get(ROLES, access_token)))
      expect(answers.map(({ status }) => status)).toEqual(given.map(() => 200))
    })
  })

  describe('issues a token that', () => {
    const operations: [scope: string, allowed: string, other: string][] = [
      ['user:read', ROLES, volunteerPath('1')],
      ['volunteer:read', volunteerPath('1'), ROLES],
    ]

    it.each(operations)('is only valid for %s', async (scope, allowed, other) => {
      const { token, get } = await connectToEndpoint(transport)
      const { access_token } = await token({ ...form, scope })
      expectSuccess(await get(allowed, access_token))
      expect((await get(other, access_token)).status).toBe(403)
    })

    it('expires by the clock of the mock, to the millisecond', async () => {
      const { token, get, mock } = await connectToEndpoint(transport, { now: 1_000_000 })
      const { access_token, expires_in } = await token()
      mock.clock.advance(expires_in - 0.001)
      expectSuccess(await get(ROLES, access_token))
      mock.clock.advance(0.001)
      expect((await get(ROLES, access_token)).status).toBe(401)
      expectSuccess(await get(ROLES, (await token()).access_token))
    })

    it('expires after an hour without the option now', async () => {
      const { token, get, mock } = await connectToEndpoint(transport)
      const { access_token } = await token()
      expectSuccess(await get(ROLES, access_token))
      mock.clock.advance(3600)
      expect((await get(ROLES, access_token)).status).toBe(401)
    })

    it.each([1, 60, 86_400])('expires after the %d seconds of tokenLifetime', async (tokenLifetime) => {
      const { ask, get, mock } = await connectToEndpoint(transport, { now: 1_000_000, tokenLifetime })
      const body = (await (await ask(form)).json()) as { access_token: string; expires_in: number }
      expect(body.expires_in).toBe(tokenLifetime)
      mock.clock.advance(tokenLifetime - 0.001)
      expectSuccess(await get(ROLES, body.access_token))
      mock.clock.advance(0.001)
      expect((await get(ROLES, body.access_token)).status).toBe(401)
    })

    it('can be revoked, and is removed by reset()', async () => {
      const { token, get, mock } = await connectToEndpoint(transport)
      const [first, second] = [await token(), await token()]
      mock.tokens.revoke(first.access_token)
      expect((await get(ROLES, first.access_token)).status).toBe(401)
      expectSuccess(await get(ROLES, second.access_token))
      await mock.reset()
      expect((await get(ROLES, second.access_token)).status).toBe(401)
      expect(mock.tokens.all.filter(({ origin }) => origin === 'issued')).toEqual([])
    })
  })

  describe('has the clients', () => {
    const invalid: [what: string, clients: unknown][] = [
      ['without an id', { '': { secret: 'a' } }],
      ['without a secret', { mine: {} }],
      ['with an empty secret', { mine: { secret: '' } }],
      ['with a secret that is not a string', { mine: { secret: 5 } }],
      ['that are only a secret', { mine: 'a' }],
      ['with a scope that does not exist', { mine: { secret: 'a', scopes: ['user:write'] } }],
      ['with scopes that are not a list', { mine: { secret: 'a', scopes: 'user:read' } }],
      ['that are a list', [{ id: 'mine', secret: 'a' }]],
      ['that are null', null],
      ['with a misspelled option', { mine: { secret: 'a', scope: ['user:read'] } }],
      ['with scopes that are null', { mine: { secret: 'a', scopes: null } }],
    ]

    it.each(invalid)('but createMock refuses clients %s', (_, clients) => {
      expect(() => createMock({ clients } as never)).toThrow(InvalidOptionError)
    })

    it.each([
      ['that are null', { mine: null }],
      ['that are undefined', { mine: undefined }],
    ])('but createMock refuses clients %s', (_, clients) => {
      expect(() => createMock({ clients } as never)).toThrow(InvalidOptionError)
    })

    it('with scopes of the real service, if the mock supports them', async () => {
      const clients = { desk: { secret: 's', scopes: ['registration:read', 'user:read'] } } as const
      const desk = { ...grant, client_id: 'desk', client_secret: 's' }
      const service = await connectToEndpoint(transport, { clients, profile: 'reported' })
      const both = 'registration:read user:read'
      expect(sorted((await service.token({ ...desk, scope: both })).scope)).toEqual(sorted(both))
      const refused = await readRefusal(await service.ask({ ...desk, scope: 'order:view' }))
      expect(refused).toMatchObject({ status: 400, error: 'invalid_scope' })
      const specified = await connectToEndpoint(transport, { clients })
      expect((await specified.token(desk)).scope).toBe('user:read')
      expect((await specified.ask({ ...desk, scope: both })).status).toBe(400)
    })

    it('of the options, but no inherited properties', async () => {
      const { ask } = await connectToEndpoint(transport)
      for (const client_id of ['constructor', '__proto__', 'toString']) {
        const fields: Fields = { ...grant, client_id, client_secret: 'undefined' }
        expect(await readRefusal(await ask(fields))).toMatchObject({ status: 401, error: 'invalid_client' })
      }
    })

    it('with all scopes of the API specification by default', async () => {
      const { token } = await connectToEndpoint(transport)
      expect(sorted((await token()).scope)).toEqual([...scopes].toSorted())
    })
  })
}
