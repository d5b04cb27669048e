import { isPlainObject } from '../../contract/plain-object.js'
import { forward, jsonOf, TargetUnreachable } from '../verification/forward.js'
import { idFor, readPact, type Pact } from './pact-file.js'
import type { BrokerAnswer, BrokerRequest, Complete, PactSource } from './pact-source.js'
import { SetupProblem } from '../verification/problem.js'
import { readTestResults, type TestResult } from './test-results.js'

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
const MOST_MS = 10_000

interface Held {
  readonly pact: Pact
  /** Where the broker has it. */
  readonly path: string
  readonly pending: boolean
  /** The broker's own ids, by those that the verifier is given. */
  readonly ownIds: ReadonlyMap<string, unknown>
}

type Json = { readonly [name: string]: unknown }

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
 * Pacts of a broker. The verifier speaks with the broker through the gateway, which hands on what it says and hears:
 * so the broker's protocol is the verifier's affair, its token stays here, and we learn which pacts there are, which are
 * pending, and what came of them.
 */
export class BrokerSource implements PactSource {
  readonly indexPath: string
  readonly results = new Map<string, TestResult>()
  /** What went wrong, by the request; one that succeeds when it is tried again is no problem any more. */
  readonly #problems = new Map<string, string>()
  readonly #options: BrokerOptions
  readonly #base: URL
  readonly #held: Held[] = []
  /** The pacts that the broker has listed, and whether they are pending. */
  readonly #listed = new Map<string, boolean>()
  /** Where the results of a pact go, and whose they are. */
  readonly #resultsOf = new Map<string, Held>()

  constructor(options: BrokerOptions) {
    this.#options = options
    this.#base = new URL(options.url)
    this.indexPath = this.#base.pathname
  }

  get pacts(): readonly Pact[] {
    return this.#held.map(({ pact }) => pact)
  }

  get problem(): string | undefined {
    const [first] = this.#problems.values()
    if (first !== undefined) return first
    const missing = [...this.#listed.keys()].find((path) => !this.#held.some((held) => held.path === path))
    return missing === undefined
      ? undefined
      : `the broker lists a pact that it does not give: ${withoutQuery(missing)}`
  }

  isPending(pact: Pact): boolean {
    const { pending, wipSince } = this.#options
    if (!pending && wipSince === undefined) return false
    return this.#held.some((held) => held.pact === pact && held.pending)
  }

  async answer(request: BrokerRequest, url: string, complete: Complete): Promise<BrokerAnswer> {
    const results = this.#resultsOf.get(request.path)
    if (request.method === 'POST' && results) return this.#takeResults(request, results, complete)
    const changes = request.method === 'PUT' || request.method === 'PATCH' || request.method === 'DELETE'
    if (changes && !this.#options.publish) return { status: 200, body: {} }
    try {
      const answer = await this.#ask(request)
      return { status: answer.status, body: this.#heard(request, answer, url) }
    } catch (error) {
      if (!(error instanceof SetupProblem || error instanceof TargetUnreachable)) throw error
      this.#note(request, `the broker: ${error.message}`)
      return { status: 404, body: {} }
    }
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

  /** What is learned from an answer, and the answer as the verifier is to have it. */
  #heard(request: BrokerRequest, { status, body }: BrokerAnswer, url: string): unknown {
    const { method, path } = request
    const asked = `${method} ${withoutQuery(path)}`
    const wrong =
      status >= 300 ? String(status) : method === 'GET' && !isPlainObject(body) ? 'no JSON object' : undefined
    this.#note(request, wrong && `the broker answers ${wrong} to ${asked}`)
    this.#noteList(body)
    const here = (href: string) => {
      const own = this.#pathOf(href)
      return own === undefined ? href : `${url}${own}`
    }
    const isPact = isPlainObject(body) && Array.isArray(body['interactions'])
    if (!isPact) return withHrefs(body, here)
    // Not in the interactions: an address there belongs to the contract.
    return { ...this.#hold(body, path), _links: withHrefs(body['_links'], here) }
  }

  #noteList(body: unknown): void {
    const embedded = isPlainObject(body) ? body['_embedded'] : undefined
    const pacts = isPlainObject(embedded) ? embedded['pacts'] : undefined
    if (!Array.isArray(pacts)) return
    for (const pact of pacts) {
      const properties: unknown = isPlainObject(pact) ? pact['verificationProperties'] : undefined
      const path = this.#pathOf(linkOf(pact, 'self') ?? '')
      if (path === undefined || !isPlainObject(properties)) continue
      this.#listed.set(path, properties['pending'] === true)
    }
  }

  /** Keeps a pact, with ids of ours: the same interaction may be in the pacts of several versions. */
  #hold(document: Json, path: string): object {
    const interactions = document['interactions'] as readonly unknown[]
    const prefix = `${this.#held.length + 1}.`
    const ownIds = new Map(
      interactions.map((interaction, index) => [
        idFor(prefix, index),
        isPlainObject(interaction) ? interaction['_id'] : undefined,
      ]),
    )
    const source = `the pact at ${withoutQuery(path)}`
    const pact = readPact(document, source, prefix)
    const held = { pact, path, ownIds, pending: this.#listed.get(path) ?? false }
    this.#held.push(held)
    const results = this.#pathOf(linkOf(document, 'pb:publish-verification-results') ?? '')
    if (results !== undefined) this.#resultsOf.set(results, held)
    else throw new SetupProblem(`${source} has no link for its results, so none could be learned`)
    return pact.document
  }

  async #takeResults(request: BrokerRequest, { ownIds }: Held, complete: Complete): Promise<BrokerAnswer> {
    const found = [...readTestResults(request.body)].map(
      ([id, result]) => [id, complete(id, result)] as const,
    )
    for (const [id, result] of found) this.results.set(id, result)
    if (!this.#options.publish) return { status: 201, body: {} }
    const body = isPlainObject(request.body) ? request.body : {}
    const success = body['success'] === true && found.every(([, result]) => result.success)
    const testResults = found.map(([id, result]) => ({
      interactionId: ownIds.get(id) ?? '',
      success: result.success,
      ...(result.mismatches.length === 0 ? {} : { mismatches: result.mismatches }),
      ...(result.exceptions.length === 0
        ? {}
        : { exceptions: result.exceptions.map((message) => ({ message })) }),
    }))
    try {
      const answer = await this.#ask({ ...request, body: { ...body, success, testResults } })
      this.#note(
        request,
        answer.status >= 300 ? `the broker answers ${answer.status} to the results` : undefined,
      )
      return answer
    } catch (error) {
      if (!(error instanceof TargetUnreachable)) throw error
      this.#note(request, `the broker did not take the results: ${error.message}`)
      return { status: 404, body: {} }
    }
  }

  async #ask({ method, path, body }: BrokerRequest): Promise<BrokerAnswer> {
    const { token } = this.#options
    const response = await forward(
      new URL(this.#base.origin),
      {
        method,
        path,
        headers: {
          accept: 'application/hal+json, application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
      },
      MOST_MS,
    )
    return { status: response.status, body: jsonOf(response) }
  }
}
