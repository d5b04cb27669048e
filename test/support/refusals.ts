import type { AssumptionInput, AssumptionName, Mock } from '../../src/index.js'
import { ROLES, volunteerPath } from './ask.js'
import { bearer } from './running-server.js'

/** The status and the code of a refusal, and the assumption that decides about it. */
export interface Refused {
  readonly status: number
  readonly code: string
  readonly assumption?: AssumptionName
}

export interface Refusal extends Refused {
  readonly what: string
  readonly operation: 'listRoles' | 'getVolunteer'
  readonly path: string
  /** Default: GET. */
  readonly method?: string
  /** Default: a token with all scopes. `null` sends no token. */
  readonly token?: string | null
  readonly assumption: AssumptionName
  readonly assumptions?: AssumptionInput
  readonly prepare?: (mock: Mock) => void
}

/** All refusals that the tests know. The code distinguishes those with the same status. */
export const refused = {
  invalidCursor: { status: 400, code: 'invalid_cursor', assumption: 'cursor.invalid' },
  invalidLimit: { status: 400, code: 'invalid_limit', assumption: 'roles.limit' },
  unknownParameter: { status: 400, code: 'unknown_parameter', assumption: 'roles.unknownQuery' },
  invalidRequest: { status: 400, code: 'invalid_request', assumption: 'auth.malformed' },
  malformedPath: { status: 400, code: 'malformed_path', assumption: 'path.malformedEncoding' },
  missingCredential: { status: 401, code: 'missing_credential', assumption: 'auth.missing' },
  invalidToken: { status: 401, code: 'invalid_token', assumption: 'auth.invalid' },
  expiredToken: { status: 401, code: 'expired_token', assumption: 'auth.invalid' },
  insufficientScope: { status: 403, code: 'insufficient_scope', assumption: 'auth.insufficientScope' },
  unknownUser: { status: 404, code: 'unknown_user', assumption: 'volunteer.unknownUser' },
  unknownUserRecord: { status: 404, code: 'no_volunteer_record', assumption: 'volunteer.noRecord' },
  trailingSlash: { status: 404, code: 'trailing_slash', assumption: 'path.trailingSlash' },
  unknownPath: { status: 404, code: 'unknown_path' },
  methodNotAllowed: { status: 405, code: 'method_not_allowed', assumption: 'method.notAllowed' },
  notSpecified: { status: 501, code: 'not_specified', assumption: 'path.unknown' },
} as const satisfies Record<string, Refused>

const listRoles = { operation: 'listRoles', path: ROLES } as const
const getVolunteer = { operation: 'getVolunteer', path: volunteerPath('1') } as const

function revokeToken(mock: Mock): void {
  mock.tokens.issue({ token: 'revoked', scopes: ['user:read'] })
  mock.tokens.revoke('revoked')
}

/** Requests for every refusal on a path of the API specification. */
export const refusals: readonly Refusal[] = [
  { what: 'no credential', ...listRoles, token: null, ...refused.missingCredential },
  { what: 'a malformed credential', ...listRoles, token: 'one two', ...refused.invalidRequest },
  { what: 'two tokens', ...getVolunteer, token: 'one, Bearer two', ...refused.invalidRequest },
  { what: 'an unknown token', ...getVolunteer, token: 'unknown-token', ...refused.invalidToken },
  { what: 'a revoked token', ...listRoles, token: 'revoked', prepare: revokeToken, ...refused.invalidToken },
  { what: 'an expired token', ...listRoles, token: 'mock-expired', ...refused.expiredToken },
  { what: 'another scope', ...listRoles, token: 'mock-volunteer-read', ...refused.insufficientScope },
  { what: 'no scope', ...getVolunteer, token: 'mock-no-scopes', ...refused.insufficientScope },
  { what: 'an unknown user', ...getVolunteer, path: volunteerPath('4711471147'), ...refused.unknownUser },
  { what: 'no record', ...getVolunteer, path: volunteerPath('28'), ...refused.unknownUserRecord },
  { what: 'an invalid cursor', ...listRoles, path: `${ROLES}?nextPage=garbage`, ...refused.invalidCursor },
  {
    what: 'an invalid limit',
    ...listRoles,
    path: `${ROLES}?limit=0`,
    assumptions: { 'roles.limit': 'applied' },
    ...refused.invalidLimit,
  },
  {
    what: 'an unknown parameter',
    ...listRoles,
    path: `${ROLES}?page=2`,
    assumptions: { 'roles.unknownQuery': 'rejected' },
    ...refused.unknownParameter,
  },
  { what: 'another method', ...listRoles, method: 'POST', ...refused.methodNotAllowed },
  { what: 'a slash at the end', ...listRoles, path: `${ROLES}/`, ...refused.trailingSlash },
  { what: 'broken encoding', ...getVolunteer, path: '/api/v0/users/%zz/volunteer', ...refused.malformedPath },
]

/** Sends the request of a refusal, and returns the refusal. */
export async function provoke(
  { mock, fetch }: { mock: Mock; fetch: (path: string, init?: RequestInit) => Promise<Response> },
  { path, method = 'GET', token = 'mock-all-scopes', prepare }: Refusal,
): Promise<Response> {
  prepare?.(mock)
  const init: RequestInit = { method, ...(token !== null && { headers: bearer(token) }) }
  return fetch(path, init)
}
