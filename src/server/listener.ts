import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Answer, Internals } from '../mock/internals.js'
import { askUserHandlers } from '../mock/user-handlers.js'
import type { Cors } from './cors.js'
import type { RequestLog } from './request-log.js'

/** What a server's listener works with. */
export interface Surroundings {
  readonly mock: Internals
  readonly cors: Cors
  readonly log: RequestLog
  /** Whether the adapter may replace the global `Request` and `Response`. */
  readonly replaceGlobals: boolean
}

/** What is wrong with the Host of a request: RFC 9112 §3.2 wants exactly one, and HTTP/1.0 had none yet. */
function hostProblem({ rawHeaders, httpVersion }: IncomingMessage): string | undefined {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  if (hosts > 1) return 'it has more than one Host header'
  return hosts === 0 && httpVersion === '1.1' ? 'it has no Host header' : undefined
}

/** The answer of a user's own handler, for pages of the origins that may read it, unless it says itself for which. */
function withCors(own: Response, headers: Readonly<Record<string, string>>): Response {
  if (own.headers.has('access-control-allow-origin')) return own
  const response = new Response(own.body, own)
  for (const [name, value] of Object.entries(headers)) {
    if (name === 'vary') response.headers.append(name, value)
    else response.headers.set(name, value)
  }
  return response
}

type PlainHeaders = Readonly<Record<string, string>>

/** Joins headers; the same two objects, as of all answers that are alike, give the same third. */
function createJoiner(): (first: PlainHeaders, second: PlainHeaders) => PlainHeaders {
  const known = new WeakMap<PlainHeaders, WeakMap<PlainHeaders, PlainHeaders>>()
  return (first, second) => {
    const kept = known.get(first)?.get(second)
    if (kept) return kept
    const both = { ...first, ...second }
    known.set(first, (known.get(first) ?? new WeakMap<PlainHeaders, PlainHeaders>()).set(second, both))
    return both
  }
}

/** Answers the requests of a server: the user's own handlers first, if there are any, then the API. */
export function createListener({ mock, cors, log, replaceGlobals }: Surroundings) {
  const joined = createJoiner()

  /** @param request The request that is answered; `undefined` when it could not be read. */
  function send({ status, headers, body }: Answer, request: Request | undefined): Response {
    return new Response(body, { status, headers: joined(headers, cors.headers(request)) })
  }

  function sendLogged(answer: Answer, request: Request, outgoing: ServerResponse): Response {
    log.explain(outgoing, answer)
    return send(answer, request)
  }

  function answerFromApi(request: Request, outgoing: ServerResponse): Response | Promise<Response> {
    const answer = mock.answer(request)
    if (!(answer instanceof Promise)) return sendLogged(answer, request, outgoing)
    return answer.then((given) => sendLogged(given, request, outgoing))
  }

  async function askOwnFirst(request: Request, outgoing: ServerResponse): Promise<Response> {
    let own: Response | undefined
    try {
      own = await askUserHandlers(mock.handlers, request)
    } catch (error) {
      log.explain(outgoing, { refusal: `a handler of yours failed: ${String(error)}` })
      return send(mock.refuseForBug(), request)
    }
    if (!own) return await answerFromApi(request, outgoing)
    if (own.type !== 'error') return withCors(own, cors.headers(request))
    outgoing.destroy()
    return RESPONSE_ALREADY_SENT
  }

  function respond(request: Request, outgoing: ServerResponse): Response | Promise<Response> {
    if (request.method === 'OPTIONS') {
      const preflight = cors.preflight(request)
      if (preflight) return new Response(null, { status: 204, headers: preflight })
    }
    // A token that a page asks for is issued, though the page may not read it.
    if (request.method === 'POST' && cors.forbids(request)) {
      log.explain(outgoing, { refusal: 'The origin of the page is not among those of --cors.' })
      return new Response(null, { status: 403, headers: cors.headers(request) })
    }
    return mock.handlers.length > 0 ? askOwnFirst(request, outgoing) : answerFromApi(request, outgoing)
  }

  function refuseBroken(what: string, outgoing: ServerResponse, as: 400 | 417 = 400): void {
    const { status, headers, body, refusal } = mock.refuseBroken(what, as)
    log.explain(outgoing, { refusal })
    const length = { 'content-length': Buffer.byteLength(body ?? '') }
    outgoing
      .writeHead(status, { ...headers, ...cors.headers(undefined), ...length, connection: 'close' })
      .end(body)
  }

  const listener = getRequestListener(
    (request, bindings) => respond(request, (bindings as HttpBindings).outgoing),
    {
      overrideGlobalObjects: replaceGlobals,
      errorHandler(error) {
        const unreadable = error instanceof Error && error.name === 'RequestError'
        return send(unreadable ? mock.refuseBroken(error.message) : mock.refuseForBug(), undefined)
      },
      // What stands for the Host that a request of HTTP/1.0 need not have.
      hostname: 'localhost',
    },
  )
  return {
    /** For every request. */
    answer: (incoming: IncomingMessage, outgoing: ServerResponse): void => {
      log.follow(incoming, outgoing)
      const { url = '/' } = incoming
      // The adapter knows schemes in lower case only, and they are the same in any (RFC 3986 §3.1).
      if (!url.startsWith('/')) incoming.url = url.replace(/^https?:/i, (scheme) => scheme.toLowerCase())
      const problem = hostProblem(incoming)
      if (problem === undefined) void listener(incoming, outgoing)
      else refuseBroken(problem, outgoing)
    },
    /** For a request with an `Expect` other than `100-continue` (RFC 9110 §10.1.1). */
    refuseExpectation: (incoming: IncomingMessage, outgoing: ServerResponse): void => {
      log.follow(incoming, outgoing)
      refuseBroken('it expects what this server does not know', outgoing, 417)
    },
  }
}
