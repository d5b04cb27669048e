import { deepFreeze } from '../common/freeze.js'
import type { Assumption } from '../contract/assumption.js'
import { generalAssumptions as general } from '../contract/general-assumptions.js'
import { describeAssumptions, prefixed } from '../contract/list.js'
import { choice } from '../contract/variants.js'
import { listRoles, type RoleAssumptions } from './role/operation.js'

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
    ...general['cursor.invalid'],
    ...pagination,
    observed: '400 with the kind `validation`',
  },
  /** Status for a request without a Bearer token. Default: `401`. */
  'auth.missing': {
    ...general['auth.missing'],
    ...errors,
    observed: '401',
  },
  /** Status for more than one credential, or a Bearer token with invalid characters. Default: `400`. */
  'auth.malformed': {
    ...general['auth.malformed'],
    ...errors,
  },
  /** Status for a token that is unknown, expired or revoked. Default: `401`. */
  'auth.invalid': {
    ...general['auth.invalid'],
    ...errors,
    observed: '401 with the message `Invalid token.` or `Token expired.`',
  },
  /** Status for a valid token without the scope of the operation. Default: `403`. */
  'auth.insufficientScope': {
    ...general['auth.insufficientScope'],
    ...errors,
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
    ...general['errors.body'],
    ...errors,
    reported: 'envelope',
    observed: '`{"errors": {"<kind>": {…}}}`. The kind depends on the error',
  },
  /** Media type of error bodies. Default: `application/json`. */
  'errors.contentType': {
    ...general['errors.contentType'],
    section: 'Endpoints',
    quote:
      'Both operations use the `Authorization` request header (see Authentication) and return `application/json`.',
  },
  /**
   * Status for a method other than GET and HEAD on a known path. 405 lists the allowed methods in `Allow`.
   * Default: `405`.
   */
  'method.notAllowed': {
    ...general['method.notAllowed'],
    ...errors,
    question: 'A method other than GET and HEAD on a known path (`405` lists the allowed methods in `Allow`)',
  },
  /**
   * Response to a path with a slash at the end, such as `/api/v0/roles/`: status 404, or the normal response.
   * Default: `404`.
   */
  'path.trailingSlash': {
    ...general['path.trailingSlash'],
    question: 'A path with a slash at the end: `/api/v0/roles/`',
    section: 'Endpoints',
    quote: 'Path shape: `/api/v0/roles`',
  },
  /** Status for a user id with invalid percent-encoding, such as `%zz`. Default: `400`. */
  'path.malformedEncoding': {
    ...general['path.malformedEncoding'],
    ...errors,
    question: 'A user id with invalid percent-encoding, such as `%zz`',
  },
  /**
   * Status for a path below `/api/v0` that is not in the API specification. With 501, the credential is checked
   * first. Default: `404`.
   */
  'path.unknown': {
    ...general['path.unknown'],
    question:
      'A path below `/api/v0` that is not in the API specification (with `501`, the credential is checked first)',
    reported: '501',
    section: 'What the service does',
    quote: 'Operations to create, modify or delete volunteers or roles: not shown.',
    observed:
      'The real service has more operations. Its clients take a 404 for a DELETE as "already deleted"',
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
export const assumptions: RoleAssumptions & typeof otherAssumptions = deepFreeze({
  ...prefixed('roles', describeAssumptions(listRoles)),
  ...otherAssumptions,
})

/** Name of an assumption, for example `roles.pageSize`. */
export type AssumptionName = keyof typeof assumptions
