import { toBytes, withoutBody, type Answer, type ApiRequest } from '../api/answer.js'
import type { Responder } from '../api/responder.js'
import { causedByFault } from '../api/refusal.js'
import type { FaultOfRequest } from './faults.js'

/** What a proxy in front of the API sends. */
const ERROR_PAGE =
  '<!doctype html><html><head><title>Proxy</title></head><body>This is not JSON.</body></html>'

function withErrorPage({ coverageKey, caller }: Answer, status = 200, { method }: ApiRequest): Answer {
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  const page: Answer = { status, headers, body: ERROR_PAGE, coverageKey, ...(caller && { caller }) }
  return method === 'HEAD' ? withoutBody(page) : page
}

function withEffect(
  answer: Answer,
  { effect }: FaultOfRequest,
  request: ApiRequest,
  responder: Responder,
): Answer {
  const { status, retryAfter, truncateBody } = effect
  if (effect.html) return withErrorPage(answer, status, request)
  if (status !== undefined) {
    const { coverageKey, caller } = answer
    const refused = responder.refuse(causedByFault(status, retryAfter, caller), coverageKey.endpoint)
    return request.method === 'HEAD' ? withoutBody(refused) : refused
  }
  if (effect.hang) return { ...answer, status: 0, failure: { kind: 'hang' } }
  if (effect.dropConnection) return { ...answer, status: 0, failure: { kind: 'dropConnection' } }
  if (answer.body === null) return answer
  const body = toBytes(answer.body)
  if (truncateBody !== undefined && truncateBody < body.length) {
    const start = body.slice(0, truncateBody)
    return { ...answer, failure: { kind: 'truncateBody', start, length: body.length } }
  }
  return effect.invalidJson ? { ...answer, body: body.slice(0, -1) } : answer
}

/** Changes an answer as a fault defines it. An answer without a body, or with a shorter one, cannot be cut. */
export function applyFault(
  answer: Answer,
  fault: FaultOfRequest,
  request: ApiRequest,
  responder: Responder,
): Answer {
  const changed = withEffect(answer, fault, request, responder)
  const { header } = fault
  const marked = { ...changed, fault: header, headers: { ...changed.headers, 'conmock-fault': header } }
  return changed === answer ? marked : { ...marked, isFaulty: true }
}

/** Returns what the request log shows if the client has disconnected before the answer. It was not refused. */
export function abandoned({ headers, body, coverageKey, caller, fault }: Answer): Answer {
  const known = { headers, body, coverageKey, ...(caller && { caller }), ...(fault && { fault }) }
  const note = 'The client disconnected before the response.'
  return { ...known, status: 0, note, isFaulty: true, failure: { kind: 'dropConnection' } }
}
