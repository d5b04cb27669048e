import { createHash } from 'node:crypto'

export type Json = { readonly [name: string]: unknown }

/** A version of a consumer, and its pact. */
export interface ConsumerVersion {
  readonly consumer: string
  readonly provider: string
  readonly number: string
  /** The pact as it was published. */
  readonly content: Json
  /** The hash of the content, which two versions can share. */
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

/** A pact that a query selects, and the reason. */
export interface SelectedPact {
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

/** The latest version of each consumer. */
function latest(versions: readonly ConsumerVersion[]): ConsumerVersion[] {
  return [...new Map(versions.map((version) => [version.consumer, version])).values()]
}

/** The data of a Pact Broker. It selects the pacts for a verification, and knows which of them are pending. */
export class BrokerMemory {
  readonly versions: ConsumerVersion[] = []
  readonly results: PublishedResult[] = []
  /** Keys of pacticipant, branch and version. */
  readonly #branches = new Set<string>()
  /** Keys of consumer and version. */
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

  /** The pacts that a query selects, each once. See `POST /pacts/provider/{provider}/for-verification`. */
  listFor(provider: string, query: Json): SelectedPact[] {
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

  /** Whether the latest results of a consumer version are all successful. */
  canDeploy(consumer: string | null, number: string | null): boolean {
    const own = this.versions.filter((each) => each.consumer === consumer && each.number === number)
    const last = own.map(({ pactVersion }) =>
      this.results.findLast((result) => result.pactVersion === pactVersion),
    )
    return own.length > 0 && last.every((result) => result?.body['success'] === true)
  }

  #select(selector: Json, own: readonly ConsumerVersion[], providerBranch: string): ConsumerVersion[] {
    const { consumer, branch, mainBranch, matchingBranch } = selector
    const candidates = own.filter((version) => consumer === undefined || version.consumer === consumer)
    const on = (name: unknown) =>
      latest(candidates.filter((each) => this.#branches.has(key(each.consumer, name, each.number))))
    if (mainBranch === true) return on(MAIN)
    if (matchingBranch === true) return on(providerBranch)
    if (branch !== undefined) return on(branch)
    // This broker has no tags.
    if (selector['tag'] !== undefined) return []
    if (selector['latest'] === true) return latest(candidates)
    return candidates.filter((each) => this.#deployed.has(key(each.consumer, each.number)))
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
