import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ControlContext } from '../control/route.js'
import { send } from './send.js'
import { findInvalidTarget, listenerOptions } from './node-request.js'
import { EVENTS_PATH, isControlPath } from '../control/control-path.js'

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/** Whether a request is for the control plane. The path `/` only belongs to it for GET and HEAD. */
function isForControl({ method, url = '/' }: IncomingMessage): boolean {
  // Most requests are for the API, so this check comes first.
  if (url.startsWith('/api/') || url.startsWith('/~')) return false
  const [path = '/'] = url.split('?', 1)
  return isControlPath(path) && (path !== '/' || method === 'GET' || method === 'HEAD')
}

/** Sends a response without a `Request`, which needs a valid URL. */
async function sendProblem(outgoing: ServerResponse, response: Response): Promise<void> {
  const { status, headers } = response
  send(outgoing, { status, headers: Object.fromEntries(headers), body: await response.text() }, {})
}

async function createListener(context: ControlContext): Promise<Listener> {
  const [{ createControl }, { ControlError, problemResponse }, { getRequestListener }] = await Promise.all([
    import('../control/create-control.js'),
    import('../control/problems.js'),
    import('@hono/node-server'),
  ])
  const control = createControl(context)
  const listener = getRequestListener(
    (request, { incoming }) =>
      control(request, { hosts: (incoming as IncomingMessage).headersDistinct['host'] ?? [] }),
    listenerOptions,
  )
  const streams = new Set<ServerResponse>()
  context.signal.addEventListener('abort', () => {
    // The end of a stream never reaches a client that does not read.
    for (const stream of streams) if (stream.writableNeedDrain) stream.destroy()
  })
  return (incoming, outgoing) => {
    const problem = findInvalidTarget(incoming)
    if (problem !== undefined)
      return void sendProblem(outgoing, problemResponse(new ControlError(400, problem)))
    if (incoming.url?.startsWith(EVENTS_PATH)) {
      streams.add(outgoing)
      outgoing.once('close', () => streams.delete(outgoing))
    }
    void listener(incoming, outgoing)
  }
}

/**
 * Returns a function that answers requests to the control plane, and returns `false` for all others. The control plane is
 * loaded at its first request, so that the server starts fast.
 *
 * @param getContext Called at the first request.
 */
export function createControlPlane(
  getContext: () => ControlContext,
): (incoming: IncomingMessage, outgoing: ServerResponse) => boolean {
  let listener: Promise<Listener> | undefined
  return (incoming, outgoing) => {
    if (!isForControl(incoming)) return false
    listener ??= createListener(getContext())
    void listener.then((answer) => answer(incoming, outgoing))
    return true
  }
}
