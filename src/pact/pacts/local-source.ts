import { Chunks } from './chunks.js'
import type { Pact } from './pact-file.js'
import type { PactSource } from './pact-source.js'

/** Serves pacts from files to the verifier, as a broker does (https://docs.pact.io/pact_broker/advanced_topics/api_docs). */
export function localSource(pacts: readonly Pact[]): PactSource {
  const chunks = new Chunks()
  const paths = pacts.flatMap((pact) => chunks.add(pact))

  function resourceAt(path: string, url: string): object | undefined {
    if (path === '/') {
      const query = { href: `${url}/for-verification`, templated: true }
      return { _links: { 'pb:provider-pacts-for-verification': query } }
    }
    if (path !== '/for-verification') return undefined
    const listed = paths.map((to, index) => ({
      shortDescription: 'a file',
      verificationProperties: { pending: false, notices: [] },
      _links: { self: { href: url + to, name: `pact ${index + 1}` } },
    }))
    // The verifier treats a list without this link as an error.
    return { _links: { self: { href: url + path } }, _embedded: { pacts: listed } }
  }

  return {
    indexPath: '/',
    pacts,
    results: chunks.results,
    problem: undefined,
    async answer(request, url, complete) {
      const chunk = chunks.give(request, url)
      if (chunk) return chunk
      if (chunks.take(request, complete)) return { status: 201, body: {} }
      const body = resourceAt(request.path, url)
      return { status: body ? 200 : 404, body }
    },
  }
}
