import { createCall } from '../../../src/admin/client/create-call.js'
import { createRemoteMock } from '../../../src/admin/client/create-remote-mock.js'
import { createError, isProblem, RemoteError } from '../../../src/admin/client/remote-error.js'
import type { RemoteMock } from '../../../src/admin/client/remote-mock.js'
import type { ApiDescription } from '../../../src/admin/describe-api.js'
import { serverUrl } from '../common/place.js'
import { adminHeaders, adminToken, keepAdminToken, needsAdminToken } from './admin-token.js'

const NO_ANSWER = 'The server does not answer.'

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
    throw error.status === undefined ? new RemoteError(NO_ANSWER) : error
  }
}

/** The mock of a sandbox. All of its members return promises. */
export function getMock(sandbox: string): RemoteMock {
  return createRemoteMock((member, args) => call(`${encodeURIComponent(sandbox)}/${member}`, args), fetch)
}

/** @throws RemoteError If the server refuses the request, or does not answer. */
export async function readApi(): Promise<ApiDescription> {
  const response = await fetch(`${serverUrl}/__conmock/v1/api`, { headers: adminHeaders() }).catch(() => {
    throw new RemoteError(NO_ANSWER)
  })
  if (response.status === 401) needsAdminToken.value = true
  const body: unknown = await response.json().catch(() => undefined)
  if (response.ok && body !== undefined) return body as ApiDescription
  throw isProblem(body) ? createError(body, response.status) : new RemoteError(NO_ANSWER, response.status)
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
