import type { AssumptionName, ListName, Settings } from '../contract/assumptions.js'
import { printable } from '../contract/printable.js'
import { refusalReasons, type RefusalReason } from '../contract/refusal-reasons.js'
import { operations, type Operation } from '../contract/operations.js'
import { type Scope, type ServiceScope } from '../contract/scopes.js'

/** A request that gets no answer of the API, and why. One named constructor for each reason. */
export interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 405 | 408 | 417 | 429 | 431 | 500 | 501
  /** The reason, for programs. For authentication the `error` of RFC 6750. */
  readonly code: RefusalReason
  /** What was wrong. */
  readonly detail: string
  /** How to mend it. */
  readonly hint: string
  /** The assumption that the answer rests on, where the document is silent. */
  readonly assumption?: AssumptionName
  readonly headers?: Readonly<Record<string, string>>
  /** Further members of the body. */
  readonly members?: Readonly<Record<string, unknown>>
  /** The message of the real service, if it is known. */
  readonly observedMessage?: string
}

/** A refusal with the status of its reason. */
function refusalFor(code: RefusalReason, about: Omit<Refusal, 'code' | 'status'>): Refusal {
  return { status: refusalReasons[code].status, code, ...about }
}

const SHOWN = 100

/** Something of the request's, short enough to repeat, and without characters that a terminal would obey. */
function shown(text: string): string {
  const short = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
  return printable(short)
}

/** The challenge of RFC 6750 §3, with the scope that the operation needs. */
function challenge({ scope }: Need, error?: string, description?: string): { 'www-authenticate': string } {
  const parts = ['realm="conmock"']
  if (error !== undefined) parts.push(`error="${error}"`)
  if (description !== undefined) parts.push(`error_description="${description}"`)
  if (scope !== undefined) parts.push(`scope="${scope}"`)
  return { 'www-authenticate': `Bearer ${parts.join(', ')}` }
}

/** What an operation needs of a credential. */
export interface Need {
  /** Nothing where any valid token will do. */
  readonly scope: Scope | undefined
  /** A token to recommend, if the mock has a good one. */
  readonly example: string | undefined
}

function sendToken({ scope, example }: Need): string {
  const [withScope, options] =
    scope === undefined ? ['', ''] : [` with the scope ${scope}`, `{ scopes: ['${scope}'] }`]
  return example === undefined
    ? `No ready-made token${withScope} is valid; make one with mock.tokens.issue(${options}).`
    : `Send "Authorization: Bearer ${example}", or another valid token${withScope}.`
}

function requiredScope({ scope }: Need): Pick<Refusal, 'members'> {
  return scope === undefined ? {} : { members: { requiredScope: scope } }
}

export function missingCredential(need: Need, what: string): Refusal {
  return refusalFor('missing_credential', {
    detail: what,
    hint: sendToken(need),
    assumption: 'auth.missing',
    headers: challenge(need),
    ...requiredScope(need),
  })
}

export function malformedCredential(need: Need): Refusal {
  const detail =
    'The Authorization header must hold exactly one Bearer token; it holds more, or characters that no token has.'
  return refusalFor('invalid_request', {
    detail,
    hint: `${sendToken(need)} Send the header once.`,
    assumption: 'auth.malformed',
    headers: challenge(need, 'invalid_request', 'exactly one token is needed'),
    ...requiredScope(need),
  })
}

export function invalidToken(need: Need, state: 'unknown' | 'expired' | 'revoked'): Refusal {
  const detail = {
    unknown: 'The mock knows no such token.',
    expired: 'The token has expired.',
    revoked: 'The token was revoked.',
  }
  const observed = { unknown: 'Invalid token.', expired: 'Token expired.', revoked: 'Invalid token.' }
  return refusalFor('invalid_token', {
    detail: detail[state],
    observedMessage: observed[state],
    hint: `${sendToken(need)} Ready-made tokens are in the README; more come from mock.tokens.issue() and --token.`,
    assumption: 'auth.invalid',
    headers: challenge(need, 'invalid_token', `the token is ${state}`),
    ...requiredScope(need),
  })
}

export function insufficientScope(scope: Scope, need: Need, has: readonly ServiceScope[]): Refusal {
  return refusalFor('insufficient_scope', {
    detail: `This operation needs the scope ${scope}. The token has ${has.length === 0 ? 'no scope' : `only: ${has.join(', ')}`}.`,
    hint: sendToken(need),
    assumption: 'auth.insufficientScope',
    headers: challenge(need, 'insufficient_scope', `the scope ${scope} is needed`),
    members: { requiredScope: scope, tokenScopes: has },
  })
}

export function unknownPath(method: string, path: string, nearest: Operation): Refusal {
  const list = Object.values(operations).map((operation) => `${operation.method} ${operation.path}`)
  return refusalFor('unknown_path', {
    detail: `There is no operation at ${method} ${shown(path)}.`,
    hint: `The nearest is ${nearest.method} ${nearest.path}. Paths are case-sensitive. The operations are: ${list.join(', ')}.`,
    members: { nearestOperation: `${nearest.method} ${nearest.path}` },
  })
}

/** For a path that the service may have, and the specification has not. The detail names the remedy, because an envelope has no hint. */
export function notSpecified(method: string, path: string, nearest: Operation): Refusal {
  const what = `${shown(method)} ${shown(path)}`
  return refusalFor('not_specified', {
    detail:
      `${what} is not part of the API specification, so the mock does not know what the service answers. ` +
      'To answer it, add an msw handler: the option "handlers" of createMock(), startServer() and conmock.config.',
    hint: `If the path is misspelt: the nearest operation is ${nearest.method} ${nearest.path}.`,
    assumption: 'path.unknown',
    members: { nearestOperation: `${nearest.method} ${nearest.path}` },
  })
}

export function trailingSlash(operation: Operation): Refusal {
  return refusalFor('trailing_slash', {
    detail: 'The path ends in a slash, which the document does not show.',
    hint: `Use ${operation.method} ${operation.path} without a slash at the end, or set path.trailingSlash=accepted.`,
    assumption: 'path.trailingSlash',
    members: { nearestOperation: `${operation.method} ${operation.path}` },
  })
}

export function malformedPath(operation: Operation): Refusal {
  return refusalFor('malformed_path', {
    detail: 'The percent-encoding of the user id in the path is broken.',
    hint: `Encode the id of ${operation.path} with encodeURIComponent.`,
    assumption: 'path.malformedEncoding',
  })
}

export function methodNotAllowed(method: string, operation: Operation): Refusal {
  return refusalFor('method_not_allowed', {
    detail: `${shown(method)} is not possible on ${operation.path}: the document shows operations to read only.`,
    hint: `Use ${operation.method} or HEAD.`,
    assumption: 'method.notAllowed',
    headers: { allow: `${operation.method}, HEAD` },
  })
}

export function unknownUser(id: string, known: readonly string[]): Refusal {
  return refusalFor('unknown_user', {
    detail: `There is no user with the id "${shown(id)}".`,
    hint:
      known.length === 0
        ? 'This mock has no user with a volunteer record.'
        : `Users with a volunteer record are, for instance: ${known.join(', ')}.`,
    assumption: 'volunteer.unknownUser',
  })
}

/** For who takes the id of a record for that of its user. */
export function idOfRecord(id: string, owner: string): Refusal {
  return {
    ...unknownUser(id, []),
    hint: `"${shown(id)}" is the id of a volunteer record. The path takes the id of its user: ${shown(owner)}.`,
  }
}

export function noRecord(id: string, known: readonly string[]): Refusal {
  return refusalFor('no_volunteer_record', {
    detail: `The user "${shown(id)}" exists, but has no volunteer record.`,
    hint:
      known.length === 0
        ? 'No user of this mock has one.'
        : `Users with one are, for instance: ${known.join(', ')}.`,
    assumption: 'volunteer.noRecord',
  })
}

export function invalidCursor(what: string): Refusal {
  return refusalFor('invalid_cursor', {
    detail: `The parameter nextPage ${what}.`,
    hint: 'Leave nextPage out for the first page; for every further page pass the nextPage of the answer before, unchanged and once.',
    assumption: 'cursor.invalid',
  })
}

export function invalidLimit(max: number, list: ListName): Refusal {
  return refusalFor('invalid_limit', {
    detail: `The parameter limit must be one whole number from 1 to ${max}.`,
    hint: 'Leave it out for pages of the usual size.',
    assumption: `${list}.limit`,
  })
}

export function unknownParameter(name: string, list: ListName): Refusal {
  return refusalFor('unknown_parameter', {
    detail: `There is no query parameter "${shown(name)}".`,
    hint: `The list of ${list} takes nextPage. The API specification shows no other parameter.`,
    assumption: `${list}.unknownQuery`,
  })
}

export function rateLimited(seconds: number): Refusal {
  return refusalFor('rate_limited', {
    detail: 'Too many requests.',
    hint: `Wait ${seconds} seconds, as Retry-After says, before the next.`,
    assumption: 'rateLimit',
    headers: { 'retry-after': String(seconds) },
  })
}

/** A refusal with the status that its assumption asks for. A challenge goes with 401 and 400 only. */
export function withAssumedStatus(refusal: Refusal, settings: Settings): Refusal {
  const status = refusal.assumption && Number(settings[refusal.assumption])
  if (!status || status === refusal.status) return refusal
  const { headers, ...rest } = refusal
  const other = { ...rest, status: status as Refusal['status'] }
  return headers && status <= 401 ? { ...other, headers } : other
}

export function malformedRequest(what: string): Refusal {
  return refusalFor('malformed_request', {
    detail: `The request cannot be read: ${what}.`,
    hint: 'Send a request as HTTP/1.1 has it (RFC 9112), with one Host header and a valid target.',
  })
}

/** A bug of ours. Its message goes to the log, and never to the client. */
export function internalError(): Refusal {
  return refusalFor('conmock_bug', {
    detail:
      'conmock failed to answer. This is a bug in conmock, or in a handler that it was given, and not in the request.',
    hint: 'Look at the log, and report it with the request.',
  })
}
