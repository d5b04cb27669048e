import { deepFreeze } from '../common/freeze.js'

/** A reason for which the API refuses a request. */
interface Reason {
  readonly status: 400 | 401 | 403 | 404 | 405 | 429 | 500 | 501
  readonly description: string
  /**
   * Where it occurs: at `every` operation, at `some` operations (see `refusals`), or elsewhere (`other`). Consumers should
   * be tested with `every` and `some`.
   */
  readonly of: 'every' | 'some' | 'other'
}

/** The reasons for which the API refuses a request, by the `code` of the response. */
export const refusalReasons = deepFreeze({
  missing_credential: { status: 401, description: 'No credential', of: 'every' },
  invalid_token: { status: 401, description: 'A token that is unknown, expired or revoked', of: 'every' },
  insufficient_scope: { status: 403, description: 'A token without the scope', of: 'every' },
  unknown_user: { status: 404, description: 'An unknown user', of: 'some' },
  no_volunteer_record: { status: 404, description: 'A user without a volunteer record', of: 'some' },
  invalid_cursor: { status: 400, description: 'An invalid cursor', of: 'some' },
  invalid_limit: { status: 400, description: 'An invalid `limit`', of: 'other' },
  unknown_parameter: { status: 400, description: 'An unknown query parameter', of: 'other' },
  invalid_request: { status: 400, description: 'A malformed credential', of: 'other' },
  malformed_path: { status: 400, description: 'A path with invalid percent-encoding', of: 'other' },
  trailing_slash: { status: 404, description: 'A path that ends in a slash', of: 'other' },
  method_not_allowed: { status: 405, description: 'A method other than GET or HEAD', of: 'other' },
  unknown_path: { status: 404, description: 'A path without an operation', of: 'other' },
  not_specified: { status: 501, description: 'A path that is not in the API specification', of: 'other' },
  rate_limited: { status: 429, description: 'Too many requests', of: 'other' },
  unknown_space: { status: 404, description: 'A space that does not exist', of: 'other' },
  invalid_space: { status: 400, description: 'No space, or different spaces', of: 'other' },
  fault: { status: 500, description: 'A fault that the user added', of: 'other' },
  internal_error: { status: 500, description: 'A bug in conmock or in a handler', of: 'other' },
} as const satisfies Record<string, Reason>)

/** Reason of a refusal: the `code` of the response. */
export type RefusalReason = keyof typeof refusalReasons
