import type { MockOptions } from '../../src/index.js'
import { volunteerPath } from '../support/ask.js'

/** A request, and the operation, the status and the code of the answer that it counts as. */
export type AnswerRow = [what: string, path: string, init: RequestInit, answer: string, options?: MockOptions]

function bearer(token: string): RequestInit {
  return { headers: { authorization: `Bearer ${token}` } }
}

function form(fields: Record<string, string>): RequestInit {
  return { method: 'POST', body: new URLSearchParams(fields) }
}

const [roles, record, tokenPath] = ['/api/v0/roles', volunteerPath('1'), '/api/oauth/token']
const all = bearer('mock-all-scopes')
const client = { client_id: 'conmock', client_secret: 'conmock-secret' }

export const answers: readonly AnswerRow[] = [
  ['a list', roles, all, 'listRoles 200'],
  ['a record', record, all, 'getVolunteer 200'],
  ['a HEAD', record, { ...all, method: 'HEAD' }, 'getVolunteer 200'],
  ['no credential', roles, {}, 'listRoles 401 missing_credential'],
  ['an invalid token', record, bearer('unknown'), 'getVolunteer 401 invalid_token'],
  ['the other scope', roles, bearer('mock-volunteer-read'), 'listRoles 403 insufficient_scope'],
  ['two tokens', roles, bearer('one, Bearer two'), 'listRoles 400 invalid_request'],
  ['an unknown user', volunteerPath('unknown'), all, 'getVolunteer 404 unknown_user'],
  ['no record', volunteerPath('28'), all, 'getVolunteer 404 no_volunteer_record'],
  ['an invalid cursor', `${roles}?nextPage=x`, all, 'listRoles 400 invalid_cursor'],
  ['another method', roles, { ...all, method: 'DELETE' }, 'listRoles 405 method_not_allowed'],
  ['a trailing slash', `${roles}/`, all, 'listRoles 404 trailing_slash'],
  ['broken percent-encoding', '/api/v0/users/%zz/volunteer', all, 'getVolunteer 400 malformed_path'],
  [
    'a refusal with another status',
    roles,
    {},
    'listRoles 403 missing_credential',
    { assumptions: { 'auth.missing': '403' } },
  ],
  [
    'an unknown user, as a success',
    volunteerPath('unknown'),
    all,
    'getVolunteer 200',
    { assumptions: { 'volunteer.unknownUser': '200-null' } },
  ],
  [
    'a query that is rejected',
    `${roles}?sort=name`,
    all,
    'listRoles 400 unknown_parameter',
    { assumptions: { 'roles.unknownQuery': 'rejected' } },
  ],
  [
    'a token request',
    tokenPath,
    form({ grant_type: 'client_credentials', ...client }),
    'token 200',
    { profile: 'reported' },
  ],
  [
    'a refused token request',
    tokenPath,
    form({ grant_type: 'password' }),
    'token 401 invalid_client',
    { profile: 'reported' },
  ],
]
