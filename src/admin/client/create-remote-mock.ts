import type { Credential } from '../../api/credentials.js'
import { InvalidOptionError } from '../../common/errors.js'
import type { Settings } from '../../contract/assumptions.js'
import { mapKinds } from '../../dataset/kinds.js'
import type { RecordsByKind } from '../../dataset/records.js'
import { checkFault, type Fault } from '../../mock/fault.js'
import type { ActiveFault } from '../../mock/faults.js'
import { isRequest } from '../../mock/mock-request.js'
import { SANDBOX_HEADER } from '../../sandboxes/sandbox.js'
import { createRemoteRecords } from './remote-records.js'
import type { RemoteMock } from './remote-mock.js'
import { createRemoteRequests } from './remote-requests.js'
import { pathSegment, readMember, type Send } from './send.js'
import { dataToJson } from './to-json.js'

/**
 * Returns a function that sends requests to the API of a sandbox.
 *
 * @param base URL of the server, without a slash at the end.
 */
export function createFetch(base: string, sandbox: string): RemoteMock['fetch'] {
  const root = new URL(base).pathname.replace(/\/$/, '')
  return async (input, init) => {
    const request = new Request(isRequest(input) ? input : new URL(input, `${base}/`), init)
    const { pathname, search } = new URL(request.url)
    const path = pathname.startsWith(`${root}/`) ? pathname.slice(root.length) : pathname
    const { method, signal } = request
    const headers = new Headers(request.headers)
    headers.set(SANDBOX_HEADER, sandbox)
    // As a whole, because browsers only send streams with HTTP/2.
    const body = method === 'GET' || method === 'HEAD' ? null : await request.arrayBuffer()
    return fetch(base + path + search, { method, signal, headers, body })
  }
}

function createRemoteFaults(send: Send): RemoteMock['faults'] {
  const remove = async (id: string) => send<void>('DELETE', `/faults/${pathSegment(id)}`)
  return Object.freeze({
    get all() {
      return readMember<readonly ActiveFault[]>(send, '/faults', 'faults')
    },
    async add(fault: Fault) {
      // Also checks values that JSON does not have.
      const { id } = await send<ActiveFault>('POST', '/faults', { body: checkFault(fault) })
      return {
        id,
        remove: () =>
          remove(id).catch((error: unknown) => {
            // The fault is already removed.
            if (!(error instanceof InvalidOptionError)) throw error
          }),
      }
    },
    remove,
    clear: () => send<void>('DELETE', '/faults'),
  } satisfies RemoteMock['faults'])
}

/** Creates the client of a sandbox. Sends nothing. @param fetch Sends requests to the API. */
export function createRemoteMock(
  sandbox: string,
  sendToServer: Send,
  fetch: RemoteMock['fetch'],
): RemoteMock {
  const send: Send = async (method, path, call) =>
    sendToServer(method, `/sandboxes/${pathSegment(sandbox)}${path}`, call)
  return Object.freeze({
    fetch,
    ...(mapKinds((name) => createRemoteRecords(send, name)) as Pick<RemoteMock, keyof RecordsByKind>),
    tokens: Object.freeze({
      get all() {
        return readMember<readonly Credential[]>(send, '/tokens', 'tokens')
      },
      issue: (body = {}) => send('POST', '/tokens', { body }),
      revoke: async (token) => send('DELETE', `/tokens/${pathSegment(token)}`),
    } satisfies RemoteMock['tokens']),
    clock: Object.freeze({
      now: () => readMember<number>(send, '/clock', 'now'),
      async advance(seconds) {
        await send('PATCH', '/clock', { body: { advance: seconds } })
      },
    } satisfies RemoteMock['clock']),
    requests: createRemoteRequests(send),
    faults: createRemoteFaults(send),
    get settings() {
      return readMember<Settings>(send, '/assumptions', 'settings')
    },
    async assume(body) {
      await send('PATCH', '/assumptions', { body })
    },
    coverage: () => send('GET', '/coverage'),
    reset: () => send('POST', '/reset'),
    snapshot: async () => (await send<{ readonly id: string }>('POST', '/snapshot')).id,
    restore: (id) => send('POST', '/restore', { body: { id } }),
    replace: async (data) => send('PUT', '/data', { body: dataToJson(data, 'data') }),
    export: () => send('GET', '/data'),
  } satisfies RemoteMock)
}
