import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpHandler } from 'msw'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { describeHandlerFailure, internalError } from '../api/refusal.js'
import { askCustomHandlers, FORWARDED_HEADER, noteAbout } from '../mock/custom-handlers.js'
import { createHostCheck, isLoopbackHost } from '../common/hosts.js'
import { listenerOptions } from './node-request.js'
import { handlersForPreflights, withCors, type Cors } from './cors.js'
import type { AnswerDetails } from '../mock/journal-entry.js'
import { keptOfHandler, MAX_BODY_BYTES } from '../mock/sent-response.js'
import type { SelectedSandbox } from '../sandboxes/select-sandbox.js'
import { requestOf } from '../mock/mock-request.js'

const CLOSED = 'The connection was closed before the end of the response.'
const FOREIGN_READER =
  'Only hosts and pages of this machine, and the origins of the option cors, get forwarded responses.'

/**
 * Returns a function that tells whether a client may read a forwarded response. The pages of every origin may read the mock's
 * data, because it is fake. That of the real service is not, and the client needs no token for it.
 */
function createReaderCheck({ origins }: Cors): (request: SelectedSandbox['request']) => boolean {
  const isKnown = createHostCheck(origins === 'any' ? [] : origins.map((origin) => new URL(origin).host))
  return ({ headers }) => {
    // A page whose host name points to this machine (DNS rebinding) sends no origin.
    const hosts = [headers.get('host'), headers.get('origin')?.replace(/^https?:\/\//, '')]
    return hosts.every((host) => typeof host !== 'string' || isLoopbackHost(host) || isKnown(host))
  }
}

/**
 * Follows a body to its end. A broken body must not reach @hono/node-server: it would print a stack trace.
 *
 * @param end Called at the end of the body, with its bytes unless there are too many for the journal.
 * @param fail Called with an error. Must close the connection, because the body never ends.
 */
function followBody(
  { body }: Response,
  end: (bytes: Uint8Array<ArrayBuffer> | 'tooLong' | undefined) => void,
  fail: (error: unknown) => void,
): void {
  if (!body) return end(undefined)
  const reader = body.getReader()
  const parts: Buffer[] = []
  let length = 0
  function stop(error: unknown): Promise<never> {
    fail(error)
    return new Promise(() => {})
  }
  // Only the reader is replaced. With a new stream, the adapter could not find out the length of a body that is complete.
  const guarded = {
    read: () =>
      reader.read().then((result) => {
        if (result.done) {
          end(length > MAX_BODY_BYTES ? 'tooLong' : new Uint8Array(Buffer.concat(parts)))
          return result
        }
        const chunk: unknown = result.value
        if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) {
          return stop(new TypeError('a stream must consist of Uint8Array'))
        }
        length += chunk.length
        if (length <= MAX_BODY_BYTES) parts.push(Buffer.from(chunk as string))
        return result
      }, stop),
    cancel: (reason: unknown) => reader.cancel(reason),
    closed: reader.closed.catch(() => undefined),
  }
  body.getReader = () => guarded as never
}

/** Answers a request that was sent to a sandbox. */
export type CustomHandlers = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  selected: SelectedSandbox,
) => void

/** Returns the target of a request without the name of its sandbox. */
function targetIn({ url = '/' }: IncomingMessage, { request, name }: SelectedSandbox): string {
  // Clients behind a proxy send absolute URLs.
  if (!url.startsWith('/')) return request.url
  return name === undefined ? url : request.url.slice(new URL(request.url).origin.length)
}

/** Returns a real `Request`. With the one of the adapter, `new Request(request)` and `fetch(request)` of a handler fail. */
function toRequest(given: Request): Request {
  const { url, method, headers, body, signal } = given
  // `Request` does not support TRACE.
  if (method === 'TRACE') return given
  return new Request(url, { method, headers, body, signal, duplex: 'half' } as RequestInit)
}

/**
 * Answers requests with the custom handlers. This module is only loaded if there are handlers, because the adapter that
 * creates a `Request` loads slowly.
 *
 * @param fallback Answers a request that no handler matches.
 */
export function createCustomHandlers(
  handlers: readonly HttpHandler[],
  cors: Cors,
  fallback: (selected: SelectedSandbox, outgoing: ServerResponse) => void | Promise<void>,
): CustomHandlers {
  const sandboxes = new WeakMap<ServerResponse, SelectedSandbox>()

  const forPreflights = handlersForPreflights(handlers)
  const mayReadForwarded = createReaderCheck(cors)

  async function respond(request: Request, outgoing: ServerResponse): Promise<Response> {
    const start = performance.now()
    const selected = sandboxes.get(outgoing)!
    let isRecorded = false
    function record(answer: AnswerDetails): void {
      if (isRecorded) return
      isRecorded = true
      selected.mock.recordCustom(request, answer, start)
    }
    outgoing.once('close', () => record({ status: 0, refusal: CLOSED }))
    let own: Response | undefined
    try {
      own = await askCustomHandlers(cors.preflight(request) ? forPreflights : handlers, request)
      if (own?.headers.has(FORWARDED_HEADER) && !mayReadForwarded(selected.request)) {
        await own.body?.cancel()
        record({ status: 403, refusal: FOREIGN_READER })
        return new Response(null, { status: 403 })
      }
      if (own && own.type !== 'error') {
        const { status } = own
        const response = withCors(own, cors.headers(request))
        followBody(
          response,
          (bytes) =>
            record({ status, note: noteAbout(response), ...keptOfHandler(request.url, response, bytes) }),
          (error) => {
            record({ status: 0, refusal: describeHandlerFailure(error) })
            outgoing.destroy()
          },
        )
        return response
      }
    } catch (error) {
      const { status, headers, body } = selected.mock.refuse(internalError())
      record({ status, headers, body, refusal: describeHandlerFailure(error) })
      return withCors(new Response(body, { status, headers }), cors.headers(request))
    }
    if (own) {
      outgoing.destroy()
    } else {
      // The API records its own answer.
      isRecorded = true
      const { url, headers } = selected.request
      await fallback({ ...selected, request: { ...requestOf(request), url, headers } }, outgoing)
    }
    return RESPONSE_ALREADY_SENT
  }

  const listener = getRequestListener(
    (request, bindings) => respond(toRequest(request), (bindings as HttpBindings).outgoing),
    listenerOptions,
  )
  return (incoming, outgoing, selected) => {
    sandboxes.set(outgoing, selected)
    incoming.url = targetIn(incoming, selected)
    void listener(incoming, outgoing)
  }
}
