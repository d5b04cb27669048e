import type { Answer, ApiRequest } from '../api/answer.js'
import type { Responder } from '../api/responder.js'
import type { CoverageCounter } from '../coverage/coverage-counter.js'
import { startNeedsRun } from '../coverage/needs-run.js'
import type { Dataset } from '../dataset/dataset.js'
import { internalError } from '../api/refusal.js'
import { abandoned, applyFault } from './apply-fault.js'
import type { FaultList, FaultOfRequest } from './faults.js'
import type { RequestLog } from './request-log.js'

/** The parts of a mock that answer requests to the API. */
interface AnswerParts {
  readonly responder: Responder
  readonly dataset: Dataset
  readonly faults: FaultList
  readonly requestLog: RequestLog
  readonly coverage: CoverageCounter
}

/**
 * Returns a function that answers requests from the API, with faults and pending changes. It records each answer, and counts those
 * that no fault has changed.
 */
export function createApiAnswers(parts: AnswerParts) {
  const { responder, dataset, faults, requestLog, coverage } = parts
  const changeForNeeds = startNeedsRun()

  function takeFault(request: ApiRequest): FaultOfRequest | undefined {
    const operation = responder.endpointOf(request)
    return operation === undefined ? undefined : faults.take(operation)
  }

  function answerLater(request: ApiRequest, start: number, fault: FaultOfRequest): Promise<Answer> {
    // Nobody reads the request log of a mock that has ended, so nothing is recorded.
    return faults.held.answerLater(fault, request, (isReleased) =>
      isReleased ? answerFaulty(request, start, fault) : abandoned(responder.refuse(internalError())),
    )
  }

  async function answerFaulty(request: ApiRequest, start: number, fault: FaultOfRequest): Promise<Answer> {
    const changed = applyFault(await answerNow(request), fault, request, responder)
    return recorded(request, start, request.signal.aborted ? abandoned(changed) : changed)
  }

  /** Waits for pending changes first, so that a response includes changes that the test did not await. */
  function answerNow(request: ApiRequest): Answer | Promise<Answer> {
    return dataset.settled?.then(() => answerFromApi(request)) ?? answerFromApi(request)
  }

  function answerFromApi(request: ApiRequest): Answer | Promise<Answer> {
    if (!responder.isTokenRequest(request.url)) return responder.answer(request)
    return request.text().then((form) => {
      const answer = responder.answerToken(request, form)
      return request.signal.aborted ? abandoned(answer) : answer
    })
  }

  /** Records an answer, and may count it. Adapters send it afterward, so a client that has it finds it in the request log. */
  function recorded({ method, url }: ApiRequest, start: number, answered: Answer): Answer {
    const sent = changeForNeeds?.(answered) ?? answered
    requestLog.record(method, url, sent, start)
    if (!sent.isFaulty) coverage.count(sent.coverageKey)
    return sent
  }

  /** Synchronous, unless a change is pending, a fault waits, or a body must be read. Never throws. */
  return function answer(request: ApiRequest): Answer | Promise<Answer> {
    const start = performance.now()
    const fault = faults.isActive ? takeFault(request) : undefined
    if (fault) return answerLater(request, start, fault)
    const answered = answerNow(request)
    return answered instanceof Promise
      ? answered.then((sent) => recorded(request, start, sent))
      : recorded(request, start, answered)
  }
}
