import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Answer, ApiRequest } from '../api/answer.js'
import { foreignHost, foreignOrigin, invalidTarget, type Refusal } from '../api/refusal.js'
import type { MockInternals } from '../mock/mock-internals.js'
import type { SelectedSandbox, SandboxSelector } from '../sandboxes/select-sandbox.js'
import { findInvalidTarget, NodeRequest } from './node-request.js'
import type { Cors } from './cors.js'
import type { CustomHandlers } from './custom-handlers.js'
import { identity } from '../common/version.js'
import { fail, send } from './send.js'

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

function refusalOfPage({ headers }: ApiRequest): Refusal {
  return foreignOrigin(headers.get('origin') ?? '')
}

/**
 * Creates the function that answers the requests of a server: with the custom handlers first, if there are any, then with the API.
 *
 * @returns After it has loaded what the custom handlers need, which takes time.
 */
export async function createListener(context: ServerContext, hasHandlers: boolean): Promise<RequestListener> {
  const { sandboxes, cors, admin, allowsHost, hang } = context

  function deliver(outgoing: ServerResponse, answer: Answer, request: ApiRequest): void {
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

  /** Answers a preflight. Returns `false` for all other requests. */
  function sendPreflight(
    request: ApiRequest,
    { requestLog }: MockInternals,
    outgoing: ServerResponse,
  ): boolean {
    const headers = cors.preflight(request)
    if (!headers) return false
    const foreign = headers['access-control-allow-origin'] ? undefined : refusalOfPage(request)
    const answer = { status: 204, headers, refusal: foreign?.detail, hint: foreign?.hint }
    requestLog.record(request.method, request.url, answer)
    outgoing.writeHead(204, { ...headers, ...identity }).end()
    return true
  }

  /** Answers a request that no handler of the user matches. */
  function answerUnhandled(selected: SelectedSandbox, outgoing: ServerResponse): void | Promise<void> {
    if (!sendPreflight(selected.request, selected.mock, outgoing)) return answerFromApi(selected, outgoing)
  }

  const customHandlers: CustomHandlers | undefined = hasHandlers
    ? (await import('./custom-handlers.js')).createCustomHandlers(cors, answerUnhandled)
    : undefined

  return (incoming, outgoing) => {
    if (admin?.(incoming, outgoing)) return
    const request = new NodeRequest(incoming)
    const problem = findInvalidTarget(incoming)
    if (problem !== undefined) {
      return deliver(outgoing, sandboxes.refuse(request, invalidTarget(problem)), request)
    }
    const { host } = incoming.headers
    if (!allowsHost(host))
      return deliver(outgoing, sandboxes.refuse(request, foreignHost(host ?? '')), request)
    const isForeign = cors.forbids(request)
    // Otherwise the token endpoint would issue a token, although the page cannot read it.
    if (isForeign && request.method === 'POST') {
      return deliver(outgoing, sandboxes.refuse(request, refusalOfPage(request)), request)
    }
    const selected = sandboxes.select(request)
    if (isForeign && 'mock' in selected && request.method !== 'OPTIONS') {
      // The log would only show a response that succeeds.
      selected.mock.requestLog.note(
        `The page cannot read the next response. ${refusalOfPage(request).detail}`,
      )
    }
    if ('detail' in selected) {
      // A page can only read the refusal if the preflight succeeds.
      if (sendPreflight(request, sandboxes.default, outgoing)) return
      return deliver(outgoing, sandboxes.refuse(request, selected), request)
    }
    if (customHandlers) return void customHandlers(incoming, outgoing, selected)
    void answerUnhandled(selected, outgoing)
  }
}
