import { isDeepStrictEqual } from 'node:util'
import { checkOptions, optionsSchema } from '../common/check-options.js'
import { ConflictError, InvalidOptionError, RecordNotFoundError } from '../common/errors.js'
import { listNames } from '../common/text.js'
import { compiled, type CompiledApi } from '../contract/compile.js'
import { getInternals } from '../mock/mock-internals.js'
import { createMockCore } from '../mock/create-mock-core.js'
import type { MockCore } from '../mock/mock-core.js'
import { mockOptionSchemas, withoutReplaced, type MockOptions } from '../mock/options.js'
import {
  DEFAULT_SANDBOX,
  type SandboxChange,
  type SandboxDescription,
  type SandboxOptions,
} from './sandbox.js'

const MAX_SANDBOXES = 1000

const MS_UNTIL_EVICTED = 60 * 60 * 1000

/** The schema of the options of sandboxes. */
export const optionsOfSandboxes = compiled((api) => {
  const { baseUrl: _, handlers: __, onRequest: ___, extend: ____, ...schemas } = mockOptionSchemas(api)
  return optionsSchema<SandboxOptions>(schemas)
})

/** Options whose members are merged with those of the server. Every other option replaces the one of the server. */
const merged = ['assumptions', 'tokens'] as const

interface Sandbox {
  readonly mock: MockCore
  readonly options: SandboxOptions
  usedAt: number
}

function isGiven<Name extends string>(options: { readonly [Key in Name]?: unknown }, name: Name): boolean {
  return options[name] !== undefined
}

/** Adds options to those of the server or of a configuration file. */
export function combine<Options extends MockOptions>(api: CompiledApi, base: Options, own: Options): Options {
  const both = merged
    .filter((name) => isGiven(base, name) && isGiven(own, name))
    .map((name) => [name, { ...base[name], ...own[name] }])
  return { ...withoutReplaced(api, base, own), ...own, ...Object.fromEntries(both) }
}

function checkName(name: string): void {
  if (typeof name === 'string' && /^[a-z0-9-]{1,40}$/.test(name)) return
  throw new InvalidOptionError(
    'the name of a sandbox must have 1 to 40 characters: lower-case letters, digits and "-"',
  )
}

/** The sandboxes of a server. A sandbox is another mock over the options of the server. */
export class Sandboxes {
  readonly #base: MockOptions
  readonly #now: () => number
  readonly #report: (text: string) => void
  readonly #default: Sandbox
  readonly #all = new Map<string, Sandbox>()
  readonly #listeners = new Set<(change: SandboxChange) => void>()

  constructor(options: {
    /** The options of the server, which are the defaults of every sandbox. */
    readonly base: MockOptions
    /** The mock of the sandbox `default`. */
    readonly mock: MockCore
    /** For tests. */
    readonly now?: () => number
    /** Tells the developer that sandboxes were evicted. */
    readonly report: (text: string) => void
  }) {
    this.#base = options.base
    this.#now = options.now ?? (() => performance.now())
    this.#report = options.report
    this.#default = { mock: options.mock, options: {}, usedAt: this.#now() }
    this.#all.set(DEFAULT_SANDBOX, this.#default)
  }

  /** The names of all sandboxes, `default` first, then in the order of creation. */
  get names(): readonly string[] {
    return [...this.#all.keys()]
  }

  /** The mock of the sandbox `default`. */
  get default(): MockCore {
    return this.#default.mock
  }

  /** Returns the mock of a sandbox, which counts as a use, or `undefined`. */
  get(name: string): MockCore | undefined {
    const sandbox = this.#all.get(name)
    if (!sandbox) return undefined
    sandbox.usedAt = this.#now()
    return sandbox.mock
  }

  /** Like `get`. @throws RecordNotFoundError If the sandbox does not exist. */
  require(name: string): MockCore {
    const mock = this.get(name)
    if (mock) return mock
    throw new RecordNotFoundError(
      `there is no sandbox "${name.slice(0, 40)}"; the sandboxes are: ${listNames(this.names)}; ` +
        `create one with POST /__conmock/v1/sandboxes.create`,
    )
  }

  /**
   * Creates a sandbox. An existing sandbox with the same options does not change. One with other options is replaced.
   *
   * @throws InvalidOptionError For an invalid name or option.
   * @throws DataError For invalid data.
   * @throws ConflictError If there are too many sandboxes, or the options of `default` would change.
   */
  create(name: string, options: SandboxOptions = {}): void {
    checkName(name)
    const { api } = getInternals(this.default)
    checkOptions(optionsOfSandboxes(api), options)
    this.evict()
    const before = this.#all.get(name)
    if (before && isDeepStrictEqual(before.options, options)) {
      before.usedAt = this.#now()
      return
    }
    if (before === this.#default) {
      throw new ConflictError(
        'the sandbox default has the options of the server, which cannot change; create another sandbox',
      )
    }
    if (!before && this.#all.size >= MAX_SANDBOXES) {
      throw new ConflictError(
        `there are already ${MAX_SANDBOXES} sandboxes; remove some with POST /__conmock/v1/sandboxes.delete`,
      )
    }
    const mock = createMockCore(api, combine(api, this.#base, options), name)
    if (before) this.#remove(name, 'removed')
    this.#all.set(name, { mock, options, usedAt: this.#now() })
    this.#announce({ name, what: 'created' })
  }

  /**
   * Removes a sandbox. `default` always exists, so it is reset.
   *
   * @throws RecordNotFoundError If the sandbox does not exist.
   */
  async delete(name: string): Promise<void> {
    checkName(name)
    const mock = this.require(name)
    if (name === DEFAULT_SANDBOX) await mock.reset()
    else this.#remove(name, 'removed')
  }

  all(): SandboxDescription[] {
    this.evict()
    return this.names.map((name) => ({ name }))
  }

  /** Removes the sandboxes that were not used for too long. */
  evict(): void {
    const limit = this.#now() - MS_UNTIL_EVICTED
    const idle = [...this.#all].filter(([, sandbox]) => sandbox !== this.#default && sandbox.usedAt <= limit)
    if (idle.length === 0) return
    for (const [name] of idle) this.#remove(name, 'evicted')
    const names = listNames(idle.map(([name]) => name))
    this.#report(`removed sandboxes without a request for 60 minutes: ${names}`)
  }

  /** Ends the requests that faults hold, before the server stops. */
  endHeldRequests(): void {
    for (const { mock } of this.#all.values()) getInternals(mock).faults.held.endHeld()
  }

  /** Calls a function for each sandbox that is created, removed or evicted. Returns a function that ends the subscription. */
  subscribe(listener: (change: SandboxChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #remove(name: string, what: 'removed' | 'evicted'): void {
    const { mock } = this.#all.get(name)!
    this.#all.delete(name)
    this.#announce({ name, what })
    const { faults, requestLog } = getInternals(mock)
    faults.held.end()
    requestLog.end()
  }

  #announce(change: SandboxChange): void {
    for (const listener of this.#listeners) listener(change)
  }
}
