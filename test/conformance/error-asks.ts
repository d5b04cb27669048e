import { expect } from 'vitest'
import { pagePath, ROLES, volunteerPath, type Client } from './client.js'

/** A request that is refused, and the error body of the real service. */
export interface ErrorAsk {
  readonly what: string
  readonly ask: (client: Client) => Promise<Response>
  readonly status: number
  /** `errors` in the body with `errors.body=envelope`: one kind of error with its members. */
  readonly envelope: unknown
  /** A header of the refusal. */
  readonly header?: string
}

const message = expect.stringMatching(/\w{2}/) as string

/** One request for each kind of refusal, with the kinds that the real service uses. */
export const envelopes: readonly ErrorAsk[] = [
  {
    what: 'invalid cursor',
    ask: ({ get }) => get(pagePath('garbage')),
    status: 400,
    envelope: { validation: { message } },
  },
  {
    what: 'malformed credential',
    ask: ({ get }) => get(ROLES, 'one two'),
    status: 400,
    envelope: { validation: { message } },
    header: 'www-authenticate',
  },
  {
    what: 'malformed path',
    ask: ({ get }) => get('/api/v0/users/%zz/volunteer'),
    status: 400,
    envelope: { validation: { message } },
  },
  {
    what: 'no credential',
    ask: ({ fetch }) => fetch(ROLES),
    status: 401,
    envelope: { authentication: { code: 401, message } },
    header: 'www-authenticate',
  },
  {
    what: 'unknown token',
    ask: ({ get }) => get(ROLES, 'unknown-token'),
    status: 401,
    envelope: { authentication: { code: 401, message: 'Invalid token.' } },
    header: 'www-authenticate',
  },
  {
    what: 'revoked token',
    ask: ({ get, mock }) => {
      const { token } = mock.tokens.issue({ scopes: ['user:read'] })
      mock.tokens.revoke(token)
      return get(ROLES, token)
    },
    status: 401,
    envelope: { authentication: { code: 401, message: 'Invalid token.' } },
    header: 'www-authenticate',
  },
  {
    what: 'expired token',
    ask: ({ get }) => get(ROLES, 'mock-expired'),
    status: 401,
    envelope: { authentication: { code: 401, message: 'Token expired.' } },
    header: 'www-authenticate',
  },
  {
    what: 'scope of the other operation, for the roles',
    ask: ({ get }) => get(ROLES, 'mock-volunteer-read'),
    status: 403,
    envelope: { access: { message, permissions: ['user:read'] } },
    header: 'www-authenticate',
  },
  {
    what: 'no scope, for the record',
    ask: ({ get }) => get(volunteerPath('1'), 'mock-no-scopes'),
    status: 403,
    envelope: { access: { message, permissions: ['volunteer:read'] } },
    header: 'www-authenticate',
  },
  {
    what: 'unknown user',
    ask: ({ get }) => get(volunteerPath('4711471147')),
    status: 404,
    envelope: { resource: { message } },
  },
  {
    what: 'user without a record',
    ask: ({ get }) => get(volunteerPath('28')),
    status: 404,
    envelope: { resource: { message } },
  },
  {
    what: 'slash at the end',
    ask: ({ get }) => get(`${ROLES}/`),
    status: 404,
    envelope: { resource: { message } },
  },
  {
    what: 'another method',
    ask: ({ send }) => send('POST', ROLES),
    status: 405,
    envelope: { usage: { message } },
    header: 'allow',
  },
  {
    what: 'too many requests',
    ask: async ({ get, mock }) => {
      const before = mock.settings.rateLimit
      mock.assume({ rateLimit: { requests: 1, perSeconds: 60 } })
      await get(ROLES)
      const response = await get(ROLES)
      mock.assume({ rateLimit: before })
      return response
    },
    status: 429,
    envelope: { rateLimit: { message } },
    header: 'retry-after',
  },
]
