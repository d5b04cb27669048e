import { expect } from 'vitest'
import { scopes } from '../../../src/convention/scopes.js'
import { refused } from '../../support/refusals.js'
import { ROLES, volunteerPath, type Client } from '../client.js'
import { expectSuccess, readProblem } from '../expectations.js'
import type { Check, Open, VariantChecks } from './check.js'

const PATH = '/api/oauth/token'

/** Requests a token with the built-in client. */
function askToken({ fetch }: Client, more: Record<string, string> = {}): Promise<Response> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: 'conmock',
    client_secret: 'conmock-secret',
    ...more,
  })
  return fetch(PATH, { method: 'POST', body })
}

const isUnknownPath: Check = async (open) => {
  expect(await readProblem(await askToken(open()))).toMatchObject(refused.unknownPath)
}

const issuesTokens: Check = async (open) => {
  const client = open()
  const response = await askToken(client)
  expectSuccess(response)
  const { access_token: token, ...rest } = (await response.json()) as { access_token: string }
  expect(rest).toEqual({ token_type: 'Bearer', expires_in: 3600, scope: scopes.join(' ') })
  for (const path of [ROLES, volunteerPath('1')]) expectSuccess(await client.get(path, token))
}

/** Scopes for services in the documentation of the real service that are not in the API specification. */
const furtherScopes = ['user:roles:update', 'registration:read', 'vendor:read', 'order:view']

/** The scopes that are granted for the requested ones, or the error. */
async function grantedFor(client: Client, scope: string): Promise<string[] | string> {
  const response = await askToken(client, { scope })
  const body = (await response.json()) as { scope?: string; error?: string }
  expect(response.status).toBe(body.error === undefined ? 200 : 400)
  return body.scope?.split(' ').toSorted() ?? body.error!
}

function openEndpoint(open: Open): Client {
  return open({ assumptions: { 'token.endpoint': 'on' } })
}

const grantsSpecifiedScopes: Check = async (open) => {
  const client = openEndpoint(open)
  expect(await grantedFor(client, 'user:read volunteer:read')).toEqual(['user:read', 'volunteer:read'])
  for (const scope of furtherScopes) {
    expect(await grantedFor(client, scope)).toBe('invalid_scope')
    expect(await grantedFor(client, `user:read ${scope}`)).toBe('invalid_scope')
  }
}

const grantsServiceScopes: Check = async (open) => {
  const client = openEndpoint(open)
  const all = [...furtherScopes, 'user:read', 'volunteer:read']
  for (let bits = 1; bits < 2 ** all.length; bits++) {
    const asked = all.filter((_, place) => bits & (2 ** place))
    expect(await grantedFor(client, asked.join(' '))).toEqual(asked.toSorted())
  }
}

const refusesOtherScopes: Check = async (open) => {
  const client = openEndpoint(open)
  for (const scope of ['pii:basic', 'pii:*', 'user:write', 'volunteer:update', 'registration', '*']) {
    expect(await grantedFor(client, scope)).toBe('invalid_scope')
    expect(await grantedFor(client, `user:read ${scope}`)).toBe('invalid_scope')
  }
}

const tokensNeedASpecifiedScope: Check = async (open) => {
  const client = openEndpoint(open)
  const statuses = async (scope: string) => {
    const { access_token: token } = (await (await askToken(client, { scope })).json()) as {
      access_token: string
    }
    return [(await client.get(ROLES, token)).status, (await client.get(volunteerPath('1'), token)).status]
  }
  expect(await statuses('registration:read user:read order:view')).toEqual([200, 403])
  expect(await statuses('volunteer:read vendor:read')).toEqual([403, 200])
  expect(await statuses('registration:read')).toEqual([403, 403])
}

export const tokenChecks: VariantChecks<'token.endpoint' | 'token.scopes'> = {
  'token.scopes': {
    specified: {
      'grants only the two scopes of the API specification': grantsSpecifiedScopes,
      'refuses scopes that do not exist or are only for people': refusesOtherScopes,
    },
    service: {
      'grants the scopes of the real service in any combination': grantsServiceScopes,
      'refuses scopes that do not exist or are only for people': refusesOtherScopes,
      'issues tokens that work if they have the scope of the operation': tokensNeedASpecifiedScope,
    },
  },
  'token.endpoint': {
    off: { 'is answered as an unknown path': isUnknownPath },
    on: { 'issues a token for both operations': issuesTokens },
  },
}
