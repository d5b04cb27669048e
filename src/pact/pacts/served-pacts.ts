import type { PlainObject } from '../../common/plain-object.js'
import type { Pact } from './pact-file.js'
import { readTestResults, type TestResult } from './test-results.js'

/** Maximum number of interactions per document. The verifier's time grows with the square of this number. */
const MAX_INTERACTIONS = 20

const FOR_VERIFICATION = '/for-verification'

/**
 * Serves pacts to the verifier as a broker does, and collects the results: the verifier only reports results as data to a
 * broker. It gets the pacts in chunks and reports after each chunk, so these results are not lost if a later chunk takes
 * too long.
 *
 * @see https://docs.pact.io/pact_broker/advanced_topics/api_docs
 */
export class ServedPacts {
  readonly pacts: readonly Pact[]
  /** The results so far, by the ids of the interactions. */
  readonly results = new Map<string, TestResult>()
  readonly #chunks: readonly PlainObject[]

  constructor(pacts: readonly Pact[]) {
    this.pacts = pacts
    this.#chunks = pacts.flatMap(({ document, interactions }) => {
      const all = interactions.filter(({ unusable }) => unusable === undefined).map(({ json }) => json)
      return Array.from({ length: Math.ceil(all.length / MAX_INTERACTIONS) }, (_, index) => {
        const start = index * MAX_INTERACTIONS
        return { ...document, interactions: all.slice(start, start + MAX_INTERACTIONS) }
      })
    })
  }

  /** Whether the verifier can read no interaction. Without any, it would report an error. */
  get isEmpty(): boolean {
    return this.#chunks.length === 0
  }

  /**
   * Returns the resource at a path. `undefined` for an unknown path.
   *
   * @param body Results of the verifier, if the path is for them.
   * @param url The URL of this broker at the gateway, without a slash at the end.
   */
  answer(path: string, body: unknown, url: string): object | undefined {
    if (path.endsWith('/results')) {
      for (const [id, result] of readTestResults(body)) this.results.set(id, result)
      return {}
    }
    if (path === '/') {
      return { _links: { 'pb:provider-pacts-for-verification': { href: url + FOR_VERIFICATION } } }
    }
    if (path === FOR_VERIFICATION) {
      const pacts = this.#chunks.map((_, index) => ({
        shortDescription: 'a file',
        verificationProperties: { notices: [] },
        _links: { self: { href: `${url}/chunks/${index}`, name: `pact ${index + 1}` } },
      }))
      // The verifier treats a list without the link "self" as an error.
      return { _links: { self: { href: url + path } }, _embedded: { pacts } }
    }
    const chunk = this.#chunks[Number(/^\/chunks\/(\d+)$/.exec(path)?.[1])]
    if (!chunk) return undefined
    const results = { href: `${url}${path}/results` }
    return { ...chunk, _links: { self: { href: url + path }, 'pb:publish-verification-results': results } }
  }
}
