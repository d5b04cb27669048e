import { expect } from 'vitest'
import { refused, type Refused } from '../../support/refusals.js'
import type { Client } from '../client.js'
import { expectSuccess, readChallenge, readProblem } from '../expectations.js'
import { cases } from '../operations.js'
import type { Check, Checks, VariantChecks } from './check.js'

type Operation = (typeof cases)[number]

/** Sends the requests that are refused for one reason, by what each of them is. */
type Asks = (client: Client, operation: Operation) => Readonly<Record<string, Promise<Response>>>

/** `challenge` is whether there is a challenge, or the error in it (RFC 6750 §3). The code does not depend on the status. */
function refuses(
  asks: Asks,
  { code, assumption }: Refused,
  status: number,
  challenge: string | boolean,
): Checks {
  const check: Check = async (open) => {
    const client = open()
    for (const operation of cases) {
      const { scope } = operation
      for (const [what, asked] of Object.entries(asks(client, operation))) {
        const response = await asked
        expect({ what, status: response.status }).toEqual({ what, status })
        expect(response.headers.has('www-authenticate')).toBe(challenge !== false)
        if (challenge !== false) {
          const { error_description: _, ...attributes } = readChallenge(response)
          // RFC 6750 §3.1: a request without a credential gets no error code.
          const error = challenge === true ? {} : { error: challenge }
          expect({ what, ...attributes }).toEqual({ what, realm: 'conmock', scope, ...error })
        }
        const body = { what, ...(await readProblem(response)) }
        expect(body).toMatchObject({ what, status, code, assumption, requiredScope: scope })
      }
      expectSuccess(await client.get(operation.path))
    }
  }
  return { [`refuses with ${code} and ${challenge === false ? 'no' : 'a'} challenge`]: check }
}

type Headers = Record<string, string> | [string, string][]

/** The request of an operation with these headers, or with this Authorization header. */
function by({ fetch }: Client, { path }: Operation, credential: string | Headers): Promise<Response> {
  return fetch(path, { headers: typeof credential === 'string' ? { authorization: credential } : credential })
}

const missing: Asks = (client, operation) => {
  const { path, validToken } = operation
  const elsewhere = {
    'x-api-key': validToken,
    'proxy-authorization': `Bearer ${validToken}`,
    cookie: `access_token=${validToken}`,
  }
  const inQuery = ['access_token', 'token', 'authorization', 'bearer'].map(
    (name) => [`in the query as ${name}`, client.fetch(`${path}?${name}=mock-all-scopes`)] as const,
  )
  return {
    none: client.fetch(path),
    'another scheme': by(client, operation, `Basic ${btoa(`mock:${validToken}`)}`),
    'a scheme that begins with Bearer': by(client, operation, `Bearers ${validToken}`),
    'no scheme': by(client, operation, validToken),
    'no token': by(client, operation, 'Bearer'),
    empty: by(client, operation, ''),
    'in a cookie and in other headers': by(client, operation, elsewhere),
    ...Object.fromEntries(inQuery),
  }
}
const malformed: Asks = (client, operation) => {
  const bearer = `Bearer ${operation.validToken}`
  return {
    'in two headers': by(client, operation, [
      ['authorization', bearer],
      ['authorization', bearer],
    ]),
    'a valid and an unknown token': by(client, operation, `${bearer}, Bearer unknown-token`),
    'beside one of another scheme': by(client, operation, `${bearer}, Basic bW9jazptb2Nr`),
    'two tokens after one scheme': by(client, operation, `${bearer} ${operation.validToken}`),
    'characters that are not allowed': by(client, operation, `Bearer "${operation.validToken}"`),
  }
}
const invalid: Asks = (client, { path, validToken }) => {
  const { token } = client.mock.tokens.issue({ scopes: ['user:read', 'volunteer:read'] })
  client.mock.tokens.revoke(token)
  return {
    unknown: client.get(path, 'unknown-token'),
    revoked: client.get(path, token),
    'in another case': client.get(path, validToken.toUpperCase()),
    'without its last character': client.get(path, validToken.slice(0, -1)),
  }
}
const expired: Asks = (client, { path }) => ({ expired: client.get(path, 'mock-expired') })
const insufficient: Asks = (client, { path, other }) => ({
  'another scope': client.get(path, other),
  'no scope': client.get(path, 'mock-no-scopes'),
})

export const authenticationChecks: VariantChecks<
  'auth.missing' | 'auth.malformed' | 'auth.invalid' | 'auth.insufficientScope'
> = {
  'auth.missing': {
    '401': refuses(missing, refused.missingCredential, 401, true),
    '403': refuses(missing, refused.missingCredential, 403, false),
  },
  'auth.malformed': {
    '400': refuses(malformed, refused.invalidRequest, 400, 'invalid_request'),
    '401': refuses(malformed, refused.invalidRequest, 401, 'invalid_request'),
  },
  // RFC 6750 §3.1 has one error for tokens that are unknown, expired or revoked.
  'auth.invalid': {
    '401': {
      ...refuses(invalid, refused.invalidToken, 401, 'invalid_token'),
      ...refuses(expired, refused.expiredToken, 401, 'invalid_token'),
    },
    '403': {
      ...refuses(invalid, refused.invalidToken, 403, false),
      ...refuses(expired, refused.expiredToken, 403, false),
    },
  },
  'auth.insufficientScope': {
    '403': refuses(insufficient, refused.insufficientScope, 403, 'insufficient_scope'),
    '401': refuses(insufficient, refused.insufficientScope, 401, 'insufficient_scope'),
    '404': refuses(insufficient, refused.insufficientScope, 404, false),
  },
}
