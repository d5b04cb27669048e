import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Answer } from '../api/answer.js'
import type { Internals } from '../mock/internals.js'
import { requestOf, type MockRequest } from '../mock/mock-request.js'
import type { Cors } from './cors.js'
import { checkHost, journalUrl, MalformedRequest, NodeRequest } from './node-request.js'
import { fail, send, type Headers } from './send.js'

/** The parts of a server that answer requests. */
export interface ServerContext {
  readonly mock: Internals
  readonly cors: Cors
  /** Whether a Host header is allowed. Requests with another one get 403. */
  readonly allowsHost: (header: string | undefined) => boolean
  /** Keeps a connection without a response until the client or the server is closed. */
  readonly hang: (socket: Socket) => void
}

/** Answers the requests of a server: the user's own handlers first, if there are any, then the API. */
export async function answerRequests(server: Server, context: ServerContext): Promise<void> {
  const { mock, cors, allowsHost, hang } = context

  function deliver(outgoing: ServerResponse, answer: Answer, request: MockRequest): void {
    const { failure } = answer
    if (failure) fail(outgoing, answer, failure, cors.headers(request), hang)
    else send(outgoing, answer, cors.headers(request))
  }

  function answerFromApi(request: MockRequest, outgoing: ServerResponse): void | Promise<void> {
    const answer = mock.answer(request)
    if (!(answer instanceof Promise)) return deliver(outgoing, answer, request)
    return answer.then((given) => deliver(outgoing, given, request))
  }

  function refuseMalformed(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    problem: string,
    status: 400 | 417 = 400,
  ): void {
    const answer = mock.refuseMalformed(problem, status)
    mock.journal.record(incoming.method ?? '-', journalUrl(incoming), answer)
    send(outgoing, answer, { ...cors.headers(undefined), connection: 'close' })
  }

  /** Refuses a request of a web page with status 403. The response has no details, only the journal has them. */
  function forbid(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    refusal: string,
    headers: Headers,
  ): void {
    const answer = { status: 403, headers: {}, body: null, refusal }
    mock.journal.record(incoming.method ?? '-', journalUrl(incoming), answer)
    send(outgoing, answer, headers)
  }

  /** Answers a request that no handler of the user matches. */
  function answerUnhandled(request: MockRequest, outgoing: ServerResponse): void | Promise<void> {
    const preflight = cors.preflight(request)
    if (!preflight) return answerFromApi(request, outgoing)
    mock.journal.record(request.method, request.url, { status: 204 })
    outgoing.writeHead(204, preflight).end()
  }

  const ownHandlers =
    mock.handlers.length === 0
      ? undefined
      : (await import('./own-handlers.js')).createOwnHandlers(context, (request, outgoing) =>
          answerUnhandled(requestOf(request), outgoing),
        )

  function answerRequest(request: MockRequest, incoming: IncomingMessage, outgoing: ServerResponse): void {
    // Otherwise the token endpoint would issue a token, although the page cannot read it.
    if (request.method === 'POST' && cors.forbids(request)) {
      const refusal = 'The origin of the page is not allowed by the option cors.'
      return forbid(incoming, outgoing, refusal, cors.headers(request))
    }
    if (ownHandlers) return ownHandlers(incoming, outgoing)
    void answerUnhandled(request, outgoing)
  }

  /** Gives Node time to report a malformed body first, because the refusal must be the only answer. */
  async function answerAfterBody(
    request: MockRequest,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
  ): Promise<void> {
    await Promise.resolve()
    if (incoming.socket.writable) answerRequest(request, incoming, outgoing)
  }

  server.on('request', (incoming, outgoing) => {
    try {
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
  })
  // A request with an `Expect` other than `100-continue` (RFC 9110 §10.1.1).
  server.on('checkExpectation', (incoming, outgoing) => {
    refuseMalformed(incoming, outgoing, 'its Expect header is not supported', 417)
  })
}
