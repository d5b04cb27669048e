import { Chunks } from './chunks.js'
import type { Pact } from './pact-file.js'
import type { BrokerAnswer, PactSource } from './pact-source.js'

/** Serves pacts from files to the verifier, as a broker does (https://docs.pact.io/pact_broker/advanced_topics/api_docs). */
export function localSource(pacts: readonly Pact[]): PactSource {
  const chunks = new Chunks()
  const paths = pacts.flatMap((pact) => chunks.add(pact))

  function resource(url: string, path: string): object | undefined {
    const link = (to: string) => ({ href: `${url}${to}` })
    switch (path) {
      case '/':
        return {
          _links: {
            self: link('/'),
            'pb:provider-pacts-for-verification': { ...link('/for-verification'), templated: true },
          },
        }
      case '/for-verification':
        return {
          _links: { self: link(path) },
          _embedded: {
            pacts: paths.map((to, index) => ({
              shortDescription: 'a file',
              verificationProperties: { pending: false, notices: [] },
              _links: { self: { ...link(to), name: `pact ${index + 1}` } },
            })),
          },
        }
      default:
        return undefined
    }
  }

  return {
    indexPath: '/',
    pacts,
    results: chunks.results,
    problem: undefined,
    isPending: () => false,
    async answer(request, url, complete): Promise<BrokerAnswer> {
      const chunk = chunks.give(request, url)
      if (chunk) return chunk
      if (chunks.take(request, complete)) return { status: 201, body: {} }
      const found = resource(url, request.path)
      return found ? { status: 200, body: found } : { status: 404, body: {} }
    },
  }
}
