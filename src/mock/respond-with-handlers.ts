import type { HttpHandler } from 'msw'
import type { Answer } from '../api/answer.js'
import type { Responder } from '../api/responder.js'
import { errorOfYours } from '../api/refusal.js'
import type { CompiledApi } from '../contract/compile.js'
import { applyFault } from './apply-fault.js'
import { askCustomHandlers, findHandler } from './custom-handlers.js'
import type { FaultList, FaultOfRequest } from './faults.js'
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
}

/** Only the team knows what is secret in the headers and the body of its response, so the request log has neither. */
function withheld(status: number): Answer {
  return { status, headers: {}, body: null, omitted: omissions.handler }
}

/** Reads a response, so that a fault can change its body. */
async function toAnswer({ status, headers, body }: Response): Promise<Answer> {
  const sent = body && new Uint8Array(await new Response(body).arrayBuffer())
  const { 'content-length': _, ...others } = Object.fromEntries(headers)
  return { status, headers: others, body: sent }
}

/** Returns a function that responds to requests with custom handlers, and records the responses. */
export function createRespondWithHandlers({ api, responder, requestLog, faults }: CustomParts) {
  /** Returns the operation of the API that a custom handler answers in its place. */
  function findEndpoint(request: Request): string | undefined {
    return responder.hasOperation(request) ? responder.endpointOf(request) : undefined
  }

  function record(request: Request, start: number, answer: Answer): void {
    const caller = answer.caller ?? responder.callerOf(request)
    const operation = findEndpoint(request) ?? answer.operation
    requestLog.record(request, { ...answer, caller, operation }, start)
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

  async function respondWithFault(
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
    const answer = own ? await toAnswer(own.response) : withheld(0)
    const changed = applyFault(answer, fault, request, responder)
    if (!signal.aborted) {
      const kept = own ? { ...withheld(changed.status), fault: changed.fault } : changed
      record(request, start, { ...kept, operation: fault.operation })
    }
    // In contrast to the API, the server cannot close the connection of a handler when it stops.
    if (changed.failure?.kind === 'hang') return faults.held.hold('', request, () => Response.error())
    return toResponse(changed, signal)
  }

  return async function respond(
    request: Request,
    handlers: readonly HttpHandler[],
  ): Promise<Response | undefined> {
    const start = performance.now()
    const { signal } = request
    try {
      const fault = await takeFault(request, handlers)
      if (fault) {
        return await faults.held.respondAfter(fault, request, (isReleased) =>
          isReleased ? respondWithFault(request, handlers, fault, start) : Response.error(),
        )
      }
      const { response, operation } = (await askCustomHandlers(api, handlers, request)) ?? {}
      if (response?.bodyUsed) throw new TypeError('the body of the Response was already sent')
      if (response && !signal.aborted) {
        const refusal = response.type === 'error' ? DROPPED : undefined
        record(request, start, { ...withheld(response.status), refusal, operation })
      }
      return response
    } catch (error) {
      const sent = responder.refuse(errorOfYours('One of your handlers'))
      const refusal = `one of your handlers failed: ${String(error)}`
      const { operation } = (await findHandler(api, handlers, request).catch(() => undefined)) ?? {}
      if (!signal.aborted) record(request, start, { ...sent, refusal, operation })
      return toResponse(sent, signal)
    }
  }
}
