import { deepFreeze } from '../common/freeze.js'
import type { Assumption } from '../contract/assumption.js'
import { choice } from '../contract/variants.js'
import { listAssumptions, type AssumptionsOfLists } from './operations.js'

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

/** A response to an error for which a standard has a status or a format. */
function standardError<const Standard extends string>(standard: Standard) {
  return { status: 'standard', standard, ...errors } as const
}

const noVolunteer = {
  variants: choice('404', '200-null'),
  status: 'assumed',
  ...errors,
  observed: '404. The kind `resource` is a guess',
} as const

const extraField = {
  variants: choice('absent', 'present'),
  status: 'reported',
  reported: 'present',
  section: 'Resources and their fields',
  quote: 'Field names are exact and case-sensitive.',
} as const

const integration = {
  status: 'reported',
  section: 'Authentication',
  quote: 'How a Service Integration is created and how its token is obtained: not shown.',
} as const

const otherAssumptions = {
  /**
   * How `preferredName` is returned for a user whose record has no preferred name. `absent`: the field is left
   * out. `null`: the field is `null`. Default: `absent`.
   */
  'user.preferredNameUnset': {
    question:
      '`preferredName` of a user whose record has no preferred name (a `null` in the record stays `null`)',
    variants: choice('absent', 'null'),
    status: 'specified',
    reported: 'null',
    section: 'User',
    quote: '`preferredName`: string, optional, nullable',
    observed: 'Always present, and null when unset',
  },
  /**
   * Whether department entries include their `name`. `absent` leaves it out of every entry. Default: `present`.
   */
  'department.name': {
    question: '`name` of the department entries (`absent`: left out of every entry)',
    variants: choice('present', 'absent'),
    status: 'specified',
    section: 'DepartmentAssignment',
    quote: 'Name of the department. An entry may come back without this field',
  },
  /**
   * Response to a cursor that the mock never issued: status 400, the first page, or an empty page. Default:
   * `400`.
   */
  'cursor.invalid': {
    question: 'A cursor that the mock never issued',
    variants: choice('400', 'first-page', 'empty-page'),
    status: 'assumed',
    ...pagination,
    observed: '400 with the kind `validation`',
  },
  /** Status for a request without a Bearer token. Default: `401`. */
  'auth.missing': {
    question: 'A request without a Bearer token',
    variants: choice('401', '403'),
    ...standardError('RFC 6750 §3'),
    observed: '401',
  },
  /** Status for more than one credential, or a Bearer token with invalid characters. Default: `400`. */
  'auth.malformed': {
    question: 'More than one credential, or a Bearer token with invalid characters',
    variants: choice('400', '401'),
    ...standardError('RFC 6750 §3.1, invalid_request'),
  },
  /** Status for a token that is unknown, expired or revoked. Default: `401`. */
  'auth.invalid': {
    question: 'An unknown, expired or revoked token',
    variants: choice('401', '403'),
    ...standardError('RFC 6750 §3.1, invalid_token'),
    observed: '401 with the message `Invalid token.` or `Token expired.`',
  },
  /** Status for a valid token without the scope of the operation. Default: `403`. */
  'auth.insufficientScope': {
    question: 'A valid token without the scope of the operation',
    variants: choice('403', '401', '404'),
    ...standardError('RFC 6750 §3.1, insufficient_scope'),
    observed: '403 with the kind `access`',
  },
  /** Response for an unknown user: status 404, or status 200 with the body `null`. Default: `404`. */
  'volunteer.unknownUser': {
    question: 'An unknown user (`200-null`: status 200 with the body `null`)',
    ...noVolunteer,
  },
  /**
   * Response for a user without a volunteer record: status 404, or status 200 with the body `null`. Default:
   * `404`.
   */
  'volunteer.noRecord': {
    question: 'A user without a volunteer record (`200-null`: status 200 with the body `null`)',
    ...noVolunteer,
  },
  /**
   * Format of error bodies. `problem`: RFC 9457. `envelope`: the format of the real service. `empty`: no body.
   * Default: `problem`.
   */
  'errors.body': {
    question: 'Format of error bodies (`problem`: RFC 9457; `envelope`: the format of the real service)',
    variants: choice('problem', 'envelope', 'empty'),
    ...standardError('RFC 9457'),
    reported: 'envelope',
    observed: '`{"errors": {"<kind>": {…}}}`. The kind depends on the error',
  },
  /** Media type of error bodies. Default: `application/json`. */
  'errors.contentType': {
    question: 'Media type of error bodies',
    variants: choice('application/json', 'application/problem+json'),
    status: 'standard',
    standard: 'RFC 9457',
    section: 'Endpoints',
    quote:
      'Both operations use the `Authorization` request header (see Authentication) and return `application/json`.',
  },
  /**
   * Status for a method other than GET and HEAD on a known path. 405 lists the allowed methods in `Allow`.
   * Default: `405`.
   */
  'method.notAllowed': {
    question: 'A method other than GET and HEAD on a known path (`405` lists the allowed methods in `Allow`)',
    variants: choice('405', '404'),
    ...standardError('RFC 9110 §15.5.6'),
  },
  /**
   * Response to a path with a slash at the end, such as `/api/v0/roles/`: status 404, or the normal response.
   * Default: `404`.
   */
  'path.trailingSlash': {
    question: 'A path with a slash at the end: `/api/v0/roles/`',
    variants: choice('404', 'accepted'),
    status: 'assumed',
    section: 'Endpoints',
    quote: 'Path shape: `/api/v0/roles`',
  },
  /** Status for a user id with invalid percent-encoding, such as `%zz`. Default: `400`. */
  'path.malformedEncoding': {
    question: 'A user id with invalid percent-encoding, such as `%zz`',
    variants: choice('400', '404'),
    ...standardError('RFC 9110 §15.5.1'),
  },
  /**
   * Status for a path below `/api/v0` that is not in the API specification. With 501, the credential is checked
   * first. Default: `404`.
   */
  'path.unknown': {
    question:
      'A path below `/api/v0` that is not in the API specification (with `501`, the credential is checked first)',
    variants: choice('404', '501'),
    status: 'assumed',
    reported: '501',
    section: 'What the service does',
    quote: 'Operations to create, modify or delete volunteers or roles: not shown.',
    observed:
      'The real service has further operations. Its clients read a 404 to a DELETE as "already deleted"',
  },
  /** Whether a page of roles has a boolean `hasMore`, as in the real service. Default: `absent`. */
  'extras.hasMore': {
    question: 'A `hasMore` boolean on the role page',
    ...extraField,
    observed: 'A boolean `hasMore` next to `nextPage`: certain for searches, likely for roles',
  },
  /** Whether a user has a boolean `isStaff`, as in the real service. Default: `absent`. */
  'extras.isStaff': {
    question: 'An `isStaff` boolean on the user',
    ...extraField,
    observed: 'A boolean in the user of a volunteer. One client fails without it',
  },
  /** Whether there is an OAuth 2.0 client-credentials endpoint at `/api/oauth/token`. Default: `off`. */
  'token.endpoint': {
    question: 'An OAuth client-credentials endpoint at `/api/oauth/token`',
    variants: choice('off', 'on'),
    reported: 'on',
    ...integration,
    observed:
      '`POST /api/oauth/token`, form-encoded, returns `access_token`, `expires_in: 3600`, `scope` and `token_type`',
  },
  /**
   * Scopes that the token endpoint grants. `specified`: those of the API specification. `service`: all that the
   * real service lists for services. Default: `specified`.
   */
  'token.scopes': {
    question:
      'Scopes that the token endpoint grants: those of the API specification, or all that the real service lists for services',
    variants: choice('specified', 'service'),
    reported: 'service',
    ...integration,
    observed:
      '`user:read`, `user:roles:update`, `registration:read`, `volunteer:read`, `vendor:read` and `order:view`. The service refuses scopes that are only for people, such as `pii:*`',
  },
} as const satisfies Record<string, Assumption>

/**
 * Every behavior that the API specification leaves open, by name.
 *
 * Editors show the comment of a row wherever its name is used, because `AssumptionInput` and `Settings` are mapped from
 * this type. It is written here, because the type of a spread has no comments in declaration files.
 */
export const assumptions: AssumptionsOfLists & typeof otherAssumptions = deepFreeze({
  ...listAssumptions,
  ...otherAssumptions,
})
