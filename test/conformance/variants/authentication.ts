import { expect } from 'vitest'
import type { Client } from '../client.js'
import { expectSuccess, readChallenge, readProblem } from '../expectations.js'
import { cases } from '../operations.js'
import type { Check, VariantChecks } from './check.js'

type Operation = (typeof cases)[number]

/** Sends the requests that are refused for one reason. */
type Asks = (client: Client, operation: Operation) => readonly Promise<Response>[]

interface Expected {
  readonly status: number
  /** The code of the refusal, which does not depend on its status. */
  readonly code: string
  /** Whether there is a challenge, or the error in it. */
  readonly challenge: string | boolean
}

function refuses(asks: Asks, { status, code, challenge }: Expected): Check {
  return async (open) => {
    const client = await open()
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
  return ['unknown-token', 'mock-expired', token].map((each) => client.get(path, each))
}
const insufficient: Asks = (client, { path, other }) => [
  client.get(path, other),
  client.get(path, 'mock-no-scopes'),
]

export const authenticationChecks: VariantChecks<
  'auth.missing' | 'auth.malformed' | 'auth.invalid' | 'auth.insufficientScope'
> = {
  'auth.missing': {
    '401': {
      'refuses with a challenge': refuses(missing, {
        status: 401,
        code: 'missing_credential',
        challenge: true,
      }),
    },
    '403': {
      'refuses without a challenge': refuses(missing, {
        status: 403,
        code: 'missing_credential',
        challenge: false,
      }),
    },
  },
  'auth.malformed': {
    '400': {
      'refuses with a challenge': refuses(malformed, {
        status: 400,
        code: 'invalid_request',
        challenge: 'invalid_request',
      }),
    },
    '401': {
      'refuses with a challenge': refuses(malformed, {
        status: 401,
        code: 'invalid_request',
        challenge: 'invalid_request',
      }),
    },
  },
  'auth.invalid': {
    '401': {
      'refuses with a challenge': refuses(invalid, {
        status: 401,
        code: 'invalid_token',
        challenge: 'invalid_token',
      }),
    },
    '403': {
      'refuses without a challenge': refuses(invalid, {
        status: 403,
        code: 'invalid_token',
        challenge: false,
      }),
    },
  },
  'auth.insufficientScope': {
    '403': {
      'refuses with a challenge': refuses(insufficient, {
        status: 403,
        code: 'insufficient_scope',
        challenge: 'insufficient_scope',
      }),
    },
    '401': {
      'refuses with a challenge': refuses(insufficient, {
        status: 401,
        code: 'insufficient_scope',
        challenge: 'insufficient_scope',
      }),
    },
    '404': {
      'refuses without a challenge': refuses(insufficient, {
        status: 404,
        code: 'insufficient_scope',
        challenge: false,
      }),
    },
  },
}
