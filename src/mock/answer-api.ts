import type { Answer } from '../api/answer.js'
import type { CoverageCounter } from '../coverage/coverage-counter.js'
import type { NeedsRun } from '../coverage/needs-run.js'
import type { Dataset } from '../dataset/dataset.js'
import { abandoned, applyFault, createAbandonedAnswer } from './apply-fault.js'
import type { CurrentApi } from './current-api.js'
import type { FaultList, FaultOfRequest } from './faults.js'
import type { MockRequest } from './mock-request.js'
import type { RequestLog } from './request-log.js'

/** The parts of a mock that answer requests to the API. */
interface AnswerParts {
  readonly apis: CurrentApi
  /** Path of the option `baseUrl`. */
  readonly basePath: string | undefined
  readonly dataset: Dataset
  readonly faults: FaultList
  readonly requestLog: RequestLog
  readonly coverage: CoverageCounter
  readonly needsRun: NeedsRun | undefined
}

/** Answers requests from the API: with faults, and with pending changes. Counts and records each answer. */
export class ApiAnswers {
  readonly #parts: AnswerParts

  constructor(parts: AnswerParts) {
    this.#parts = parts
  }

  /** Synchronous, unless a change is pending, a fault waits, or a body must be read. Never throws. */
  answer(request: MockRequest): Answer | Promise<Answer> {
    const { faults } = this.#parts
    const start = performance.now()
    const fault = faults.isActive ? this.#takeFault(request) : undefined
    if (fault) return this.#answerLater(request, start, fault)
    const answered = this.#answerNow(request)
    return answered instanceof Promise
      ? answered.then((sent) => this.#recorded(request, start, sent))
      : this.#recorded(request, start, answered)
  }

  #takeFault({ url }: MockRequest): FaultOfRequest | undefined {
    const { apis, basePath, faults } = this.#parts
    const operation = apis.current.endpointOf(url, basePath)
    return operation && faults.take(operation)
  }

  #answerLater(request: MockRequest, start: number, fault: FaultOfRequest): Promise<Answer> {
    // When the mock has ended, nothing is recorded, because nobody reads its request log.
    return this.#parts.faults.held.answerLater(fault, request, (isReleased) =>
      isReleased
        ? this.#answerFaulty(request, start, fault)
        : createAbandonedAnswer(this.#parts.apis.current),
    )
  }

  async #answerFaulty(request: MockRequest, start: number, fault: FaultOfRequest): Promise<Answer> {
    const answered = await this.#answerNow(request)
    const changed = applyFault(answered, fault, request, this.#parts.apis.current)
    return this.#recorded(request, start, request.signal.aborted ? abandoned(changed) : changed)
  }

  /** Waits for pending changes first, so that a response includes changes that the test did not await. */
  #answerNow(request: MockRequest): Answer | Promise<Answer> {
    return (
      this.#parts.dataset.settled?.then(() => this.#answerFromApi(request)) ?? this.#answerFromApi(request)
    )
  }

  #answerFromApi(request: MockRequest): Answer | Promise<Answer> {
    const { apis, basePath } = this.#parts
    const api = apis.current
    if (!api.isTokenRequest(request.url, basePath)) return api.answer(request, basePath)
    return request
      .text()
      .then((form) =>
        request.signal.aborted ? createAbandonedAnswer(api, 'token') : api.answerToken(request, form),
      )
  }

  /** Counts and records an answer. Adapters send it afterward, so a client that has it finds it in the request log. */
  #recorded({ method, url }: MockRequest, start: number, sent: Answer): Answer {
    const { requestLog, coverage, needsRun } = this.#parts
    requestLog.record(method, url, sent, start)
    if (!sent.isFaulty) {
      coverage.count(sent.coverageKey)
      // Only successful responses have cases.
      if (sent.coverageKey.cases.length > 0) needsRun?.report()
    }
    // An answer that no client received is not counted.
    else if (sent.fault !== undefined) coverage.countChanged('fault', sent.status, sent.coverageKey.endpoint)
    return sent
  }
}
