import type { Answer, ApiRequest } from '../api/answer.js'
import type { Responder } from '../api/responder.js'
import type { CoverageCounter } from '../coverage/coverage-counter.js'
import { startNeedsRun } from '../coverage/needs-run.js'
import type { Dataset } from '../dataset/dataset.js'
import { internalError } from '../api/refusal.js'
import { abandoned, applyFault } from './apply-fault.js'
import type { FaultList, FaultOfRequest } from './faults.js'
import type { RequestLog } from './request-log.js'

/**
 * Reads a body that is sent as it comes, if a fault changes it: no more of it than the fault needs, because it may be endless.
 *
 * @param signal Ends the reading, because the client no longer waits.
 */
async function readStream(
  answer: Answer,
  { effect: { truncateBody, invalidJson } }: FaultOfRequest,
  signal: AbortSignal,
): Promise<Answer> {
  const { stream } = answer
  if (!stream || (truncateBody === undefined && !invalidJson)) return answer
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  const end = new WritableStream<Uint8Array<ArrayBuffer>>({
    write(part, controller) {
      parts.push(part)
      size += part.length
      if (truncateBody !== undefined && size > truncateBody) controller.error()
    },
  })
  await stream.pipeTo(end, { signal }).catch(() => undefined)
  return { ...answer, body: new Uint8Array(await new Blob(parts).arrayBuffer()), stream: undefined }
}

/** The parts of a mock that respond to requests to the API. */
interface RespondParts {
  readonly responder: Responder
  readonly dataset: Dataset
  readonly faults: FaultList
  readonly requestLog: RequestLog
  readonly coverage: CoverageCounter
}

/**
 * Returns a function that responds to requests to the API, with faults and pending changes. It records each answer, and counts
 * those that no fault has changed.
 */
export function createRespond({ responder, dataset, faults, requestLog, coverage }: RespondParts) {
  const changeForNeeds = startNeedsRun()

  /** Waits for pending changes first, so that a response includes changes that the test did not await. */
  function respondNow(request: ApiRequest): Answer | Promise<Answer> {
    return dataset.settled?.then(() => responder.respond(request)) ?? responder.respond(request)
  }

  function respondWithFault(request: ApiRequest, start: number, fault: FaultOfRequest): Promise<Answer> {
    return faults.held.respondAfter(fault, request, async (isReleased) => {
      // The mock has ended, so nobody will read its request log.
      if (!isReleased) return abandoned(responder.refuse(internalError()))
      // An operation may change data, so a request that a fault refuses, or whose client has left, does not reach it.
      const isReached = fault.effect.status === undefined && !request.signal.aborted
      const answer = isReached ? await respondNow(request) : responder.unreached(request)
      const whole = await readStream(answer, fault, request.signal)
      return recordLater(request, start, applyFault(whole, fault, request, responder))
    })
  }

  /** Records an answer for which the client had to wait. */
  function recordLater(request: ApiRequest, start: number, answer: Answer): Answer {
    return record(request, start, request.signal.aborted ? abandoned(answer) : answer)
  }

  /** Records an answer, and may count it. Adapters send it afterward, so a client that has it finds it in the request log. */
  function record(request: ApiRequest, start: number, answer: Answer): Answer {
    const sent = changeForNeeds?.(answer) ?? answer
    requestLog.record(request, sent, start)
    // A client that gets no body has not shown that it can read one.
    if (sent.coverageKey && !sent.isFaulty && request.method !== 'HEAD') coverage.count(sent.coverageKey)
    return sent
  }

  /** Synchronous, unless a change is pending, a fault waits, or a body must be read. Never throws. */
  return function respond(request: ApiRequest): Answer | Promise<Answer> {
    const start = performance.now()
    const operation = faults.isActive ? responder.endpointOf(request) : undefined
    const fault = operation === undefined ? undefined : faults.take(operation)
    if (fault) return respondWithFault(request, start, fault)
    const answer = respondNow(request)
    return answer instanceof Promise
      ? answer.then((later) => recordLater(request, start, later))
      : record(request, start, answer)
  }
}
