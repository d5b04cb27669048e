import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Answer } from '../api/answer.js'
import { malformedRequest } from '../api/refusal.js'
import type { SelectedSpace } from '../spaces/select-space.js'
import type { AdapterView } from '../mock/adapter-view.js'
import type { MockRequest } from '../mock/mock-request.js'
import { checkHost, journalUrl, MalformedRequest, NodeRequest } from './node-request.js'
import type { OwnHandlers } from './own-handlers.js'
import { fail, send, type Headers } from './send.js'
import type { Reloadable, ServerContext } from './server-context.js'

/**
 * Answers the requests of a server: the user's own handlers first, if there are any, then the API.
 *
 * @returns A function that replaces the mock from the next request on. If it fails, it has replaced nothing.
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

  function refuseMalformed(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    problem: string,
    status: 400 | 417 = 400,
  ): void {
    const answer = context.mock.refuse({ ...malformedRequest(problem), status })
    context.mock.journal.record(incoming.method ?? '-', journalUrl(incoming), answer)
    send(outgoing, answer, { ...context.cors.headers(undefined), connection: 'close' })
  }

  /** Refuses a request of a web page with status 403. Only the journal has the reason, the response has not. */
  function forbid(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    refusal: string,
    headers: Headers,
  ): void {
    const answer = { status: 403, headers: {}, body: null, refusal }
    context.mock.journal.record(incoming.method ?? '-', journalUrl(incoming), answer)
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
        : (await import('./own-handlers.js')).createOwnHandlers({ ...context, ...next }, answerUnhandled)
    Object.assign(context, next)
    ownHandlers = listener
  }

  function answerRequest(request: NodeRequest, incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { cors } = context
    // Otherwise the token endpoint would issue a token, although the page cannot read it.
    if (request.method === 'POST' && cors.forbids(request)) {
      const refusal = 'The origin of the page is not allowed by the option cors.'
      return forbid(incoming, outgoing, refusal, cors.headers(request))
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

  /** Gives Node time to report a malformed body first, because the refusal must be the only answer. */
  async function answerAfterBody(
    request: NodeRequest,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
  ): Promise<void> {
    await Promise.resolve()
    if (incoming.socket.writable) answerRequest(request, incoming, outgoing)
  }

  const listener: RequestListener = (incoming, outgoing) => {
    try {
      if (control?.(incoming, outgoing)) return
      checkHost(incoming)
      if (!allowsHost(incoming.headers.host)) {
        const refusal =
          'The Host header is neither this machine nor an origin of the option cors (protection against DNS rebinding).'
        return forbid(incoming, outgoing, refusal, {})
      }
      const request = new NodeRequest(incoming)
      if (request.hasBody) void answerAfterBody(request, incoming, outgoing)
      else answerRequest(request, incoming, outgoing)
    } catch (error) {
      if (!(error instanceof MalformedRequest)) throw error
      refuseMalformed(incoming, outgoing, error.message)
    }
  }
  server.on('request', listener)
  // A request with an `Expect` other than `100-continue` (RFC 9110 §10.1.1).
  server.on('checkExpectation', (incoming, outgoing) => {
    refuseMalformed(incoming, outgoing, 'its Expect header is not supported', 417)
  })
  await replace(context)
  return replace
}
