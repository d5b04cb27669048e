// One refusal for each reason, for its assumption in docs/reference/the-api.md.
import * as refusal from '../src/api/refusal.js'
import { noRecord, unknownUser } from '../src/convention/volunteer/refusals.js'
import { operations } from '../src/convention/operations.js'

const { getVolunteer, listRoles } = operations
const need = 'volunteer:read'

/** @type {Record<import('../src/contract/refusal-reasons.js').RefusalReason, import('../src/api/refusal.js').Refusal>} */
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
  method_not_allowed: refusal.methodNotAllowed('PUT', listRoles),
  unknown_path: refusal.unknownPath('GET', '/api/v0/role', []),
  not_specified: refusal.notSpecified('GET', '/api/v0/role', []),
  forbidden: refusal.foreignOrigin('http://localhost:5173'),
  unknown_sandbox: refusal.unknownSandbox('w1', ['default']),
  invalid_sandbox: refusal.invalidSandbox(''),
  fault: refusal.causedByFault(503),
  internal_error: refusal.internalError(),
}
