import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AdminContext } from '../admin/create-admin.js'
import { isAdminPath } from '../admin/admin-path.js'
import { findInvalidTarget } from './node-request.js'
import { send } from './send.js'

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/** Whether a request is for the admin API. The path `/` only belongs to it for GET and HEAD. */
function isForAdmin({ method, url = '/' }: IncomingMessage): boolean {
  // Most requests are for the API, so this check comes first.
  if (url.startsWith('/api/') || url.startsWith('/~')) return false
  const [path = '/'] = url.split('?', 1)
  return isAdminPath(path) && (path !== '/' || method === 'GET' || method === 'HEAD')
}

/** Sends a response with its length. Only the stream of events has none. */
async function deliver(
  outgoing: ServerResponse,
  response: Response,
  stream: (outgoing: ServerResponse, response: Response) => void,
): Promise<void> {
  const { status, body } = response
  const headers = Object.fromEntries(response.headers)
  if (headers['content-type'] === 'text/event-stream') stream(outgoing, response)
  else if (body) send(outgoing, { status, headers, body: new Uint8Array(await response.arrayBuffer()) }, {})
  else outgoing.writeHead(status, headers).end()
}

async function createListener(context: AdminContext): Promise<Listener> {
  const [{ createAdmin }, { AdminError, problemResponse }, { sendWebResponse, toWebRequest }] =
    await Promise.all([
      import('../admin/create-admin.js'),
      import('../admin/problems.js'),
      import('./web-requests.js'),
    ])
  const answer = createAdmin(context)
  return (incoming, outgoing) => {
    const problem = findInvalidTarget(incoming)
    const response =
      problem === undefined
        ? answer(toWebRequest(incoming, outgoing))
        : Promise.resolve(problemResponse(new AdminError(400, problem)))
    void response.then((given) => deliver(outgoing, given, sendWebResponse))
  }
}

/**
 * Returns a function that answers requests to the admin API, and returns `false` for all others. The admin API is loaded at its
 * first request, so that the server starts fast.
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
