import { toBytes, withNote, withoutBody, type Answer, type ApiRequest } from '../api/answer.js'
import type { Responder } from '../api/responder.js'
import { causedByFault } from '../api/refusal.js'
import type { FaultEffect } from './fault.js'
import type { FaultOfRequest } from './faults.js'

/** What a proxy in front of the API sends. */
const ERROR_PAGE =
  '<!doctype html><html><head><title>Proxy</title></head><body>This is not JSON.</body></html>'

function withEffect(answer: Answer, effect: FaultEffect, responder: Responder): Answer {
  const { coverageKey, caller } = answer
  const { status, retryAfter, truncateBody } = effect
  if (effect.html) {
    const headers = { 'content-type': 'text/html; charset=utf-8' }
    return { status: status ?? 200, headers, body: ERROR_PAGE, coverageKey, caller }
  }
  if (status !== undefined) {
    return responder.refuse(causedByFault(status, retryAfter, caller), coverageKey?.endpoint)
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

/** What the request log notes if a fault could not change an answer: it has no body, or a shorter one than is sent. */
export const UNCHANGED = 'The fault could not change this response'

/** Changes an answer as a fault defines it. An answer without a body, or with a shorter one, cannot be cut. */
export function applyFault(
  answer: Answer,
  { effect, header }: FaultOfRequest,
  { method }: Pick<ApiRequest, 'method'>,
  responder: Responder,
): Answer {
  const changed = withEffect(answer, effect, responder)
  const marked = { ...changed, fault: header, headers: { ...changed.headers, 'conmock-fault': header } }
  if (changed === answer) {
    const breaksBody = effect.invalidJson !== undefined || effect.truncateBody !== undefined
    if (!breaksBody) return marked
    const body = answer.body === null ? 'it has no body' : 'its body is shorter'
    return withNote(marked, `${UNCHANGED}: ${body}.`)
  }
  return { ...(method === 'HEAD' ? withoutBody(marked) : marked), isFaulty: true }
}

/** Returns what the request log shows if the client has disconnected before the answer. It was not refused. */
export function abandoned({ headers, body, coverageKey, caller, fault }: Answer): Answer {
  const note = 'The client disconnected before the response.'
  const failure = { kind: 'dropConnection' } as const
  return { status: 0, headers, body, coverageKey, caller, fault, note, isFaulty: true, failure }
}
