import type { PlainObject } from '../../common/plain-object.js'
import type { Pact } from './pact-file.js'
import type { BrokerAnswer, BrokerRequest, Complete } from './pact-source.js'
import { readTestResults, type TestResult } from './test-results.js'

/** Maximum number of interactions per document. The verifier's time grows with the square of this number. */
const MAX_INTERACTIONS = 20

interface Chunk {
  readonly pact: Pact
  readonly document: PlainObject
  readonly links: PlainObject
}

export interface Finished {
  readonly pact: Pact
  /** The last document with results. */
  readonly body: unknown
}

/**
 * Passes pacts to the verifier in chunks, and collects the results. The verifier reports after each chunk, so these
 * results are not lost if a later chunk takes too long.
 */
export class Chunks {
  readonly results = new Map<string, TestResult>()
  readonly #chunks: Chunk[] = []

  /** Adds a pact. Returns the paths of its chunks, relative to the source. */
  add(pact: Pact, links: PlainObject = {}): string[] {
    const all = pact.document['interactions'] as readonly unknown[]
    const paths: string[] = []
    for (let start = 0; start < all.length; start += MAX_INTERACTIONS) {
      const document = { ...pact.document, interactions: all.slice(start, start + MAX_INTERACTIONS) }
      paths.push(`/conmock-chunks/${this.#chunks.push({ pact, document, links }) - 1}`)
    }
    return paths
  }

  /** Responds to the request for a chunk, as a broker does. Returns `undefined` for other requests. */
  give({ method, path }: BrokerRequest, url: string): BrokerAnswer | undefined {
    const chunk = method === 'GET' ? this.#chunkAt(path) : undefined
    if (!chunk) return undefined
    const results = { href: `${url}${path}/results` }
    const links = { 'pb:provider': { href: `${url}/provider` }, ...chunk.links, self: { href: url + path } }
    const body = { ...chunk.document, _links: { ...links, 'pb:publish-verification-results': results } }
    return { status: 200, body }
  }

  /** Returns the pact if it is now complete, `true` if results are missing, `undefined` for other requests. */
  take({ method, path, body }: BrokerRequest, complete: Complete): Finished | true | undefined {
    const chunk = method === 'POST' ? this.#chunkAt(path.replace(/\/results$/, '')) : undefined
    if (!chunk) return undefined
    for (const [id, result] of readTestResults(body)) this.results.set(id, complete(id, result))
    const isComplete = chunk.pact.interactions.every(({ id }) => this.results.has(id))
    return isComplete ? { pact: chunk.pact, body } : true
  }

  #chunkAt(path: string): Chunk | undefined {
    return this.#chunks[Number(/^\/conmock-chunks\/(\d+)$/.exec(path)?.[1])]
  }
}
