import type { HttpHandler } from 'msw'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Answer } from '../api/answer.js'
import { invalidTarget } from '../api/refusal.js'
import type { AdapterView } from '../mock/adapter-view.js'
import type { MockRequest } from '../mock/mock-request.js'
import type { SelectedSpace, SpaceSelector } from '../spaces/select-space.js'
import { findInvalidTarget, NodeRequest } from './node-request.js'
import type { Cors } from './cors.js'
import type { OwnHandlers } from './own-handlers.js'
import { fail, send, type Headers } from './send.js'

const FOREIGN_ORIGIN = 'The origin of the page is not allowed by the option cors.'

/** The parts of a server that answer requests. */
export interface ServerContext {
  readonly spaces: SpaceSelector
  /** Answers requests to the control plane. Returns `false` for all other requests. */
  readonly control: ((incoming: IncomingMessage, outgoing: ServerResponse) => boolean) | undefined
  /** Whether a Host header is allowed. Other requests get 403. */
  readonly allowsHost: (header: string | undefined) => boolean
  /** Keeps a connection without a response until the client or the server is closed. */
  readonly hang: (socket: Socket) => void
}

/** Replaces the user's own handlers for later requests. */
type UseHandlers = (cors: Cors) => void

/**
 * Answers the requests of a server: the user's own handlers first, if there are any, then the API.
 *
 * @returns A function that loads what the user's own handlers need, which takes time.
 */
export function answerRequests(
  server: Server,
  context: ServerContext,
): (handlers: readonly HttpHandler[]) => Promise<UseHandlers> {
  const { spaces, control, allowsHost, hang } = context

  function deliver(outgoing: ServerResponse, answer: Answer, request: MockRequest): void {
    const { failure } = answer
    const headers = cors.headers(request)
    if (failure) fail(outgoing, answer, failure, headers, hang)
    else send(outgoing, answer, headers)
  }

  function answerFromApi(selected: SelectedSpace, outgoing: ServerResponse): void | Promise<void> {
    const answer = spaces.answer(selected)
    if (!(answer instanceof Promise)) return deliver(outgoing, answer, selected.request)
    return answer.then((given) => deliver(outgoing, given, selected.request))
  }

  /** Refuses a request of a web page with status 403. The reason goes to the journal only; a foreign page must not see it. */
  function forbid(request: MockRequest, outgoing: ServerResponse, refusal: string, headers: Headers): void {
    const answer = { status: 403, headers: {}, body: null, refusal }
    spaces.default.journal.record(request.method, request.url, answer)
    send(outgoing, answer, headers)
  }

  /** Answers a preflight. Returns `false` for all other requests. */
  function sendPreflight(request: MockRequest, { journal }: AdapterView, outgoing: ServerResponse): boolean {
    const headers = cors.preflight(request)
    if (!headers) return false
    const refusal = headers['access-control-allow-origin'] ? undefined : FOREIGN_ORIGIN
    journal.record(request.method, request.url, { status: 204, headers, refusal })
    outgoing.writeHead(204, headers).end()
    return true
  }

  /** Answers a request that no handler of the user matches. */
  function answerUnhandled(selected: SelectedSpace, outgoing: ServerResponse): void | Promise<void> {
    if (!sendPreflight(selected.request, selected.mock, outgoing)) return answerFromApi(selected, outgoing)
  }

  let cors: Cors
  let ownHandlers: OwnHandlers | undefined

  const listener: RequestListener = (incoming, outgoing) => {
    if (control?.(incoming, outgoing)) return
    const request = new NodeRequest(incoming)
    const problem = findInvalidTarget(incoming)
    if (problem !== undefined) {
      return deliver(outgoing, spaces.refuse(request, invalidTarget(problem)), request)
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
    const selected = spaces.select(request)
    if ('detail' in selected) {
      // A page can only read the refusal if the preflight succeeds.
      if (sendPreflight(request, spaces.default, outgoing)) return
      return deliver(outgoing, spaces.refuse(request, selected), request)
    }
    if (ownHandlers) return ownHandlers(incoming, outgoing, selected)
    void answerUnhandled(selected, outgoing)
  }
  server.on('request', listener)
  return async (handlers) => {
    const create = handlers.length > 0 ? (await import('./own-handlers.js')).createOwnHandlers : undefined
    return (next) => {
      cors = next
      ownHandlers = create?.(handlers, next, answerUnhandled)
    }
  }
}
