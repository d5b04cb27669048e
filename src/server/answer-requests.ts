import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Answer } from '../api/answer.js'
import type { AdapterView } from '../mock/adapter-view.js'
import type { MockRequest } from '../mock/mock-request.js'
import type { SelectedSpace, SpaceSelector } from '../spaces/select-space.js'
import { NodeRequest } from './node-request.js'
import type { OwnHandlers, Reloadable } from './own-handlers.js'
import { fail, send, type Headers } from './send.js'

/** The parts of a server that answer requests. */
export interface ServerContext extends Reloadable {
  readonly spaces: SpaceSelector
  /** Answers requests to the control plane. Returns `false` for all other requests. */
  readonly control: ((incoming: IncomingMessage, outgoing: ServerResponse) => boolean) | undefined
  /** Whether a Host header is allowed. Other requests get 403. */
  readonly allowsHost: (header: string | undefined) => boolean
  /** Keeps a connection without a response until the client or the server is closed. */
  readonly hang: (socket: Socket) => void
}

/**
 * Answers the requests of a server: the user's own handlers first, if there are any, then the API.
 *
 * @returns A function that replaces the mock and the handlers for later requests.
 */
export async function answerRequests(
  server: Server,
  context: ServerContext,
): Promise<(next: Reloadable) => Promise<void>> {
  const { spaces, control, allowsHost, hang } = context

  function deliver(outgoing: ServerResponse, answer: Answer, request: MockRequest): void {
    const { failure } = answer
    const headers = context.cors.headers(request)
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
    context.mock.journal.record(request.method, request.url, answer)
    send(outgoing, answer, headers)
  }

  /** Answers a preflight. Returns `false` for all other requests. */
  function sendPreflight(request: MockRequest, { journal }: AdapterView, outgoing: ServerResponse): boolean {
    const headers = context.cors.preflight(request)
    if (!headers) return false
    journal.record(request.method, request.url, { status: 204 })
    outgoing.writeHead(204, headers).end()
    return true
  }

  /** Answers a request that no handler of the user matches. */
  function answerUnhandled(selected: SelectedSpace, outgoing: ServerResponse): void | Promise<void> {
    if (!sendPreflight(selected.request, selected.mock, outgoing)) return answerFromApi(selected, outgoing)
  }

  let ownHandlers: OwnHandlers | undefined

  async function replace(next: Reloadable): Promise<void> {
    const listener =
      next.mock.handlers.length === 0
        ? undefined
        : (await import('./own-handlers.js')).createOwnHandlers(next, answerUnhandled)
    Object.assign(context, next)
    ownHandlers = listener
  }

  const listener: RequestListener = (incoming, outgoing) => {
    if (control?.(incoming, outgoing)) return
    const request = new NodeRequest(incoming)
    if (!allowsHost(incoming.headers.host)) {
      const refusal =
        'The Host header is neither this machine nor an origin of the option cors (protection against DNS rebinding).'
      return forbid(request, outgoing, refusal, {})
    }
    const { cors } = context
    // Otherwise the token endpoint would issue a token, although the page cannot read it.
    if (request.method === 'POST' && cors.forbids(request)) {
      const refusal = 'The origin of the page is not allowed by the option cors.'
      return forbid(request, outgoing, refusal, cors.headers(request))
    }
    const selected = spaces.select(request)
    if ('detail' in selected) {
      // A page can only read the refusal if the preflight succeeds.
      if (sendPreflight(request, context.mock, outgoing)) return
      return deliver(outgoing, spaces.refuse(request, selected), request)
    }
    if (ownHandlers) return ownHandlers(incoming, outgoing, selected)
    void answerUnhandled(selected, outgoing)
  }
  server.on('request', listener)
  await replace(context)
  return replace
}
