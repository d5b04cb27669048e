import { expect } from 'vitest'
import { refused } from '../../support/refusals.js'
import { ROLES, volunteerPath, type Client } from '../client.js'
import { expectSuccess, readProblem } from '../expectations.js'
import { builtIn, grant, tokenRequest } from '../../api/token-endpoint/token-client.js'
import type { Check, Open, VariantChecks } from './check.js'
import { scopes } from '../../support/convention.js'

interface Token {
  readonly access_token: string
}

/** Requests a token with the built-in client. */
function askToken({ fetch }: Client, more: Record<string, string> = {}): Promise<Response> {
  return fetch('/api/oauth/token', tokenRequest({ ...grant, ...builtIn, ...more }))
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

const refusesOtherScopes: Check = async (open) => {
  const client = openEndpoint(open)
  for (const scope of ['pii:basic', 'pii:*', 'user:write', 'volunteer:update', 'registration', '*']) {
    expect(await grantedFor(client, scope)).toBe('invalid_scope')
    expect(await grantedFor(client, `user:read ${scope}`)).toBe('invalid_scope')
  }
}

export const tokenChecks: VariantChecks<'token.endpoint' | 'token.scopes'> = {
  'token.scopes': {
    specified: {
      'grants only the two scopes of the API specification': async (open) => {
        const client = openEndpoint(open)
        expect(await grantedFor(client, 'user:read volunteer:read')).toEqual(['user:read', 'volunteer:read'])
        for (const scope of furtherScopes) {
          expect(await grantedFor(client, scope)).toBe('invalid_scope')
          expect(await grantedFor(client, `user:read ${scope}`)).toBe('invalid_scope')
        }
      },
      'refuses scopes that do not exist or are only for people': refusesOtherScopes,
    },
    service: {
      'grants the scopes of the real service in any combination': async (open) => {
        const client = openEndpoint(open)
        const all = [...furtherScopes, 'user:read', 'volunteer:read']
        for (let bits = 1; bits < 2 ** all.length; bits++) {
          const asked = all.filter((_, place) => bits & (2 ** place))
          expect(await grantedFor(client, asked.join(' '))).toEqual(asked.toSorted())
        }
      },
      'refuses scopes that do not exist or are only for people': refusesOtherScopes,
      'issues tokens that work if they have the scope of the operation': async (open) => {
        const client = openEndpoint(open)
        for (const [scope, ...statuses] of [
          ['registration:read user:read order:view', 200, 403],
          ['volunteer:read vendor:read', 403, 200],
          ['registration:read', 403, 403],
        ] as const) {
          const { access_token } = (await (await askToken(client, { scope })).json()) as Token
          const seen = await Promise.all(
            [ROLES, volunteerPath('1')].map((path) => client.get(path, access_token)),
          )
          expect(seen.map(({ status }) => status)).toEqual(statuses)
        }
      },
    },
  },
  'token.endpoint': {
    off: {
      'is answered as an unknown path': async (open) => {
        expect(await readProblem(await askToken(open()))).toMatchObject(refused.unknownPath)
      },
    },
    on: {
      'issues a token for both operations': async (open) => {
        const client = open()
        const response = await askToken(client)
        expectSuccess(response)
        const { access_token: token, ...rest } = (await response.json()) as Token
        expect(rest).toEqual({ token_type: 'Bearer', expires_in: 3600, scope: scopes.join(' ') })
        for (const path of [ROLES, volunteerPath('1')]) expectSuccess(await client.get(path, token))
      },
    },
  },
}
