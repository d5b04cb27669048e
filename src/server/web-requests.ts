import type { IncomingMessage, ServerResponse } from 'node:http'
import { NodeRequest, sendNodeResponse } from 'srvx/node'

/**
 * Converts a request of Node to a web `Request`. Its parts are only created when they are read. The own `Request` of Node, which
 * `fetch(request)` needs, is its member `_request`.
 */
export function toWebRequest(incoming: IncomingMessage, outgoing: ServerResponse) {
  // A health check of HAProxy with HTTP/1.0 has no Host header.
  return new NodeRequest({ req: incoming, res: outgoing })
}

/** Sends a response. If its body fails, the connection is closed. */
export function sendWebResponse(outgoing: ServerResponse, response: Response): void {
  sendNodeResponse(outgoing, response).catch(() => outgoing.destroy())
}
