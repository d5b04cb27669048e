import { isPlainObject, memberOf, objectsIn, type PlainObject } from '../../common/plain-object.js'
import { exactJsonOf, forward, TargetUnreachable, type Send } from '../common/forward.js'
import { SetupProblem } from '../common/problem.js'
import { Chunks, type Finished } from './chunks.js'
import { stringifyExactly } from '../common/exact-json.js'
import { readPact, type Pact } from './pact-file.js'
import type { BrokerAnswer, BrokerRequest, Complete, PactSource } from './pact-source.js'
import type { TestResult } from './test-results.js'

/**
 * Selects consumer versions whose pacts the broker returns. All fields together form one condition.
 *
 * @see https://docs.pact.io/pact_broker/advanced_topics/consumer_version_selectors
 */
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

/** A Pact Broker, and how to use it. */
export interface BrokerOptions {
  /** The base URL of the broker. */
  readonly url: string
  /** The bearer token for the broker. It is only sent to the origin of `url`. */
  readonly token?: string | undefined
  /** The consumer versions whose pacts are verified. @default [{ mainBranch: true }, { deployedOrReleased: true }] */
  readonly consumerVersionSelectors?: readonly ConsumerVersionSelector[] | undefined
  /**
   * Whether to publish the results to the broker. Requires a real service, because a broker would take results of the
   * mock for results of the service.
   *
   * @default false
   */
  readonly publish?: boolean | undefined
  /** The version of the provider that is verified. Required by `publish`. */
  readonly providerVersion?: string | undefined
  /** The branch of the provider. The selector `matchingBranch` reads it. */
  readonly providerBranch?: string | undefined
  /** The URL of the CI build, published with the results. */
  readonly buildUrl?: string | undefined
}

export const defaultSelectors: readonly ConsumerVersionSelector[] = [
  { mainBranch: true },
  { deployedOrReleased: true },
]

/** Time limit for one response. A broker may be slower than the target, because it searches many versions. */
const MAX_MS = 10_000

const RESULTS = 'pb:publish-verification-results'

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
  const { href } = memberOf(memberOf(document, '_links'), name)
  return typeof href === 'string' ? href : undefined
}

function keyOf({ method, path }: BrokerRequest): string {
  return `${method} ${path}`
}

function withoutQuery(path: string): string {
  return path.split('?', 1)[0]!
}

/**
 * Returns the path of an absolute URL. Ignores the origin: a broker behind a proxy may not know its own origin, and requests
 * are only sent to the origin in the options.
 */
function pathOf(href: string): string | undefined {
  return /^https?:\/\/[^/]+(\/.*)$/i.exec(href)?.[1]
}

function withLinksTo(url: string, document: unknown): unknown {
  return withHrefs(document, (href) => {
    const path = pathOf(href)
    return path === undefined ? href : `${url}${path}`
  })
}

/**
 * Pacts of a broker. The verifier talks to the broker through the gateway. So the verifier handles the protocol, the token
 * stays in this process, and this class can read the list of pacts and the results. It fetches
 * the pacts itself, and passes them to the verifier in chunks.
 */
export class BrokerSource implements PactSource {
  readonly indexPath: string
  readonly #options: BrokerOptions
  readonly #send: Send
  readonly #base: URL
  readonly #chunks = new Chunks()
  /** The pacts, each with the path to which its results are published. */
  readonly #pacts = new Map<Pact, string>()
  /** Problems by request. A request that succeeds later removes its problem. */
  readonly #problems = new Map<string, string>()

  constructor(options: BrokerOptions, send: Send) {
    this.#options = options
    this.#send = send
    this.#base = new URL(options.url)
    this.indexPath = this.#base.pathname
  }

  get pacts(): readonly Pact[] {
    return [...this.#pacts.keys()]
  }

  get results(): ReadonlyMap<string, TestResult> {
    return this.#chunks.results
  }

  get problem(): string | undefined {
    const [first] = this.#problems.values()
    return first
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
    const answer = await this.#tryRequest(request)
    if (!answer) return { status: 404, body: {} }
    return { status: answer.status, body: await this.#splitPacts(withLinksTo(url, answer.body), url) }
  }

  async #splitPacts(body: unknown, url: string): Promise<unknown> {
    const embedded = memberOf(body, '_embedded')
    const listed: unknown = embedded['pacts']
    if (!isPlainObject(body) || !Array.isArray(listed)) return body
    const pacts: PlainObject[] = []
    for (const entry of objectsIn(listed)) {
      const path = linkOf(entry, 'self')?.slice(url.length)
      const paths = path === undefined ? [] : await this.#fetchPact(path, url)
      pacts.push(...paths.map((to) => ({ ...entry, _links: { self: { href: url + to, name: to } } })))
    }
    return { ...body, _embedded: { ...embedded, pacts } }
  }

  /** Fetches a pact from the broker. Returns the paths of its chunks; an empty list if the pact cannot be verified. */
  async #fetchPact(path: string, url: string): Promise<string[]> {
    const request = { method: 'GET', path, body: undefined }
    const answer = await this.#tryRequest(request)
    if (!answer || answer.status >= 300 || !isPlainObject(answer.body)) return []
    const { _links: links, ...document } = answer.body
    const source = `the pact at ${withoutQuery(path)}`
    try {
      // Interactions get new ids, because the same interaction may occur in the pacts of several versions.
      const pact = readPact(document, source, `${this.#pacts.size + 1}.`)
      const resultsPath = pathOf(linkOf(answer.body, RESULTS) ?? '')
      if (resultsPath === undefined) throw new SetupProblem(`${source} has no link for its results`)
      this.#pacts.set(pact, resultsPath)
      return this.#chunks.add(pact, withLinksTo(url, links) as PlainObject)
    } catch (error) {
      if (!(error instanceof SetupProblem)) throw error
      this.#problems.set(keyOf(request), `the broker: ${error.message}`)
      return []
    }
  }

  async #publish({ pact, body }: Finished): Promise<void> {
    const testResults = pact.interactions.map(({ id, brokerId }) => {
      const { success, mismatches, exceptions } = this.results.get(id)!
      return {
        interactionId: brokerId,
        success,
        ...(mismatches.length === 0 ? {} : { mismatches }),
        ...(exceptions.length === 0 ? {} : { exceptions: exceptions.map((message) => ({ message })) }),
      }
    })
    const success = testResults.every((result) => result.success)
    const request = {
      method: 'POST',
      path: this.#pacts.get(pact)!,
      body: { ...(isPlainObject(body) ? body : {}), success, testResults },
    }
    await this.#tryRequest(request, 'the results', 'the results could not be published')
  }

  /** Sends a request to the broker, and records a problem with the response. Returns `undefined` if there was no response. */
  async #tryRequest(
    request: BrokerRequest,
    what = `${request.method} ${withoutQuery(request.path)}`,
    failure = 'the broker',
  ): Promise<BrokerAnswer | undefined> {
    const key = keyOf(request)
    try {
      const answer = await this.#request(request)
      const isWrong = request.method === 'GET' && !isPlainObject(answer.body)
      const wrong =
        answer.status >= 300 ? answer.status : isWrong ? 'something other than a JSON object' : undefined
      if (wrong === undefined) this.#problems.delete(key)
      else this.#problems.set(key, `the broker responds with ${wrong} to ${what}`)
      return answer
    } catch (error) {
      if (!(error instanceof TargetUnreachable)) throw error
      this.#problems.set(key, `${failure}: ${error.message}`)
      return undefined
    }
  }

  async #request({ method, path, body }: BrokerRequest): Promise<BrokerAnswer> {
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
