import type { Pact } from './pact-file.js'
import type { BrokerAnswer, PactSource } from './pact-source.js'
import { readTestResults, type TestResult } from './test-results.js'

/** Pacts from files, given to the verifier as a broker would give them (https://docs.pact.io/pact_broker/advanced_topics/api_docs). */
export function localSource(pacts: readonly Pact[]): PactSource {
  const results = new Map<string, TestResult>()

  function resource(url: string, path: string): object | undefined {
    const link = (to: string) => ({ href: `${url}${to}` })
    const pact = pacts[Number(/^\/pacts\/(\d+)$/.exec(path)?.[1])]
    if (pact) {
      const links = { self: link(path), 'pb:provider': link('/provider') }
      const publish = { 'pb:publish-verification-results': link('/results') }
      return { ...pact.document, _links: { ...links, ...publish } }
    }
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
            pacts: pacts.map((_, index) => ({
              shortDescription: 'a file',
              verificationProperties: { pending: false, notices: [] },
              _links: { self: { ...link(`/pacts/${index}`), name: `pact ${index + 1}` } },
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
    results,
    problem: undefined,
    isPending: () => false,
    async answer({ method, path, body }, url, complete): Promise<BrokerAnswer> {
      if (method === 'POST' && path === '/results') {
        for (const [id, result] of readTestResults(body)) results.set(id, complete(id, result))
        return { status: 201, body: {} }
      }
      const found = resource(url, path)
      return found ? { status: 200, body: found } : { status: 404, body: {} }
    },
  }
}
