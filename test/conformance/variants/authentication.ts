import { expect } from 'vitest'
import type { Client } from '../client.js'
import { expectSuccess, readChallenge, readProblem } from '../expectations.js'
import { cases } from '../operations.js'
import type { Check, Checks, VariantChecks } from './check.js'

type Operation = (typeof cases)[number]

/** Sends the requests that are refused for one reason. */
type Asks = (client: Client, operation: Operation) => readonly Promise<Response>[]

/** `challenge` is whether there is a challenge, or the error in it. The code does not depend on the status. */
function refuses(asks: Asks, code: string, status: number, challenge: string | boolean): Checks {
  const check: Check = async (open) => {
    const client = open()
    for (const operation of cases) {
      for (const response of await Promise.all(asks(client, operation))) {
        expect(response.status).toBe(status)
        expect(response.headers.has('www-authenticate')).toBe(challenge !== false)
        if (challenge !== false) {
          const { scope, error } = readChallenge(response)
          expect({ scope, error: error ?? true }).toEqual({ scope: operation.scope, error: challenge })
        }
        expect(await readProblem(response)).toMatchObject({ status, code })
      }
      expectSuccess(await client.get(operation.path))
    }
  }
  return { [`refuses with ${code} and ${challenge === false ? 'no' : 'a'} challenge`]: check }
}

function withHeader({ fetch }: Client, path: string, authorization: string): Promise<Response> {
  return fetch(path, { headers: { authorization } })
}

const missing: Asks = (client, { path }) => [
  client.fetch(path),
  withHeader(client, path, 'Basic bW9jazptb2Nr'),
  withHeader(client, path, 'Bearer'),
]
const malformed: Asks = (client, { path }) => [
  client.get(path, 'one two'),
  client.get(path, 'mock-all-scopes, Bearer mock-all-scopes'),
  client.get(path, '"mock-all-scopes"'),
]
const invalid: Asks = (client, { path }) => {
  const { token } = client.mock.tokens.issue({ scopes: ['user:read', 'volunteer:read'] })
  client.mock.tokens.revoke(token)
  return ['unknown-token', token].map((each) => client.get(path, each))
}
const expired: Asks = (client, { path }) => [client.get(path, 'mock-expired')]
const insufficient: Asks = (client, { path, other }) => [
  client.get(path, other),
  client.get(path, 'mock-no-scopes'),
]

export const authenticationChecks: VariantChecks<
  'auth.missing' | 'auth.malformed' | 'auth.invalid' | 'auth.insufficientScope'
> = {
  'auth.missing': {
    '401': refuses(missing, 'missing_credential', 401, true),
    '403': refuses(missing, 'missing_credential', 403, false),
  },
  'auth.malformed': {
    '400': refuses(malformed, 'invalid_request', 400, 'invalid_request'),
    '401': refuses(malformed, 'invalid_request', 401, 'invalid_request'),
  },
  'auth.invalid': {
    '401': {
      ...refuses(invalid, 'invalid_token', 401, 'invalid_token'),
      ...refuses(expired, 'expired_token', 401, 'invalid_token'),
    },
    '403': {
      ...refuses(invalid, 'invalid_token', 403, false),
      ...refuses(expired, 'expired_token', 403, false),
    },
  },
  'auth.insufficientScope': {
    '403': refuses(insufficient, 'insufficient_scope', 403, 'insufficient_scope'),
    '401': refuses(insufficient, 'insufficient_scope', 401, 'insufficient_scope'),
    '404': refuses(insufficient, 'insufficient_scope', 404, false),
  },
}
