import path from 'node:path'
import { temporaryFolder, writeFile } from '../../support/temporary-folder.js'

/** Functions for a fake verifier. Each one does a step of a real verifier over HTTP. */
const steps = `
  const call = async (url, body, headers) => {
    const init = headers ? { headers } : body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const response = await fetch(url, init)
    return { status: response.status, body: await response.text() }
  }
  const pactsOf = async (options) => {
    const index = JSON.parse((await call(options.pactBrokerUrl)).body)
    const list = JSON.parse((await call(index._links['pb:provider-pacts-for-verification'].href, {})).body)
    const urls = list._embedded.pacts.map((pact) => pact._links.self.href)
    return Promise.all(urls.map(async (url) => JSON.parse((await call(url)).body)))
  }
  const prepare = async (options, interaction) => {
    for (const { name, params } of interaction.providerStates) {
      await call(options.providerStatesSetupUrl, { state: name, params, action: 'setup' })
    }
  }
  const ask = (options, { request }) => call(options.providerBaseUrl + request.path, undefined, request.headers ?? {})
  const publish = (pact, testResults) => call(pact._links['pb:publish-verification-results'].href, { testResults })
`

/**
 * Creates a package in place of `@pact-foundation/pact`, removed when the test is over.
 *
 * @param body What its verifier does, in JavaScript: the body of an asynchronous function of `options`.
 * @returns The path of its entry.
 */
export function fakePeer(body: string, atStart = ''): string {
  const folder = temporaryFolder()
  const entry = writeFile(folder, 'node_modules/@pact-foundation/pact/index.js', '')
  const core = `${atStart}\n${steps}\nmodule.exports = { default: { verifyPacts: async (options) => {\n${body}\n} } }\n`
  writeFile(path.join(folder, 'node_modules/@pact-foundation/pact-core'), 'index.js', core)
  return entry
}
