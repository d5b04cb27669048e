import type { IncomingMessage, ServerResponse } from 'node:http'
import { isAdminPath } from '../admin/admin-path.js'
import type { AdminContext } from '../admin/create-admin.js'
import { NodeRequest } from './node-request.js'
import { send } from './send.js'

/** Returns the path of a request to the admin API, or `undefined`. The path `/` only belongs to it for GET and HEAD. */
function findAdminPath({ method, url = '/' }: IncomingMessage): string | undefined {
  // Most requests are for the API, so this check comes first.
  if (/^\/[^_?#]/.test(url)) return undefined
  const [path = '/'] = url.split(/[?#]/, 1)
  return isAdminPath(path) && (path !== '/' || method === 'GET' || method === 'HEAD') ? path : undefined
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
  const load = async () => (await import('../admin/create-admin.js')).createAdmin(getContext())
  let admin: ReturnType<typeof load> | undefined

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse, path: string): Promise<void> {
    const { status, headers, body } = await (await (admin ??= load()))(new NodeRequest(incoming), path)
    const isStream = typeof body === 'function'
    if (body === undefined || (isStream && incoming.method === 'HEAD'))
      outgoing.writeHead(status, headers).end()
    else if (isStream) body(outgoing.writeHead(status, headers))
    else send(outgoing, { status, headers, body }, {})
  }

  return (incoming, outgoing) => {
    const path = findAdminPath(incoming)
    if (path === undefined) return false
    void answer(incoming, outgoing, path)
    return true
  }
}
