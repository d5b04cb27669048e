import { isPlainObject, memberOf, objectsIn, type PlainObject } from '../../common/plain-object.js'
import { forward, jsonOf, TargetUnreachable, type Send } from '../common/forward.js'
import { SetupProblem } from '../common/problem.js'
import { parseExactly, stringifyExactly } from '../common/exact-json.js'
import type { BrokerOptions } from './broker-options.js'
import { readPact, type Pact } from './pact-file.js'
import type { TestResult } from './test-results.js'

const defaultSelectors = [{ mainBranch: true }, { deployedOrReleased: true }]

/** Time limit for one response. A broker may be slower than the target, because it searches many versions. */
const MAX_MS = 10_000

/** Many brokers ask for a user name and a password. */
const LOGIN = '; conmock sends the bearer token in the option "token" (--broker-token-env), and no user name and password'

/** Returns the URL of a link. Its placeholders, such as `{provider}`, are replaced. */
function linkOf(
  document: PlainObject,
  name: string,
  values: { readonly [name: string]: string } = {},
): string | undefined {
  const { href } = memberOf(memberOf(document, '_links'), name)
  if (typeof href !== 'string') return undefined
  return href.replaceAll(/\{(\w+)\}/g, (whole, key: string) => encodeURIComponent(values[key] ?? whole))
}

/** The pacts of a provider in a Pact Broker. It is read once, before the verification. */
export class Broker {
  readonly #options: BrokerOptions
  readonly #send: Send
  /** The pacts, each with the document in which the broker returned it. */
  readonly #documents = new Map<Pact, PlainObject>()

  constructor(options: BrokerOptions, send: Send) {
    this.#options = options
    this.#send = send
  }

  /** Reads the pacts that the selectors choose. @throws SetupProblem */
  async read(provider: string): Promise<readonly Pact[]> {
    const { url, consumerVersionSelectors = defaultSelectors, providerBranch } = this.#options
    const index = await this.#request('GET', url)
    const list = linkOf(index, 'pb:provider-pacts-for-verification', { provider })
    const body = await this.#request('POST', list, {
      consumerVersionSelectors,
      includePendingStatus: false,
      ...(providerBranch === undefined ? {} : { providerVersionBranch: providerBranch }),
    })
    for (const entry of objectsIn(memberOf(body, '_embedded')['pacts'])) {
      const self = linkOf(entry, 'self')
      const document = await this.#request('GET', self)
      const { _links: _, ...content } = document
      // Interactions get new ids, because the same interaction may occur in the pacts of several versions.
      const pact = readPact(content, `the pact at ${this.#pathOf(self)}`, `${this.#documents.size + 1}.`)
      this.#documents.set(pact, document)
    }
    if (this.#documents.size > 0) return [...this.#documents.keys()]
    throw new SetupProblem(`no pact found: the broker selects no pact of the provider "${provider}"`)
  }

  /**
   * Publishes the results of each pact that is verified or broken.
   *
   * @returns The pacts whose results are not published, because an interaction could not be verified.
   * @throws SetupProblem If the broker does not accept them.
   */
  async publish(results: ReadonlyMap<string, TestResult>): Promise<readonly Pact[]> {
    const { providerVersion: version = '', providerBranch: branch, buildUrl } = this.#options
    const [first] = this.#documents.values()
    if (first && branch !== undefined) {
      const provider = await this.#request('GET', linkOf(first, 'pb:provider'))
      await this.#request('PUT', linkOf(provider, 'pb:branch-version', { branch, version }), {})
    }
    const left: Pact[] = []
    for (const [pact, document] of this.#documents) {
      const own = pact.interactions.flatMap(({ id, brokerId }) => {
        const result = results.get(id)
        return result ? [{ ...result, brokerId }] : []
      })
      const isBroken = own.some(({ mismatches }) => mismatches.length > 0)
      const success = own.length === pact.interactions.length && own.every((result) => result.success)
      if (!success && !isBroken) {
        left.push(pact)
        continue
      }
      await this.#request('POST', linkOf(document, 'pb:publish-verification-results'), {
        success,
        providerApplicationVersion: version,
        ...(buildUrl === undefined ? {} : { buildUrl }),
        verifiedBy: { implementation: 'conmock' },
        testResults: own.map(({ brokerId, exceptions, ...result }) => ({
          interactionId: brokerId,
          ...result,
          exceptions: exceptions.map((message) => ({ message })),
        })),
      })
    }
    return left
  }

  /**
   * Returns the path of a link. Ignores its origin, because a broker behind a proxy may not know its own origin or base
   * path, and requests are only sent to the origin in the options.
   */
  #pathOf(href: string | undefined): string {
    const base = new URL(this.#options.url)
    if (href === undefined || !URL.canParse(href, base.href)) {
      const what = href === undefined ? 'a link is missing' : `"${href}" is not a link`
      throw new SetupProblem(`${base.href} does not respond like a Pact Broker: ${what}`)
    }
    const folder = base.pathname.replace(/\/$/, '')
    const { pathname, search } = new URL(href, base)
    const isInside = pathname === folder || pathname.startsWith(`${folder}/`)
    return `${isInside ? '' : folder}${pathname}${search}`
  }

  /** Sends a request, and returns the JSON object in the response. @throws SetupProblem */
  async #request(method: string, href: string | undefined, json?: object): Promise<PlainObject> {
    const { url, token } = this.#options
    const path = this.#pathOf(href)
    const headers = {
      accept: 'application/hal+json, application/json',
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    }
    const body = Buffer.from(json === undefined ? '' : stringifyExactly(json))
    try {
      const request = { method, path, headers, body }
      const response = await forward(this.#send, new URL(new URL(url).origin), request, MAX_MS)
      const answer = jsonOf(response, parseExactly)
      if (response.status < 300 && isPlainObject(answer)) return answer
      const what = response.status < 300 ? 'something other than a JSON object' : response.status
      const { errors } = isPlainObject(answer) ? answer : {}
      const why = errors === undefined ? '' : `: ${JSON.stringify(errors)}`
      // The query may contain a secret.
      const [place] = path.split('?', 1)
      throw new SetupProblem(
        `the broker responds with ${what} to ${method} ${place}${why}${response.status === 401 ? LOGIN : ''}`,
      )
    } catch (error) {
      if (error instanceof TargetUnreachable) throw new SetupProblem(`the broker: ${error.message}`)
      throw error
    }
  }
}
