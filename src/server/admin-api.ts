import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AdminContext } from '../admin/route.js'
import { send } from './send.js'
import { findInvalidTarget, listenerOptions } from './node-request.js'
import { EVENTS_PATH, isAdminPath } from '../admin/admin-path.js'

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/** Whether a request is for the admin API. The path `/` only belongs to it for GET and HEAD. */
function isForAdmin({ method, url = '/' }: IncomingMessage): boolean {
  // Most requests are for the API, so this check comes first.
  if (url.startsWith('/api/') || url.startsWith('/~')) return false
  const [path = '/'] = url.split('?', 1)
  return isAdminPath(path) && (path !== '/' || method === 'GET' || method === 'HEAD')
}

/** Sends a response without a `Request`, which needs a valid URL. */
async function sendProblem(outgoing: ServerResponse, response: Response): Promise<void> {
  const { status, headers } = response
  send(outgoing, { status, headers: Object.fromEntries(headers), body: await response.text() }, {})
}

async function createListener(context: AdminContext): Promise<Listener> {
  const [{ createAdmin }, { AdminError, problemResponse }, { getRequestListener }] = await Promise.all([
    import('../admin/create-admin.js'),
    import('../admin/problems.js'),
    import('@hono/node-server'),
  ])
  const admin = createAdmin(context)
  const listener = getRequestListener(
    (request, { incoming }) =>
      admin(request, { hosts: (incoming as IncomingMessage).headersDistinct['host'] ?? [] }),
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
      return void sendProblem(outgoing, problemResponse(new AdminError(400, problem)))
    if (incoming.url?.startsWith(EVENTS_PATH)) {
      streams.add(outgoing)
      outgoing.once('close', () => streams.delete(outgoing))
    }
    void listener(incoming, outgoing)
  }
}

/**
 * Returns a function that answers requests to the admin API, and returns `false` for all others. The admin API is
 * loaded at its first request, so that the server starts fast.
 *
 * @param getContext Called at the first request.
 */
export function createAdminApi(
  getContext: () => AdminContext,
): (incoming: IncomingMessage, outgoing: ServerResponse) => boolean {
  let listener: Promise<Listener> | undefined
  return (incoming, outgoing) => {
    if (!isForAdmin(incoming)) return false
    listener ??= createListener(getContext())
    void listener.then((answer) => answer(incoming, outgoing))
    return true
  }
}
