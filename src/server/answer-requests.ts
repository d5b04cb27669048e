import type { HttpHandler } from 'msw'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Answer } from '../api/answer.js'
import { invalidTarget } from '../api/refusal.js'
import type { MockInternals } from '../mock/mock-internals.js'
import type { MockRequest } from '../mock/mock-request.js'
import type { SelectedSandbox, SandboxSelector } from '../sandboxes/select-sandbox.js'
import { findInvalidTarget, NodeRequest } from './node-request.js'
import type { Cors } from './cors.js'
import type { CustomHandlers } from './custom-handlers.js'
import { fail, send, type Headers } from './send.js'

const FOREIGN_ORIGIN = 'The origin of the page is not allowed by the option cors.'

/** The parts of a server that answer requests. */
export interface ServerContext {
  readonly sandboxes: SandboxSelector
  readonly cors: Cors
  /** Answers requests to the admin API. Returns `false` for all other requests. */
  readonly admin: ((incoming: IncomingMessage, outgoing: ServerResponse) => boolean) | undefined
  /** Whether a Host header is allowed. Other requests get 403. */
  readonly allowsHost: (header: string | undefined) => boolean
  /** Keeps a connection without a response until the client or the server is closed. */
  readonly hang: (socket: Socket) => void
}

/**
 * Creates the function that answers the requests of a server: with the custom handlers first, if there are any, then with the API.
 *
 * @returns After it has loaded what the custom handlers need, which takes time.
 */
export async function createListener(
  context: ServerContext,
  handlers: readonly HttpHandler[],
): Promise<RequestListener> {
  const { sandboxes, cors, admin, allowsHost, hang } = context

  function deliver(outgoing: ServerResponse, answer: Answer, request: MockRequest): void {
    const { failure } = answer
    const headers = cors.headers(request)
    if (failure) fail(outgoing, answer, failure, headers, hang)
    else send(outgoing, answer, headers)
  }

  function answerFromApi(selected: SelectedSandbox, outgoing: ServerResponse): void | Promise<void> {
    const answer = sandboxes.answer(selected)
    if (!(answer instanceof Promise)) return deliver(outgoing, answer, selected.request)
    return answer.then((given) => deliver(outgoing, given, selected.request))
  }

  /** Refuses a request of a web page with status 403. The reason goes to the request log only; a foreign page must not see it. */
  function forbid(request: MockRequest, outgoing: ServerResponse, refusal: string, headers: Headers): void {
    const answer = { status: 403, headers: {}, body: null, refusal }
    sandboxes.default.requestLog.record(request.method, request.url, answer)
    send(outgoing, answer, headers)
  }

  /** Answers a preflight. Returns `false` for all other requests. */
  function sendPreflight(
    request: MockRequest,
    { requestLog }: MockInternals,
    outgoing: ServerResponse,
  ): boolean {
    const headers = cors.preflight(request)
    if (!headers) return false
    const refusal = headers['access-control-allow-origin'] ? undefined : FOREIGN_ORIGIN
    requestLog.record(request.method, request.url, { status: 204, headers, refusal })
    outgoing.writeHead(204, headers).end()
    return true
  }

  /** Answers a request that no handler of the user matches. */
  function answerUnhandled(selected: SelectedSandbox, outgoing: ServerResponse): void | Promise<void> {
    if (!sendPreflight(selected.request, selected.mock, outgoing)) return answerFromApi(selected, outgoing)
  }

  const customHandlers: CustomHandlers | undefined =
    handlers.length > 0
      ? (await import('./custom-handlers.js')).createCustomHandlers(handlers, cors, answerUnhandled)
      : undefined

  return (incoming, outgoing) => {
    if (admin?.(incoming, outgoing)) return
    const request = new NodeRequest(incoming)
    const problem = findInvalidTarget(incoming)
    if (problem !== undefined) {
      return deliver(outgoing, sandboxes.refuse(request, invalidTarget(problem)), request)
    }
    if (!allowsHost(incoming.headers.host)) {
      const refusal =
        'The Host header is neither this machine nor an origin of the option cors (protection against DNS rebinding).'
      return forbid(request, outgoing, refusal, {})
    }
    // Otherwise the token endpoint would issue a token, although the page cannot read it.
    if (request.method === 'POST' && cors.forbids(request)) {
      return forbid(request, outgoing, FOREIGN_ORIGIN, cors.headers(request))
    }
    const selected = sandboxes.select(request)
    if ('detail' in selected) {
      // A page can only read the refusal if the preflight succeeds.
      if (sendPreflight(request, sandboxes.default, outgoing)) return
      return deliver(outgoing, sandboxes.refuse(request, selected), request)
    }
    if (customHandlers) return void customHandlers(incoming, outgoing, selected)
    void answerUnhandled(selected, outgoing)
  }
}
