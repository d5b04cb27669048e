import { deepFreeze } from '../common/freeze.js'
import { operations, type OperationId } from '../convention/operations.js'
import type { Reason } from './operation.js'

/** Distributes over the operations: `keyof` a union only has the names that all of them share. */
type ReasonsOfOperations = {
  readonly [Code in { [Id in OperationId]: keyof (typeof operations)[Id]['refusals'] }[OperationId]]: Reason
}

const reasonsOfOperations = Object.assign(
  {},
  ...Object.values(operations).map(({ refusals }) => refusals),
) as ReasonsOfOperations

/** The reasons for which the API refuses a request, by the `code` of the response. */
export const refusalReasons = deepFreeze({
  missing_credential: { status: 401, description: 'No credential' },
  invalid_token: { status: 401, description: 'A token that is unknown or revoked' },
  expired_token: { status: 401, description: 'An expired token' },
  insufficient_scope: { status: 403, description: 'A token without the scope' },
  ...reasonsOfOperations,
  invalid_limit: { status: 400, description: 'An invalid `limit`' },
  unknown_parameter: { status: 400, description: 'An unknown query parameter' },
  invalid_request: { status: 400, description: 'A malformed credential, path, Host header or token request' },
  malformed_path: { status: 400, description: 'A path with invalid percent-encoding' },
  trailing_slash: { status: 404, description: 'A path that ends in a slash' },
  method_not_allowed: { status: 405, description: 'A method other than GET or HEAD' },
  unknown_path: { status: 404, description: 'A path without an operation' },
  not_specified: { status: 501, description: 'A path that is not in the API specification' },
  unknown_sandbox: { status: 404, description: 'A sandbox that does not exist' },
  invalid_sandbox: { status: 400, description: 'No sandbox, or different sandboxes' },
  forbidden: { status: 403, description: 'POST from a page whose origin the option `cors` does not allow' },
  fault: { status: 500, description: 'A fault that the user added' },
  internal_error: { status: 500, description: 'A bug in conmock or in a handler' },
} as const satisfies Record<string, Reason>)

/** Reason of a refusal: the `code` of the response. */
export type RefusalReason = keyof typeof refusalReasons

/** Further errors of the token endpoint (RFC 6749 §5.2), with descriptions. */
export const tokenErrors = deepFreeze({
  invalid_client: 'A client that is unknown, or with a wrong secret',
  invalid_scope: 'A scope that the endpoint does not know',
  unsupported_grant_type: 'A grant other than `client_credentials`',
} as const)

/** The `error` of a refused request to the token endpoint. */
export type TokenErrorCode = 'invalid_request' | keyof typeof tokenErrors

/** The code of a refusal in the request log. docs/reference/the-api.md lists what each code means. */
export type RefusalCode = RefusalReason | TokenErrorCode

export const refusalCodes: readonly RefusalCode[] = [
  ...(Object.keys(refusalReasons) as RefusalReason[]),
  ...(Object.keys(tokenErrors) as TokenErrorCode[]),
]

/** The reasons that are cases of every operation. The descriptor of an operation has its other ones (`refusals`). */
export const commonReasons = [
  'missing_credential',
  'invalid_token',
  'expired_token',
  'insufficient_scope',
] as const
