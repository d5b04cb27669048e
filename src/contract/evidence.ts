import type { AssumptionName } from './assumptions.js'
import { deepFreeze } from '../common/freeze.js'
import { listEvidence } from './operations.js'

/** Why an assumption is needed, and what is known about the real service. */
export interface Evidence {
  /** The section of the API specification that is closest to the topic. */
  readonly section: string
  /** The text of that section, word for word. */
  readonly quote: string
  /** What public material shows about the real service. */
  readonly reported?: string
  /**
   * How reliable `reported` is.
   *
   * - `high`: several independent sources, or long use in production
   * - `medium`: one source, or a direct conclusion
   * - `low`: a guess
   */
  readonly confidence?: 'high' | 'medium' | 'low'
}

const errors = {
  section: 'Errors',
  quote:
    'Error response format, error codes, and status codes for failures such as missing credentials, insufficient scope or an unknown user: not shown.',
} as const

const pagination = {
  section: 'List roles',
  quote:
    'when a response carries a `nextPage` value, a further request with that value in the `nextPage` parameter returns the next page',
} as const

const noUser = {
  ...errors,
  reported: '404. The kind `resource` is a guess',
  confidence: 'medium',
} as const

const fieldNames = {
  section: 'Resources and their fields',
  quote: 'Field names are exact and case-sensitive.',
} as const

const integration = {
  section: 'Authentication',
  quote: 'How a Service Integration is created and how its token is obtained: not shown.',
} as const

export const evidence = deepFreeze({
  ...listEvidence,
  'user.preferredNameUnset': {
    section: 'User',
    quote: '`preferredName`: string, optional, nullable',
    reported: 'Always present, and null when unset',
    confidence: 'medium',
  },
  'department.name': {
    section: 'DepartmentAssignment',
    quote: 'Name of the department. An entry may come back without this field',
  },
  'cursor.invalid': { ...pagination, reported: '400 with the kind `validation`', confidence: 'low' },
  'auth.missing': { ...errors, reported: '401', confidence: 'medium' },
  'auth.malformed': errors,
  'auth.invalid': {
    ...errors,
    reported: '401 with the message `Invalid token.` or `Token expired.`',
    confidence: 'high',
  },
  'auth.insufficientScope': { ...errors, reported: '403 with the kind `access`', confidence: 'medium' },
  'volunteer.unknownUser': noUser,
  'volunteer.noRecord': noUser,
  'errors.body': {
    ...errors,
    reported: '`{"errors": {"<kind>": {…}}}`. The kind depends on the error',
    confidence: 'high',
  },
  'errors.contentType': {
    section: 'Endpoints',
    quote:
      'Both operations use the `Authorization` request header (see Authentication) and return `application/json`.',
  },
  'method.notAllowed': errors,
  'path.trailingSlash': { section: 'Endpoints', quote: 'Path shape: `/api/v0/roles`' },
  'path.malformedEncoding': errors,
  'path.unknown': {
    section: 'What the service does',
    quote: 'Operations to create, modify or delete volunteers or roles: not shown.',
    reported:
      'The real service has further operations. Its clients read a 404 to a DELETE as "already deleted"',
    confidence: 'medium',
  },
  'extras.hasMore': {
    ...fieldNames,
    reported: 'A boolean `hasMore` next to `nextPage`: certain for searches, likely for roles',
    confidence: 'medium',
  },
  'extras.isStaff': {
    ...fieldNames,
    reported: 'A boolean in the user of a volunteer. One client fails without it',
    confidence: 'medium',
  },
  'token.endpoint': {
    ...integration,
    reported:
      '`POST /api/oauth/token`, form-encoded, returns `access_token`, `expires_in: 3600`, `scope` and `token_type`',
    confidence: 'high',
  },
  'token.scopes': {
    ...integration,
    reported:
      '`user:read`, `user:roles:update`, `registration:read`, `volunteer:read`, `vendor:read` and `order:view`. The service refuses scopes that are only for people, such as `pii:*`',
    confidence: 'high',
  },
} as const satisfies Record<AssumptionName, Evidence>)
