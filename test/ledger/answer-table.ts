import type { Ledger, MockOptions } from '../../src/index.js'
import { volunteerPath } from '../support/ask.js'

/** A request, and the answer that it counts as. */
export interface AnswerRow {
  readonly what: string
  readonly path: string
  readonly init?: RequestInit
  readonly options?: MockOptions
  readonly answer: Omit<Ledger['answers'][number], 'count'>
}

function bearer(token: string): RequestInit {
  return { headers: { authorization: `Bearer ${token}` } }
}

const [roles, record] = ['/api/v0/roles', volunteerPath('1')]
const withToken = bearer('mock-all-scopes')

/** Requests, and the answers that they count as. */
export const answers: readonly AnswerRow[] = [
  { what: 'a list', path: roles, init: withToken, answer: { operation: 'listRoles', status: 200 } },
  { what: 'a record', path: record, init: withToken, answer: { operation: 'getVolunteer', status: 200 } },
  {
    what: 'a HEAD',
    path: record,
    init: { ...withToken, method: 'HEAD' },
    answer: { operation: 'getVolunteer', status: 200 },
  },
  {
    what: 'no credential',
    path: roles,
    answer: { operation: 'listRoles', status: 401, code: 'missing_credential' },
  },
  {
    what: 'an invalid token',
    path: record,
    init: bearer('unknown'),
    answer: { operation: 'getVolunteer', status: 401, code: 'invalid_token' },
  },
  {
    what: 'a token with the other scope',
    path: roles,
    init: bearer('mock-volunteer-read'),
    answer: { operation: 'listRoles', status: 403, code: 'insufficient_scope' },
  },
  {
    what: 'two tokens',
    path: roles,
    init: bearer('one, Bearer two'),
    answer: { operation: 'listRoles', status: 400, code: 'invalid_request' },
  },
  {
    what: 'an unknown user',
    path: volunteerPath('unknown'),
    init: withToken,
    answer: { operation: 'getVolunteer', status: 404, code: 'unknown_user' },
  },
  {
    what: 'no record',
    path: volunteerPath('28'),
    init: withToken,
    answer: { operation: 'getVolunteer', status: 404, code: 'no_volunteer_record' },
  },
  {
    what: 'an invalid cursor',
    path: `${roles}?nextPage=x`,
    init: withToken,
    answer: { operation: 'listRoles', status: 400, code: 'invalid_cursor' },
  },
  {
    what: 'another method',
    path: roles,
    init: { ...withToken, method: 'DELETE' },
    answer: { operation: 'listRoles', status: 405, code: 'method_not_allowed' },
  },
  {
    what: 'a trailing slash',
    path: `${roles}/`,
    init: withToken,
    answer: { operation: 'listRoles', status: 404, code: 'trailing_slash' },
  },
  {
    what: 'broken percent-encoding',
    path: '/api/v0/users/%zz/volunteer',
    init: withToken,
    answer: { operation: 'getVolunteer', status: 400, code: 'malformed_path' },
  },
  {
    what: 'a refusal with another status',
    path: roles,
    options: { assumptions: { 'auth.missing': '403' } },
    answer: { operation: 'listRoles', status: 403, code: 'missing_credential' },
  },
  {
    what: 'an unknown user, as a success',
    path: volunteerPath('unknown'),
    init: withToken,
    options: { assumptions: { 'volunteer.unknownUser': '200-null' } },
    answer: { operation: 'getVolunteer', status: 200 },
  },
  {
    what: 'a query that is rejected',
    path: `${roles}?sort=name`,
    init: withToken,
    options: { assumptions: { 'roles.unknownQuery': 'rejected' } },
    answer: { operation: 'listRoles', status: 400, code: 'unknown_parameter' },
  },
  {
    what: 'a token request',
    path: '/api/oauth/token',
    init: {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: 'conmock',
        client_secret: 'conmock-secret',
      }),
    },
    options: { profile: 'reported' },
    answer: { operation: 'token', status: 200 },
  },
  {
    what: 'a refused token request',
    path: '/api/oauth/token',
    init: { method: 'POST', body: new URLSearchParams({ grant_type: 'password' }) },
    options: { profile: 'reported' },
    answer: { operation: 'token', status: 401, code: 'invalid_client' },
  },
]
