import { randomUUID } from 'node:crypto'
import { connect } from '../control/client/connect.js'
import { SPACE_HEADER, type SpaceOptions } from '../spaces/space.js'
import type { Transport } from './transport.js'

const MAX_TITLE_LENGTH = 27

/**
 * Creates the name of a space: the title of the test, for people who look at the server, and a random part, because other runs
 * may use the same server.
 */
function createSpaceName(title: string): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? []
  return `${words.join('-').slice(0, MAX_TITLE_LENGTH)}-${randomUUID().slice(-12)}`
}

/** Creates a space for one test on a running server, which answers the requests. */
export async function answerOnServer(
  server: { readonly url: string; readonly token: string | undefined },
  baseUrl: string,
  options: SpaceOptions,
  title: string,
): Promise<Transport> {
  const remote = await connect(server.url, { token: server.token })
  const name = createSpaceName(title)
  const mock = await remote.createSpace(name, options)
  return {
    mock,
    baseUrl,
    elsewhere: new Set(),
    // If the server cannot be reached, the page gets a network error, and the end of the test says why.
    answerPreflight: (preflight) => mock.fetch(preflight).catch(() => Response.error()),
    answer: (route) => route.continue({ headers: { ...route.request().headers(), [SPACE_HEADER]: name } }),
    close: () => remote.deleteSpace(name),
  }
}
