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
}

/** Results that a verifier published. */
export interface PublishedResult {
  readonly consumer: string
  readonly consumerVersion: string
  readonly pactVersion: string
  readonly body: Json
}

const MAIN = 'main'

const defaultSelectors = [{ mainBranch: true }, { deployedOrReleased: true }]

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

/** The data of a Pact Broker. It selects the pacts for a verification. */
export class BrokerMemory {
  readonly versions: ConsumerVersion[] = []
  readonly results: PublishedResult[] = []
  /** Keys of pacticipant, branch and version. */
  readonly #branches = new Set<string>()
  /** Keys of consumer and version. */
  readonly #deployed = new Set<string>()

  publishPact(consumer: string, provider: string, number: string, content: Json): ConsumerVersion {
    const version = { consumer, provider, number, content, pactVersion: sha(content) }
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
  listFor(provider: string, query: Json): ConsumerVersion[] {
    const own = this.versions.filter((version) => version.provider === provider)
    const branch = String(query['providerVersionBranch'])
    const selectors = (query['consumerVersionSelectors'] ?? defaultSelectors) as readonly Json[]
    const chosen = selectors.flatMap((selector) => this.#select(selector, own, branch))
    return [...new Map(chosen.map((version) => [version.pactVersion, version])).values()]
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
}
