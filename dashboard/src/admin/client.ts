import { createCall } from '../../../src/admin/client/create-call.js'
import { createRemoteMock } from '../../../src/admin/client/create-remote-mock.js'
import { RemoteError } from '../../../src/admin/client/remote-error.js'
import type { RemoteMock } from '../../../src/admin/client/remote-mock.js'
import { serverUrl } from '../common/place.js'
import { adminToken, keepAdminToken, needsAdminToken } from './admin-token.js'

/**
 * Calls a member of the server, such as `sandboxes.all`, or of a sandbox, such as `w3/reset`.
 *
 * @throws RemoteError If the server refuses the request, or does not answer.
 */
async function call(path: string, args: readonly unknown[]): Promise<unknown> {
  try {
    return await createCall(serverUrl, adminToken.peek() || undefined)(path, args)
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error
    if (error.status === 401) needsAdminToken.value = true
    // The message of the client is about the URL, which the user has not chosen here.
    throw error.status === undefined ? new RemoteError('The server does not answer.') : error
  }
}

/** The mock of a sandbox. All of its members return promises. */
export function getMock(sandbox: string): RemoteMock {
  return createRemoteMock((member, args) => call(`${encodeURIComponent(sandbox)}/${member}`, args), fetch)
}

/** Returns the names of all sandboxes, `default` first. */
export async function readSandboxes(): Promise<readonly string[]> {
  const all = (await call('sandboxes.all', [])) as readonly { readonly name: string }[]
  return all.map(({ name }) => name)
}

/** @throws RemoteError If the server does not accept the token. */
export async function enterAdminToken(token: string): Promise<void> {
  // Other characters cannot be in a header, and the server allows no token with them.
  if (!/^[!-~]+$/.test(token)) throw new RemoteError('This is not a valid token.', 401)
  adminToken.value = token
  await readSandboxes()
  keepAdminToken()
}
