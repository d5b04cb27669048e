import { describe, expect, it } from 'vitest'
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
import { scopes as allScopes } from '../../support/convention.js'

const all = allScopes.join(' ')
const both = 'volunteer:read user:read'
const form = { ...grant, ...builtIn }

/** The fields for scopes, and the scopes that are granted for them. */
const asked: [what: string, fields: [string, string][], granted: string][] = [
  ['no scope is requested', [], all],
  ['the scope contains only spaces', [['scope', '  ']], all],
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

  it('to a client that encodes its credentials for HTTP Basic as in a form (RFC 6749 §2.3.1)', async () => {
    const { ask } = connectToEndpoint()
    const authorization = `Basic ${btoa('%63onmock:conmock%2Dsecret')}`
    expect(await readToken(await ask(grant, { authorization }))).toEqual(aToken)
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

it('issues a token that expires after an hour', async () => {
  const { ask, mock } = connectToEndpoint({ now: 1_000_000 })
  expect(await (await ask(form)).json()).toMatchObject({ expires_in: 3600 })
  expect(mock.tokens.all.at(-1)).toMatchObject({ expiresAt: 1_000_000 + 3_600_000 })
})
