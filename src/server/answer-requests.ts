import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Internals } from '../mock/internals.js'
import { requestOf, type MockRequest } from '../mock/mock-request.js'
import type { Cors } from './cors.js'
import { checkHost, MalformedRequest, NodeRequest } from './node-request.js'
import type { RequestLog } from './request-log.js'
import { send, type Headers, type SentAnswer } from './send.js'

/** The parts of a server that a reload replaces. */
export interface Reloadable {
  mock: Internals
  cors: Cors
}

/** The parts of a server that answer requests. */
export interface ServerContext extends Reloadable {
  readonly log: RequestLog
  /** Whether a Host header is allowed. Requests with another one get 403. */
  readonly allowsHost: (header: string | undefined) => boolean
}

/**
 * Answers the requests of a server: the user's own handlers first, if there are any, then the API.
 *
 * @returns A function that replaces the mock from the next request on. If it fails, it has replaced nothing.
 */
export async function answerRequests(
  server: Server,
  context: ServerContext,
): Promise<(next: Reloadable) => Promise<void>> {
  const { log, allowsHost } = context

  function sendLogged(outgoing: ServerResponse, answer: SentAnswer, headers: Headers): void {
    log.explain(outgoing, answer)
    send(outgoing, answer, headers)
  }

  function answerFromApi(request: MockRequest, outgoing: ServerResponse): void | Promise<void> {
    const answer = context.mock.answer(request)
    if (!(answer instanceof Promise)) return sendLogged(outgoing, answer, context.cors.headers(request))
    return answer.then((given) => sendLogged(outgoing, given, context.cors.headers(request)))
  }

  function refuseMalformed(outgoing: ServerResponse, problem: string, status: 400 | 417 = 400): void {
    const headers = { ...context.cors.headers(undefined), connection: 'close' }
    sendLogged(outgoing, context.mock.refuseMalformed(problem, status), headers)
  }

  /** Refuses a request of a web page with status 403. The response has no details, only the log has them. */
  function forbid(outgoing: ServerResponse, refusal: string, headers: Headers): void {
    sendLogged(outgoing, { status: 403, headers: {}, body: null, refusal }, headers)
  }

  /** Answers a request that no handler of the user matches. */
  function answerUnhandled(request: MockRequest, outgoing: ServerResponse): void | Promise<void> {
    const preflight = context.cors.preflight(request)
    if (!preflight) return answerFromApi(request, outgoing)
    outgoing.writeHead(204, preflight).end()
  }

  let ownHandlers: RequestListener | undefined

  async function replace(next: Reloadable): Promise<void> {
    const listener =
      next.mock.handlers.length === 0
        ? undefined
        : (await import('./own-handlers.js')).createOwnHandlers(
            { ...context, ...next },
            (request, outgoing) => answerUnhandled(requestOf(request), outgoing),
          )
    Object.assign(context, next)
    ownHandlers = listener
  }

  function answerRequest(request: MockRequest, incoming: IncomingMessage, outgoing: ServerResponse): void {
    // Otherwise the token endpoint would issue a token, although the page cannot read it.
    if (request.method === 'POST' && context.cors.forbids(request)) {
      const refusal = 'The origin of the page is not allowed by the option context.cors.'
      return forbid(outgoing, refusal, context.cors.headers(request))
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
    log.follow(incoming, outgoing)
    try {
      checkHost(incoming)
      if (!allowsHost(incoming.headers.host)) {
        const refusal =
          'The Host header is neither this machine nor an origin of the option cors (protection against DNS rebinding).'
        return forbid(outgoing, refusal, {})
      }
      const request = new NodeRequest(incoming)
      if (request.hasBody) void answerAfterBody(request, incoming, outgoing)
      else answerRequest(request, incoming, outgoing)
    } catch (error) {
      if (!(error instanceof MalformedRequest)) throw error
      refuseMalformed(outgoing, error.message)
    }
  })
  // A request with an `Expect` other than `100-continue` (RFC 9110 §10.1.1).
  server.on('checkExpectation', (incoming, outgoing) => {
    log.follow(incoming, outgoing)
    refuseMalformed(outgoing, 'its Expect header is not supported', 417)
  })
  await replace(context)
  return replace
}
