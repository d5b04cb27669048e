import { isPlainObject, type PlainObject } from '../../contract/plain-object.js'
import { exactJsonOf, forward, type Send } from '../verification/forward.js'
import { SetupProblem } from '../verification/problem.js'
import { TargetUnreachable } from '../verification/verifier.js'
import { Chunks, type Finished } from './chunks.js'
import { stringifyExactly } from './exact-json.js'
import { idFor, readPact, type Pact } from './pact-file.js'
import type { BrokerAnswer, BrokerRequest, Complete, PactSource } from './pact-source.js'
import type { TestResult } from './test-results.js'

/** Which pacts a broker is to give (https://docs.pact.io/pact_broker/advanced_topics/consumer_version_selectors). */
export interface ConsumerVersionSelector {
  readonly mainBranch?: boolean
  readonly branch?: string
  readonly fallbackBranch?: string
  readonly matchingBranch?: boolean
  readonly deployedOrReleased?: boolean
  readonly deployed?: boolean
  readonly released?: boolean
  readonly environment?: string
  readonly tag?: string
  readonly fallbackTag?: string
  readonly latest?: boolean
  readonly consumer?: string
}

/** A Pact Broker, and what is wanted of it. */
export interface BrokerOptions {
  readonly url: string
  /** Its bearer token. It is sent to the broker's own origin, and nowhere else. */
  readonly token?: string | undefined
  /** Default: the consumers' main branches, and what is deployed or released. */
  readonly consumerVersionSelectors?: readonly ConsumerVersionSelector[] | undefined
  /** Whether pacts that this provider has never verified are pending: reported, and failing nothing. Default `false`. */
  readonly pending?: boolean | undefined
  /** Adds work-in-progress pacts since this day, `YYYY-MM-DD`; they are pending. */
  readonly wipSince?: string | undefined
  /** Whether to publish the results. Default `false`. */
  readonly publish?: boolean | undefined
  /** The version of the provider that is verified; needed to publish. */
  readonly providerVersion?: string | undefined
  /** Its branch; needed for pending and work-in-progress pacts. */
  readonly providerBranch?: string | undefined
  /** The address of the build, published with the results. */
  readonly buildUrl?: string | undefined
}

export const defaultSelectors: readonly ConsumerVersionSelector[] = [
  { mainBranch: true },
  { deployedOrReleased: true },
]

/** A broker may take longer than the target: it looks for pacts in many versions. */
const MAX_MS = 10_000

const RESULTS = 'pb:publish-verification-results'

interface Held {
  readonly pending: boolean
  /** Where its results go. */
  readonly results: string
  /** The broker's own ids, by those that the verifier is given. */
  readonly ownIds: ReadonlyMap<string, unknown>
}

/** Every address in a document, in whatever depth, changed. */
function withHrefs(value: unknown, change: (href: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => withHrefs(item, change))
  if (!isPlainObject(value)) return value
  const entries = Object.entries(value).map(([name, member]) => [
    name,
    name === 'href' && typeof member === 'string' ? change(member) : withHrefs(member, change),
  ])
  return Object.fromEntries(entries)
}

function linkOf(document: unknown, name: string): string | undefined {
  const links = isPlainObject(document) ? document['_links'] : undefined
  const link = isPlainObject(links) ? links[name] : undefined
  const href = isPlainObject(link) ? link['href'] : undefined
  return typeof href === 'string' ? href : undefined
}

function withoutQuery(path: string): string {
  return path.split('?', 1)[0]!
}

/**
 * Pacts of a broker. The verifier speaks with the broker through the gateway, which hands on what it says and hears: so
 * the broker's protocol is the verifier's affair, its token stays here, and we learn which pacts there are, which are
 * pending, and what came of them. The pacts alone are fetched here, and given to the verifier in chunks.
 */
export class BrokerSource implements PactSource {
  readonly indexPath: string
  readonly #options: BrokerOptions
  readonly #send: Send
  readonly #base: URL
  readonly #chunks = new Chunks()
  readonly #held = new Map<Pact, Held>()
  /** What went wrong, by the request; one that succeeds when it is tried again is no problem any more. */
  readonly #problems = new Map<string, string>()

  constructor(options: BrokerOptions, send: Send) {
    this.#options = options
    this.#send = send
    this.#base = new URL(options.url)
    this.indexPath = this.#base.pathname
  }

  get pacts(): readonly Pact[] {
    return [...this.#held.keys()]
  }

  get results(): ReadonlyMap<string, TestResult> {
    return this.#chunks.results
  }

  get problem(): string | undefined {
    const [first] = this.#problems.values()
    return first
  }

  isPending(pact: Pact): boolean {
    const { pending, wipSince } = this.#options
    if (!pending && wipSince === undefined) return false
    return this.#held.get(pact)?.pending === true
  }

  async answer(request: BrokerRequest, url: string, complete: Complete): Promise<BrokerAnswer> {
    const chunk = this.#chunks.give(request, url)
    if (chunk) return chunk
    const taken = this.#chunks.take(request, complete)
    if (taken) {
      if (taken !== true && this.#options.publish) await this.#publish(taken)
      return { status: 201, body: {} }
    }
    const changes = request.method === 'PUT' || request.method === 'PATCH' || request.method === 'DELETE'
    if (changes && !this.#options.publish) return { status: 200, body: {} }
    const answer = await this.#asked(request)
    if (!answer) return { status: 404, body: {} }
    return { status: answer.status, body: await this.#inChunks(this.#withLinksTo(url, answer.body), url) }
  }

  /** Keeps what is wrong with the answer to a request; `undefined` when nothing is. */
  #note({ method, path }: BrokerRequest, problem: string | undefined): void {
    const key = `${method} ${path}`
    if (problem === undefined) this.#problems.delete(key)
    else this.#problems.set(key, problem)
  }

  /**
   * The path of an absolute address. Whatever its origin: a broker behind a proxy may not know its own, and only the one
   * that the options name is ever asked.
   */
  #pathOf(href: string): string | undefined {
    return /^https?:\/\/[^/]+(\/.*)$/i.exec(href)?.[1]
  }

  /** A document whose links lead to the gateway. */
  #withLinksTo(url: string, document: unknown): unknown {
    return withHrefs(document, (href) => {
      const path = this.#pathOf(href)
      return path === undefined ? href : `${url}${path}`
    })
  }

  /** A document with the chunks of the pacts that it lists, in place of these. */
  async #inChunks(body: unknown, url: string): Promise<unknown> {
    const embedded = isPlainObject(body) ? body['_embedded'] : undefined
    const listed = isPlainObject(embedded) ? embedded['pacts'] : undefined
    if (!isPlainObject(body) || !isPlainObject(embedded) || !Array.isArray(listed)) return body
    const pacts: PlainObject[] = []
    for (const entry of listed.filter(isPlainObject)) {
      const path = linkOf(entry, 'self')?.slice(url.length)
      const paths = path === undefined ? [] : await this.#fetch(path, entry, url)
      pacts.push(...paths.map((to) => ({ ...entry, _links: { self: { href: url + to, name: to } } })))
    }
    return { ...body, _embedded: { ...embedded, pacts } }
  }

  /** Gets a pact from the broker. @returns The paths of its chunks; none when it cannot be verified. */
  async #fetch(path: string, entry: PlainObject, url: string): Promise<string[]> {
    const request = { method: 'GET', path, body: undefined }
    const answer = await this.#asked(request)
    if (!answer || answer.status >= 300 || !isPlainObject(answer.body)) return []
    try {
      const { _links: links, ...document } = answer.body
      return this.#hold(document, path, { entry, links: this.#withLinksTo(url, links), results: linkOf({ _links: links }, RESULTS) })
    } catch (error) {
      if (!(error instanceof SetupProblem)) throw error
      this.#note(request, `the broker: ${error.message}`)
      return []
    }
  }

  /** Keeps a pact, with ids of ours: the same interaction may be in the pacts of several versions. */
  #hold(
    document: PlainObject,
    path: string,
    about: { readonly entry: PlainObject; readonly links: unknown; readonly results: string | undefined },
  ): string[] {
    const source = `the pact at ${withoutQuery(path)}`
    const prefix = `${this.#held.size + 1}.`
    const pact = readPact(document, source, prefix)
    const results = this.#pathOf(about.results ?? '')
    if (results === undefined) {
      throw new SetupProblem(`${source} has no link for its results, so none could be learned`)
    }
    const interactions = document['interactions'] as readonly PlainObject[]
    const ownIds = new Map(interactions.map((each, index) => [idFor(prefix, index), each['_id']]))
    const { verificationProperties: properties } = about.entry
    const pending = isPlainObject(properties) && properties['pending'] === true
    this.#held.set(pact, { pending, results, ownIds })
    return this.#chunks.add(pact, about.links as PlainObject)
  }

  /** Tells the broker of a pact whose interactions are all verified, or not. */
  async #publish({ pact, results, body }: Finished): Promise<void> {
    const { results: path, ownIds } = this.#held.get(pact)!
    const testResults = [...results].map(([id, { success, mismatches, exceptions }]) => ({
      interactionId: ownIds.get(id) ?? '',
      success,
      ...(mismatches.length === 0 ? {} : { mismatches }),
      ...(exceptions.length === 0 ? {} : { exceptions: exceptions.map((message) => ({ message })) }),
    }))
    const success = testResults.every((result) => result.success)
    const request = {
      method: 'POST',
      path,
      body: { ...(isPlainObject(body) ? body : {}), success, testResults },
    }
    try {
      const { status } = await this.#ask(request)
      this.#note(request, status >= 300 ? `the broker answers ${status} to the results` : undefined)
    } catch (error) {
      if (!(error instanceof TargetUnreachable)) throw error
      this.#note(request, `the broker did not take the results: ${error.message}`)
    }
  }

  /** What the broker answers; nothing when it does not. What is wrong with the answer is kept. */
  async #asked(request: BrokerRequest): Promise<BrokerAnswer | undefined> {
    const { method, path } = request
    try {
      const answer = await this.#ask(request)
      const isWrong = method === 'GET' && !isPlainObject(answer.body)
      const wrong = answer.status >= 300 ? String(answer.status) : isWrong ? 'no JSON object' : undefined
      this.#note(request, wrong && `the broker answers ${wrong} to ${method} ${withoutQuery(path)}`)
      return answer
    } catch (error) {
      if (!(error instanceof TargetUnreachable)) throw error
      this.#note(request, `the broker: ${error.message}`)
      return undefined
    }
  }

  async #ask({ method, path, body }: BrokerRequest): Promise<BrokerAnswer> {
    const { token } = this.#options
    const response = await forward(
      this.#send,
      new URL(this.#base.origin),
      {
        method,
        path,
        headers: {
          accept: 'application/hal+json, application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body: Buffer.from(body === undefined ? '' : stringifyExactly(body)),
      },
      MAX_MS,
    )
    return { status: response.status, body: exactJsonOf(response) }
  }
}
