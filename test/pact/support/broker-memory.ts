import { createHash } from 'node:crypto'

export type Json = { readonly [name: string]: unknown }

/** A version of a consumer, and its pact. */
export interface ConsumerVersion {
  readonly consumer: string
  readonly provider: string
  readonly number: string
  /** The pact as it was published. */
  readonly content: Json
  /** Of the content: two versions may have the same. */
  readonly pactVersion: string
  readonly publishedOn: string
}

/** Results that a verifier published. */
export interface PublishedResult {
  readonly consumer: string
  readonly consumerVersion: string
  readonly pactVersion: string
  readonly body: Json
}

/** A pact that is to be verified, and why. */
export interface Listed {
  readonly version: ConsumerVersion
  readonly pending: boolean
  readonly wip: boolean
}

const MAIN = 'main'

export function sha(value: unknown): string {
  return createHash('sha1').update(JSON.stringify(value)).digest('hex')
}

function key(...names: readonly unknown[]): string {
  return JSON.stringify(names.map(String))
}

/** The last of each consumer. */
function latest(versions: readonly ConsumerVersion[]): ConsumerVersion[] {
  return [...new Map(versions.map((version) => [version.consumer, version])).values()]
}

/** What a Pact Broker knows, and decides by it: which pacts are to be verified, and which of them are pending. */
export class BrokerMemory {
  readonly versions: ConsumerVersion[] = []
  readonly results: PublishedResult[] = []
  /** Pacticipant, branch and version. */
  readonly #branches = new Set<string>()
  /** Consumer and version. */
  readonly #deployed = new Set<string>()

  publishPact(consumer: string, provider: string, number: string, content: Json): ConsumerVersion {
    const publishedOn = new Date().toISOString().slice(0, 10)
    const version = { consumer, provider, number, content, pactVersion: sha(content), publishedOn }
    this.versions.push(version)
    return version
  }

  addToBranch(pacticipant: string, branch: string, version: string): void {
    this.#branches.add(key(pacticipant, branch, version))
  }

  recordDeployment(consumer: string, version: string): void {
    this.#deployed.add(key(consumer, version))
  }

  /** The pacts that a query asks for, each once; see `POST /pacts/provider/{provider}/for-verification`. */
  listFor(provider: string, query: Json): Listed[] {
    const own = this.versions.filter((version) => version.provider === provider)
    const branch = String(query['providerVersionBranch'])
    const since = query['includeWipPactsSince']
    const selectors = (query['consumerVersionSelectors'] ?? []) as readonly Json[]
    const chosen = selectors.flatMap((selector) => this.#select(selector, own, branch))
    const known = new Set(chosen.map(({ pactVersion }) => pactVersion))
    const wip = own.filter(
      (version) =>
        typeof since === 'string' &&
        version.publishedOn >= since &&
        !known.has(version.pactVersion) &&
        !this.#isVerifiedBy(branch, version),
    )
    const listed = new Map([...chosen, ...wip].map((version) => [version.pactVersion, version]))
    return [...listed.values()].map((version) => ({
      version,
      pending: !this.#isVerifiedBy(branch, version),
      wip: wip.includes(version),
    }))
  }

  /** Whether the pacts of a consumer's version were verified when they were verified last. */
  canDeploy(consumer: string | null, number: string | null): boolean {
    const own = this.versions.filter((each) => each.consumer === consumer && each.number === number)
    const last = own.map(({ pactVersion }) =>
      this.results.findLast((result) => result.pactVersion === pactVersion),
    )
    return own.length > 0 && last.every((result) => result?.body['success'] === true)
  }

  #select(selector: Json, own: readonly ConsumerVersion[], providerBranch: string): ConsumerVersion[] {
    const { consumer, branch, mainBranch, matchingBranch } = selector
    const of = own.filter((version) => consumer === undefined || version.consumer === consumer)
    const on = (name: unknown) =>
      latest(of.filter((each) => this.#branches.has(key(each.consumer, name, each.number))))
    if (mainBranch === true) return on(MAIN)
    if (matchingBranch === true) return on(providerBranch)
    if (branch !== undefined) return on(branch)
    // Nothing has a tag here.
    if (selector['tag'] !== undefined) return []
    if (selector['latest'] === true) return latest(of)
    return of.filter((each) => this.#deployed.has(key(each.consumer, each.number)))
  }

  /** Whether a branch of the provider has ever verified a pact. */
  #isVerifiedBy(branch: string, { provider, pactVersion }: ConsumerVersion): boolean {
    return this.results.some(
      (result) =>
        result.pactVersion === pactVersion &&
        result.body['success'] === true &&
        this.#branches.has(key(provider, branch, result.body['providerApplicationVersion'])),
    )
  }
}
