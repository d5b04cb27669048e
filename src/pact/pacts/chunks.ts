import type { PlainObject } from '../../contract/plain-object.js'
import type { Pact } from './pact-file.js'
import type { BrokerAnswer, BrokerRequest, Complete } from './pact-source.js'
import { readTestResults, type TestResult } from './test-results.js'

/** Interactions in one document for the verifier: the time that it takes grows with the square of their number. */
const MAX_INTERACTIONS = 20

interface Chunk {
  readonly pact: Pact
  readonly document: PlainObject
  /** Links of the pact that its broker gives. */
  readonly links: PlainObject
}

/** A pact with all its results. */
export interface Finished {
  readonly pact: Pact
  readonly results: ReadonlyMap<string, TestResult>
  /** The last of the documents that brought them. */
  readonly body: unknown
}

/**
 * Gives pacts to the verifier in chunks, and takes its results. It brings those of a chunk when it is through with it, so
 * that they are not lost when a later one takes too long.
 */
export class Chunks {
  readonly results = new Map<string, TestResult>()
  readonly #chunks: Chunk[] = []

  /** Adds a pact. @returns The paths of its chunks, below the source's. */
  add(pact: Pact, links: PlainObject = {}): string[] {
    const all = pact.document['interactions'] as readonly unknown[]
    const paths: string[] = []
    for (let start = 0; start < all.length; start += MAX_INTERACTIONS) {
      const document = { ...pact.document, interactions: all.slice(start, start + MAX_INTERACTIONS) }
      paths.push(`/conmock-chunks/${this.#chunks.push({ pact, document, links }) - 1}`)
    }
    return paths
  }

  /** A chunk as a broker would give it; nothing for a request of another kind. */
  give({ method, path }: BrokerRequest, url: string): BrokerAnswer | undefined {
    const chunk = method === 'GET' ? this.#chunkAt(path) : undefined
    if (!chunk) return undefined
    const results = { href: `${url}${path}/results` }
    const links = { 'pb:provider': { href: `${url}/provider` }, ...chunk.links, self: { href: url + path } }
    const body = { ...chunk.document, _links: { ...links, 'pb:publish-verification-results': results } }
    return { status: 200, body }
  }

  /**
   * Takes the results of a chunk.
   *
   * @returns The pact that they complete, `true` when it takes more; nothing for a request of another kind.
   */
  take({ method, path, body }: BrokerRequest, complete: Complete): Finished | true | undefined {
    const chunk = method === 'POST' ? this.#chunkAt(path.replace(/\/results$/, '')) : undefined
    if (!chunk) return undefined
    for (const [id, result] of readTestResults(body)) this.results.set(id, complete(id, result))
    const ids = chunk.pact.interactions.map(({ id }) => id)
    if (!ids.every((id) => this.results.has(id))) return true
    const results = new Map(ids.map((id) => [id, this.results.get(id)!]))
    return { pact: chunk.pact, results, body }
  }

  #chunkAt(path: string): Chunk | undefined {
    return this.#chunks[Number(/^\/conmock-chunks\/(\d+)$/.exec(path)?.[1])]
  }
}
