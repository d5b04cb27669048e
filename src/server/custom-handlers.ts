import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpHandler } from 'msw'
import { NodeRequest, sendNodeResponse } from 'srvx/node'
import { findHandler } from '../mock/custom-handlers.js'
import { toApiRequest } from '../mock/api-request.js'
import type { SelectedSandbox } from '../sandboxes/select-sandbox.js'
import { withCors, type Cors } from './cors.js'
import { identity } from '../common/version.js'

/** Answers a request that was sent to a sandbox. */
export type CustomHandlers = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  selected: SelectedSandbox,
) => Promise<void>

/**
 * Answers requests with the custom handlers of their sandbox. This module is only loaded if there are handlers, because the
 * adapter that creates a `Request` takes time to load.
 *
 * @param fallback Answers a request that no handler matches.
 */
export function createCustomHandlers(
  cors: Cors,
  fallback: (selected: SelectedSandbox, outgoing: ServerResponse) => void | Promise<void>,
): CustomHandlers {
  return async (incoming, outgoing, selected) => {
    // `Request` does not support TRACE.
    if (incoming.method === 'TRACE') return fallback(selected, outgoing)
    const { url, headers } = selected.request
    // Without the name of the sandbox. Clients behind a proxy send absolute URLs, which already have a host.
    incoming.url = incoming.url?.startsWith('/') ? url.slice(url.indexOf('/', 'http://'.length)) : url
    // Its parts are only created when they are read.
    const lazy = new NodeRequest({ req: incoming, res: outgoing })
    const { handlers } = selected.mock
    // A handler for all methods would answer preflights without CORS headers.
    const asked = cors.preflight(selected.request)
      ? handlers.filter(({ info }: Partial<HttpHandler>) => info?.method === 'OPTIONS')
      : handlers
    // Most requests are for the API. A request without a body is only converted if a handler matches it.
    const mayHaveBody = incoming.method !== 'GET' && incoming.method !== 'HEAD'
    if (!mayHaveBody && !(await findHandler(selected.mock.api, asked, lazy)))
      return fallback(selected, outgoing)
    // With the one of the adapter, `new Request(request)` and `fetch(request)` of a handler would fail.
    const request = lazy._request!
    const response = await selected.mock.respondWithHandlers(request, asked)
    if (response?.type === 'error') outgoing.destroy()
    else if (response) {
      const sent = withCors(response, cors.headers(selected.request))
      sent.headers.set('server', identity.server)
      await sendNodeResponse(outgoing, sent).catch(() => outgoing.destroy())
    } else {
      await fallback({ ...selected, request: { ...toApiRequest(request), url, headers } }, outgoing)
    }
  }
}
