import { listNames, printable, suggestion } from '../common/text.js'
import type { CompiledApi } from '../contract/compile.js'
import {
  describeOperation,
  parameterNames,
  type Caller,
  type Operation,
  type Refusal,
} from '../contract/operation.js'
import {
  generalReasons,
  invalidCursorReason,
  laterReasons,
  type GeneralReason,
} from '../contract/refusal-reasons.js'
import { ALL_SCOPES, builtInToken } from '../contract/tokens.js'
import {
  allowedMethods,
  similarOperation,
  tokenOperation,
  type CustomOperation,
  type OperationMatch,
} from './match-path.js'

const reasons = { ...generalReasons, invalid_cursor: invalidCursorReason, ...laterReasons }

// Each reason has one function below.

function refusalFor(code: GeneralReason, details: Omit<Refusal, 'code' | 'status'>): Refusal {
  return { status: reasons[code].status, code, ...details }
}

const MAX_EXCERPT_LENGTH = 100

/** Returns the start of a text of the client, without control characters. */
export function excerpt(text: string): string {
  const short = text.length > MAX_EXCERPT_LENGTH ? `${text.slice(0, MAX_EXCERPT_LENGTH)}…` : text
  return printable(short)
}

function challenge(scope: NeededScope, error?: string, description?: string): { 'www-authenticate': string } {
  const parts = ['realm="conmock"']
  if (error !== undefined) parts.push(`error="${error}"`)
  if (description !== undefined) parts.push(`error_description="${description}"`)
  if (scope !== undefined) parts.push(`scope="${scope}"`)
  return { 'www-authenticate': `Bearer ${parts.join(', ')}` }
}

/** The scope that a token needs. `undefined` if every valid token is accepted. */
type NeededScope = string | undefined

function sendToken(scope: NeededScope): string {
  return scope === undefined
    ? `Send "Authorization: Bearer ${ALL_SCOPES}", or another valid token.`
    : `Send "Authorization: Bearer ${builtInToken(scope)}", or another valid token with the scope ${scope}.`
}

function requiredScope(scope: NeededScope): Pick<Refusal, 'members'> {
  return scope === undefined ? {} : { members: { requiredScope: scope } }
}

export function missingCredential(scope: NeededScope, detail: string): Refusal {
  return refusalFor('missing_credential', {
    detail,
    hint: sendToken(scope),
    assumption: 'auth.missing',
    headers: challenge(scope),
    ...requiredScope(scope),
  })
}

export function malformedCredential(
  scope: NeededScope,
  detail = 'The Authorization header must have exactly one Bearer token, but it has several tokens or invalid characters.',
): Refusal {
  return refusalFor('invalid_request', {
    detail,
    hint: `${sendToken(scope)} Send the header only once.`,
    assumption: 'auth.malformed',
    headers: challenge(scope, 'invalid_request', 'exactly one token is needed'),
    ...requiredScope(scope),
  })
}

/** @param problem What is wrong with the text of the token, if it is unset. */
export function invalidToken(
  scope: NeededScope,
  state: 'unknown' | 'expired' | 'revoked',
  problem?: string,
): Refusal {
  const detail = { unknown: 'is unknown', expired: 'has expired', revoked: 'was revoked' }
  return refusalFor(state === 'expired' ? 'expired_token' : 'invalid_token', {
    detail: `The token ${problem ?? detail[state]}.`,
    reportedMessage: state === 'expired' ? 'Token expired.' : 'Invalid token.',
    hint: `${sendToken(scope)} To add a token, use mock.tokens.issue(), --token or the view Tokens of the dashboard.`,
    assumption: 'auth.invalid',
    headers: challenge(scope, 'invalid_token', `the token is ${state}`),
    ...requiredScope(scope),
  })
}

export function insufficientScope(scope: string, has: readonly string[]): Refusal {
  return refusalFor('insufficient_scope', {
    detail: `This operation needs the scope ${scope}. The token has ${has.length === 0 ? 'no scopes' : `only: ${has.join(', ')}`}.`,
    hint: sendToken(scope),
    assumption: 'auth.insufficientScope',
    headers: challenge(scope, 'insufficient_scope', `the scope ${scope} is needed`),
    members: { requiredScope: scope, tokenScopes: has },
  })
}

const ADD_OPERATION =
  'To add an operation, use extendApi() and the option "extend": see docs/guides/rest-of-the-api.md.'

/** @param similar Method and path of the operation that was probably meant. */
function describeSimilar(api: CompiledApi, similar: string | undefined): Pick<Refusal, 'hint' | 'members'> {
  if (similar === undefined) return { hint: [api.moreOperations, ADD_OPERATION].filter(Boolean).join(' ') }
  const setting = similar === tokenOperation(api) ? ', which the assumption token.endpoint=on adds' : ''
  return {
    hint: `The nearest operation is ${similar}${setting}.`,
    members: { nearestOperation: similar },
  }
}

/** Returns what is often wrong with such a path. */
function likelyCauses(path: string): string[] {
  if (/^\/(?:\/|undefined\/|null\/)/.test(path))
    return ['Check the base URL of your app: it has a slash at the end, or is undefined.']
  return /[A-Z]/.test(path) ? ['Paths are case-sensitive.'] : []
}

/** @param similar Method and path of the operation that was probably meant. */
export function unknownPath(
  api: CompiledApi,
  method: string,
  path: string,
  custom: readonly CustomOperation[],
  similar = similarOperation(api, path, custom),
): Refusal {
  const list = [...api.operations.map(describeOperation), ...custom]
  const advice = describeSimilar(api, similar)
  return refusalFor('unknown_path', {
    detail: `There is no operation at ${method} ${excerpt(path)}.`,
    ...advice,
    hint: [advice.hint, ...likelyCauses(path), `Known operations: ${list.join(', ')}.`].join(' '),
  })
}

/** For a path that only the real service may have. The detail says how to fix it, because an `envelope` has no hint. */
export function notSpecified(
  api: CompiledApi,
  method: string,
  path: string,
  custom: readonly CustomOperation[],
): Refusal {
  const target = `${excerpt(method)} ${excerpt(path)}`
  return refusalFor('not_specified', {
    detail:
      `${target} is not in the API specification, so the mock does not know the response of the service. ` +
      ADD_OPERATION,
    ...describeSimilar(api, similarOperation(api, path, custom)),
    assumption: 'path.unknown',
  })
}

export function trailingSlash(operation: Operation): Refusal {
  return refusalFor('trailing_slash', {
    detail: 'The path ends with a slash. The API has no such path.',
    hint: `Use ${describeOperation(operation)} without a slash at the end, or set path.trailingSlash=accepted.`,
    assumption: 'path.trailingSlash',
    members: { nearestOperation: describeOperation(operation) },
  })
}

export function malformedPath({ path }: Operation): Refusal {
  const names = listNames(parameterNames(path))
  return refusalFor('malformed_path', {
    detail: `The percent-encoding of the ${names} in the path is invalid.`,
    hint: `Encode the ${names} of ${path} with encodeURIComponent.`,
    assumption: 'path.malformedEncoding',
  })
}

export function invalidHost(host: string): Refusal {
  return refusalFor('invalid_request', {
    detail: `The Host header "${excerpt(host)}" must be a host with an optional port from 0 to 65535.`,
    hint: 'Check the request URL, and whether a proxy changes the Host header.',
  })
}

export function methodNotAllowed(api: CompiledApi, method: string, match: OperationMatch): Refusal {
  const allowed = allowedMethods(match)
  const reason = api.isReadOnly ? ' The API specification only has read operations.' : ''
  return refusalFor('method_not_allowed', {
    detail: `${excerpt(method)} is not allowed on ${match.first.path}.${reason}`,
    hint: `Use ${allowed.join(' or ')}.`,
    assumption: 'method.notAllowed',
    headers: { allow: allowed.join(', ') },
  })
}

export function invalidCursor(problem: string): Refusal {
  return refusalFor('invalid_cursor', {
    detail: `The parameter nextPage ${problem}.`,
    hint: 'Leave out nextPage for the first page. For the next, send the nextPage of the previous response unchanged.',
    assumption: 'cursor.invalid',
  })
}

export function invalidLimit(max: number, list: string): Refusal {
  return refusalFor('invalid_limit', {
    detail: `The parameter limit must be one whole number from 1 to ${max}.`,
    hint: 'Without limit, pages have the default size.',
    assumption: `${list}.limit`,
  })
}

/**
 * @param name Name of the parameter. `undefined` for a parameter without a value, because its name may be a token.
 * @param meant The parameter that was probably meant.
 */
export function unknownParameter(name: string | undefined, list: string, meant?: string): Refusal {
  return refusalFor('unknown_parameter', {
    detail:
      name === undefined
        ? 'Unknown query parameter without a value.'
        : `Unknown query parameter "${excerpt(name)}"${suggestion(meant) || '.'}`,
    hint: `For the list of ${list}, the API specification only has the parameter nextPage.`,
    assumption: `${list}.unknownQuery`,
  })
}

/** @param problem What is wrong: `is no JSON`. */
export function invalidBody(problem: string): Refusal {
  return refusalFor('invalid_body', {
    detail: `The body ${problem}.`,
    hint: "Send JSON that matches the operation's schema.",
  })
}

export function bodyTooLong(maxBytes: number): Refusal {
  return refusalFor('body_too_long', {
    detail: `The body is longer than ${maxBytes} bytes, or incomplete.`,
    hint: 'Send a shorter body.',
  })
}

/** For a bug in conmock. The error is only logged. */
export function internalError(): Refusal {
  return refusalFor('internal_error', {
    detail: 'conmock threw an error.',
    hint: 'This is a bug: report it with the error in the request log.',
  })
}

/** For an error in the code of the user. The error is only logged. */
export function errorOfYours(where: 'One of your handlers' | 'Your option now' | 'Your extension'): Refusal {
  return refusalFor('internal_error', {
    detail: `${where} threw an error.`,
    hint: 'The request log has the error.',
  })
}

/** @param retryAfter In seconds. */
export function causedByFault(
  status: number,
  retryAfter: number | undefined,
  caller: Caller | undefined,
): Refusal {
  const refusal = refusalFor('fault', {
    detail: `A fault of the mock gave this request the status ${status}.`,
    hint: 'For a normal response, remove the fault: with mock.faults.clear(), or on the dashboard of the server.',
    headers: {
      ...(status === 401 ? { 'www-authenticate': 'Bearer realm="conmock"' } : {}),
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    },
    ...(caller && { caller }),
  })
  return { ...refusal, status }
}

/** For a page whose origin the option `cors` does not allow. */
export function foreignOrigin(origin: string): Refusal {
  return refusalFor('forbidden', {
    detail: `The origin of the page, "${excerpt(origin)}", is not allowed by the option cors.`,
    hint: `Allow the origin: --cors ${excerpt(origin)}, or the option cors of startServer().`,
  })
}

export function unknownSandbox(name: string, known: readonly string[]): Refusal {
  return refusalFor('unknown_sandbox', {
    detail: `There is no sandbox "${excerpt(name)}". The sandboxes are: ${listNames(known)}.`,
    hint: 'Create a sandbox: POST /__conmock/v1/sandboxes.create with ["NAME"]. A name has 1 to 40 lower-case letters, digits or "-".',
  })
}

export function invalidSandbox({ root }: CompiledApi, detail: string): Refusal {
  return refusalFor('invalid_sandbox', {
    detail,
    hint: `Name one sandbox: by the path /~NAME${root}/… or the header Conmock-Sandbox. The server of an app adds the header with conmock/ssr.`,
  })
}
