import { randomUUID } from 'node:crypto'
import { connect } from '../../admin/client/connect.js'
import type { CompiledApi } from '../../contract/compile.js'
import { SANDBOX_HEADER, type SandboxOptions } from '../../sandboxes/sandbox.js'
import type { Transport } from './transport.js'

const MAX_TITLE_LENGTH = 27

/**
 * Creates the name of a sandbox: the title of the test, for people who look at the server, and a random part, because other runs
 * may use the same server.
 */
function createSandboxName(title: string): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? []
  return `${words.join('-').slice(0, MAX_TITLE_LENGTH)}-${randomUUID().slice(-12)}`
}

/**
 * Creates a sandbox for one test on a running server, which answers the requests.
 *
 * @param expected The API that the server must have, if a team adds to it.
 */
export async function createServerTransport(
  server: { readonly url: string; readonly token: string | undefined },
  baseUrl: string,
  options: SandboxOptions,
  title: string,
  expected: CompiledApi | undefined,
): Promise<Transport> {
  const remote = await connect(server.url, { token: server.token }, expected)
  const name = createSandboxName(title)
  const mock = await remote.createSandbox(name, options)
  return {
    mock,
    sandbox: name,
    baseUrl,
    elsewhere: new Set(),
    past: new Set(),
    respond: (route) => route.continue({ headers: { ...route.request().headers(), [SANDBOX_HEADER]: name } }),
    close: () => remote.deleteSandbox(name),
  }
}
