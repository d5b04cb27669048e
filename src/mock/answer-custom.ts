import type { HttpHandler } from 'msw'
import type { Answer } from '../api/answer.js'
import type { Responder } from '../api/responder.js'
import { errorOfYours } from '../api/refusal.js'
import type { CompiledApi } from '../contract/compile.js'
import { applyFault } from './apply-fault.js'
import { askCustomHandlers, findHandler, type CustomResponse } from './custom-handlers.js'
import type { FaultList, FaultOfRequest } from './faults.js'
import { toApiRequest } from './api-request.js'
import type { RecordedAnswer } from './request-entry.js'
import type { RequestLog } from './request-log.js'
import { omissions } from './sent-response.js'
import { toResponse } from './to-response.js'

/** What the request log says of `HttpResponse.error()`. */
const DROPPED = 'A custom handler dropped the connection.'

interface CustomParts {
  readonly api: CompiledApi
  readonly responder: Responder
  readonly requestLog: RequestLog
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
  const { api, responder, requestLog, faults, refusalOf } = parts

  /** Returns the operation of the API that a custom handler answers in its place. */
  function findEndpoint(request: Request): string | undefined {
    return responder.hasOperation(request) ? responder.endpointOf(request) : undefined
  }

  function record(request: Request, answer: RecordedAnswer, start: number): void {
    const { method, url } = request
    const caller = answer.caller ?? responder.callerOf(request)
    const operation = findEndpoint(request) ?? answer.operation
    requestLog.record(method, url, { ...answer, caller, operation }, start)
  }

  /** Records a response of the custom handlers. Its headers and body are not kept: only the team knows what is secret in them. */
  function recordResponse(request: Request, { response, operation }: CustomResponse, start: number): void {
    const refused = refusalOf(response)
    if (refused) return record(request, { ...refused, operation }, start)
    const { status, type } = response
    const refusal = type === 'error' ? DROPPED : undefined
    record(request, { status, refusal, operation, omitted: omissions.handler }, start)
  }

  /** Returns what goes wrong with a request to a custom operation. */
  async function takeFault(
    request: Request,
    handlers: readonly HttpHandler[],
  ): Promise<FaultOfRequest | undefined> {
    if (!faults.isActive || findEndpoint(request) !== undefined) return undefined
    const { operation } = (await findHandler(api, handlers, request)) ?? {}
    return operation && faults.take(operation)
  }

  async function answerFaulty(
    request: Request,
    handlers: readonly HttpHandler[],
    fault: FaultOfRequest,
    start: number,
  ): Promise<Response | undefined> {
    const { signal } = request
    // Otherwise the API would answer, and record an unknown path.
    if (signal.aborted) return Response.error()
    const isRefused = fault.effect.status !== undefined
    // A handler could change data, so a refused request does not reach it.
    const own = isRefused ? undefined : await askCustomHandlers(api, handlers, request)
    if (!own && !isRefused) return undefined
    const answer = own ? await toAnswer(own.response) : NO_ANSWER
    const changed = applyFault(answer, fault, toApiRequest(request), responder)
    if (!signal.aborted) {
      const { status, fault: header } = changed
      const kept = own ? { status, fault: header, omitted: omissions.handler } : changed
      record(request, { ...kept, operation: fault.operation }, start)
    }
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
    try {
      const fault = await takeFault(request, handlers)
      if (fault) {
        return await faults.held.answerLater(fault, request, (isReleased) =>
          isReleased ? answerFaulty(request, handlers, fault, start) : Response.error(),
        )
      }
      const own = await askCustomHandlers(api, handlers, request)
      if (own?.response.bodyUsed) throw new TypeError('the body of the Response was already sent')
      if (own && !signal.aborted) recordResponse(request, own, start)
      return own?.response
    } catch (error) {
      const sent = responder.refuse(errorOfYours('One of your handlers'))
      const refusal = `one of your handlers failed: ${String(error)}`
      const { operation } = (await findHandler(api, handlers, request).catch(() => undefined)) ?? {}
      if (!signal.aborted) record(request, { ...sent, refusal, operation }, start)
      return toResponse(sent, signal)
    }
  }
}
