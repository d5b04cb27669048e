import type { Reason } from './operation.js'

// An API puts the reasons of its operations between these two tables.

/** The reasons that come first in a list of all reasons. They are cases of every operation. */
export const generalReasons = {
  missing_credential: { status: 401, description: 'No credential' },
  invalid_token: { status: 401, description: 'A token that is unknown or revoked' },
  expired_token: { status: 401, description: 'An expired token' },
  insufficient_scope: { status: 403, description: 'A token without the scope' },
} as const satisfies Record<string, Reason>

/** The reasons that depend on no operation. */
export const laterReasons = {
  invalid_limit: { status: 400, description: 'An invalid `limit`' },
  unknown_parameter: { status: 400, description: 'An unknown query parameter' },
  invalid_request: { status: 400, description: 'A malformed credential, path, Host header or token request' },
  invalid_body: { status: 400, description: 'A body that does not fit the operation' },
  body_too_long: { status: 413, description: 'A body that is too long' },
  malformed_path: { status: 400, description: 'A path with invalid percent-encoding' },
  trailing_slash: { status: 404, description: 'A path that ends in a slash' },
  method_not_allowed: { status: 405, description: 'A method that the path does not have' },
  unknown_path: { status: 404, description: 'A path without an operation' },
  not_specified: { status: 501, description: 'A path that is not in the API specification' },
  unknown_sandbox: { status: 404, description: 'A sandbox that does not exist' },
  invalid_sandbox: { status: 400, description: 'No sandbox, or different sandboxes' },
  forbidden: { status: 403, description: 'POST from a page whose origin the option `cors` does not allow' },
  fault: { status: 500, description: 'A fault that the user added' },
  internal_error: { status: 500, description: 'A bug in conmock or in a handler' },
} as const satisfies Record<string, Reason>

/** A reason that the engine itself has for a refusal. `invalid_cursor` is one of each operation that returns a list. */
export type GeneralReason = keyof typeof generalReasons | keyof typeof laterReasons | 'invalid_cursor'

/** A reason that each operation with a list has. */
export const invalidCursorReason = { status: 400, description: 'An invalid cursor' } as const satisfies Reason

/** Further errors of the token endpoint (RFC 6749 §5.2), with descriptions. */
export const tokenErrors = {
  invalid_client: 'A client that is unknown, or with a wrong secret',
  invalid_scope: 'A scope that the endpoint does not know',
  unsupported_grant_type: 'A grant other than `client_credentials`',
} as const

/** The `error` of a refused request to the token endpoint. */
export type TokenErrorCode = 'invalid_request' | keyof typeof tokenErrors

/** A code that a refusal may have in every API. */
export type GeneralCode = GeneralReason | TokenErrorCode
