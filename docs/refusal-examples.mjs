// One refusal for each reason, for its assumption in docs/reference/the-api.md.
import * as refusal from '../src/api/refusal.js'
import { pathMatcher } from '../src/api/match-path.js'
import { compile } from '../src/contract/compile.js'
import { convention } from '../src/convention/convention.js'
import { noRecord, unknownUser } from '../src/convention/volunteer/refusals.js'
import { operations } from '../src/convention/operations.js'

const { getVolunteer, listRoles } = operations
const api = compile(convention)
const need = 'volunteer:read'

/** @type {Record<string, import('../src/contract/operation.js').Refusal>} */
export const refusalExamples = {
  missing_credential: refusal.missingCredential(need, ''),
  invalid_token: refusal.invalidToken(need, 'unknown'),
  expired_token: refusal.invalidToken(need, 'expired'),
  insufficient_scope: refusal.insufficientScope(need, []),
  unknown_user: unknownUser('0', ['1', '2']),
  no_volunteer_record: noRecord('0', ['1', '2']),
  invalid_cursor: refusal.invalidCursor(''),
  invalid_limit: refusal.invalidLimit(100, 'roles'),
  unknown_parameter: refusal.unknownParameter('page', 'roles'),
  invalid_request: refusal.malformedCredential(need),
  malformed_path: refusal.malformedPath(getVolunteer),
  trailing_slash: refusal.trailingSlash(listRoles),
  method_not_allowed: refusal.methodNotAllowed(api, 'PUT', pathMatcher(api)(listRoles.path)),
  unknown_path: refusal.unknownPath(api, 'GET', '/api/v0/role', []),
  not_specified: refusal.notSpecified(api, 'GET', '/api/v0/role', []),
  forbidden: refusal.foreignOrigin('http://localhost:5173'),
  unknown_sandbox: refusal.unknownSandbox('w1', ['default']),
  invalid_sandbox: refusal.invalidSandbox(''),
  fault: refusal.causedByFault(503),
  internal_error: refusal.internalError(),
  invalid_body: refusal.invalidBody('is missing'),
  body_too_long: refusal.bodyTooLong(1),
}
