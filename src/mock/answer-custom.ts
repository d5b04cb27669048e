import type { HttpHandler } from 'msw'
import type { Answer } from '../api/answer.js'
import type { Api } from '../api/api.js'
import { errorOfYours } from '../api/refusal.js'
import type { CustomOperation, Endpoint } from '../api/match-path.js'
import type { CoverageCounter } from '../coverage/coverage-counter.js'
import { applyFault, disconnected } from './apply-fault.js'
import { askCustomHandlers, findHandler, type CustomResponse } from './custom-handlers.js'
import type { FaultList, FaultOfRequest } from './faults.js'
import { readBody, toMockRequest } from './mock-request.js'
import type { RecordedAnswer } from './request-entry.js'
import type { RequestLog } from './request-log.js'
import { keptOfHandler, MAX_BODY_BYTES, type KeptResponse } from './sent-response.js'
import { toResponse } from './to-response.js'

/** What the request log says of `HttpResponse.error()`. */
const DROPPED = 'A custom handler dropped the connection.'

interface CustomParts {
  readonly api: Api
  readonly requestLog: RequestLog
  readonly coverage: CoverageCounter
  readonly faults: FaultList
  /** Returns the refusal that `mock.authorize` and similar members have made a response of. */
  readonly refusalOf: (response: Response) => Answer | undefined
}

/** The answer before a fault changes it. Nothing is known about a custom operation. */
const coverageKey = {
  endpoint: undefined,
  status: 0,
  code: undefined,
  cases: [],
  assumed: [],
  headers: {},
}
const NO_ANSWER: Answer = { status: 0, headers: {}, body: null, coverageKey }

/** Reads a response, so that a fault can change its body. */
async function toAnswer({ status, headers, body }: Response): Promise<Answer> {
  const sent = body && new Uint8Array(await new Response(body).arrayBuffer())
  const { 'content-length': _, ...others } = Object.fromEntries(headers)
  return { status, headers: others, body: sent, coverageKey }
}

/** Returns a function that answers requests with custom handlers, and records the responses. */
export function createCustomAnswers(parts: CustomParts) {
  const { api, requestLog, coverage, faults, refusalOf } = parts

  /** Returns the operation of the API that a custom handler answers in its place. */
  function findEndpoint({ method, url }: Request): Endpoint | undefined {
    const endpoint = api.endpointOf(url)
    return endpoint === 'token' || method === 'GET' || method === 'HEAD' ? endpoint : undefined
  }

  function record(request: Request, answer: RecordedAnswer, start: number, response?: KeptResponse): void {
    const { method, url } = request
    const caller = answer.caller ?? api.callerOf(request)
    const operation = findEndpoint(request) ?? answer.operation
    requestLog.record(method, url, { ...answer, caller, operation }, start, response)
  }

  /** Records a response of the custom handlers. A body without a length is not copied: it may be a stream without an end. */
  async function recordResponse(request: Request, own: CustomResponse, start: number): Promise<void> {
    const { response, operation } = own
    const refused = refusalOf(response)
    if (refused) return record(request, { ...refused, operation }, start)
    const { status, type, headers, body } = response
    const length = headers.get('content-length')
    const isLong = Number(length) > MAX_BODY_BYTES
    const omission = body ? (isLong ? 'tooLong' : 'stream') : undefined
    const id = requestLog.nextId
    const refusal = type === 'error' ? DROPPED : undefined
    record(request, { status, refusal, operation }, start, keptOfHandler(request.url, response, omission))
    if (refusal === undefined) coverage.countChanged('handler', status, findEndpoint(request))
    if (!body || length === null || isLong) return
    const copy = await readBody(response.clone(), MAX_BODY_BYTES).catch(() => undefined)
    if (!copy) return
    requestLog.setResponse(id, keptOfHandler(request.url, response, new Uint8Array(await copy.arrayBuffer())))
  }

  /** Returns what goes wrong with a request to a custom operation. */
  async function takeFault(
    request: Request,
    handlers: readonly HttpHandler[],
  ): Promise<{ readonly fault: FaultOfRequest; readonly operation: CustomOperation } | undefined> {
    if (!faults.isActive || findEndpoint(request) !== undefined) return undefined
    const { operation } = (await findHandler(handlers, request)) ?? {}
    const fault = operation && faults.take(operation)
    return fault && { fault, operation }
  }

  interface FaultyRequest {
    readonly request: Request
    readonly handlers: readonly HttpHandler[]
    readonly fault: FaultOfRequest
    readonly operation: CustomOperation
    readonly start: number
  }

  function answerWithFault(faulty: FaultyRequest): Promise<Response | undefined> {
    return faults.held.answerLater(faulty.fault, faulty.request, (isReleased) =>
      isReleased ? answerFaulty(faulty) : Response.error(),
    )
  }

  async function answerFaulty(faulty: FaultyRequest): Promise<Response | undefined> {
    const { request, handlers, fault, operation, start } = faulty
    const { signal } = request
    if (signal.aborted) return undefined
    const isRefused = fault.effect.status !== undefined
    // A handler could change data, so a refused request does not reach it.
    const own = isRefused ? undefined : await askCustomHandlers(handlers, request)
    if (!own && !isRefused) return undefined
    const answer = own ? await toAnswer(own.response) : NO_ANSWER
    const changed = applyFault(answer, fault, toMockRequest(request), api)
    if (!signal.aborted) record(request, { ...changed, operation }, start)
    // In contrast to the API, the server cannot close the connection of a handler when it stops.
    if (changed.failure?.kind === 'hang') return faults.held.hold('', request, () => Response.error())
    return toResponse(changed, signal)
  }

  return async function answerFromHandlers(
    request: Request,
    handlers: readonly HttpHandler[],
  ): Promise<Response | undefined> {
    const start = performance.now()
    const { signal } = request
    let faulty: Awaited<ReturnType<typeof takeFault>>
    const leave = () => {
      const { operation, fault } = faulty ?? {}
      record(request, { ...disconnected, operation, fault: fault?.header }, start)
    }
    signal.addEventListener('abort', leave)
    try {
      faulty = await takeFault(request, handlers)
      if (faulty) return await answerWithFault({ ...faulty, request, handlers, start })
      const own = await askCustomHandlers(handlers, request)
      if (own?.response.bodyUsed) throw new TypeError('the body of the Response was already sent')
      if (own && !signal.aborted) void recordResponse(request, own, start)
      return own?.response
    } catch (error) {
      const sent = api.refuse(errorOfYours('One of your handlers'))
      const refusal = `one of your handlers failed: ${String(error)}`
      const { operation } = (await findHandler(handlers, request).catch(() => undefined)) ?? {}
      if (!signal.aborted) record(request, { ...sent, refusal, operation }, start)
      return toResponse(sent, signal)
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }
}
