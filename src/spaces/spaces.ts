import { isDeepStrictEqual } from 'node:util'
import { checkOptions, optionsSchema } from '../common/check-options.js'
import { ConflictError, InvalidOptionError, RecordNotFoundError } from '../common/errors.js'
import { listNames } from '../common/text.js'
import { viewOf } from '../mock/adapter-view.js'
import { createMockCore } from '../mock/create-mock-core.js'
import type { MockCore } from '../mock/mock-core.js'
import { generatingOptions, mockOptionSchemas, type MockOptions } from '../mock/options.js'
import { decodeAbsent } from '../common/undefined-marker.js'
import { DEFAULT_SPACE, type SpaceDescription, type SpaceOptions } from './space.js'

const MAX_SPACES = 1000

const MS_UNTIL_EVICTED = 60 * 60 * 1000

const { baseUrl: _baseUrl, handlers: _handlers, onRequest: _onRequest, ...schemas } = mockOptionSchemas

export const spaceOptionSchemas = schemas

export const optionsOfSpaces = optionsSchema<SpaceOptions>(schemas)

/** Options whose members are merged with those of the server. Every other option replaces the one of the server. */
const merged = ['assumptions', 'tokens', 'clients'] as const

/** The options that select the records. Any of them replaces all of those of the server, because some exclude each other. */
const selecting = [...generatingOptions, 'data'] as const

export interface SpaceChange {
  readonly name: string
  readonly what: 'created' | 'removed' | 'evicted'
}

interface Space {
  mock: MockCore
  readonly options: SpaceOptions
  usedAt: number
}

function isGiven<Name extends string>(options: { readonly [Key in Name]?: unknown }, name: Name): boolean {
  return options[name] !== undefined
}

/** Adds the options of a space to those of the server. */
export function combine(base: MockOptions, own: SpaceOptions): MockOptions {
  const selects = selecting.some((name) => isGiven(own, name))
  const kept = Object.entries(base).filter(([name]) => !(selects && selecting.includes(name as never)))
  const both = merged
    .filter((name) => isGiven(base, name) && isGiven(own, name))
    .map((name) => [name, { ...base[name], ...own[name] }])
  return { ...Object.fromEntries(kept), ...own, ...Object.fromEntries(both) }
}

function checkName(name: string): void {
  if (/^[a-z0-9-]{1,40}$/.test(name)) return
  throw new InvalidOptionError(
    'the name of a space must have 1 to 40 characters: lower-case letters, digits and "-"',
  )
}

/** Ends everything that waits for requests to a mock. */
function end(mock: MockCore, name: string, how: string): void {
  const reason = `the space "${name}" was ${how} during the wait for a request`
  viewOf(mock).events.emit({ type: 'end', reason })
}

/** The spaces of a server. A space is another mock over the options of the server. */
export class Spaces {
  #base: MockOptions
  readonly #now: () => number
  readonly #report: (text: string) => void
  readonly #default: Space
  readonly #all = new Map<string, Space>()
  readonly #listeners = new Set<(change: SpaceChange) => void>()

  constructor(options: {
    /** The options of the server, which are the defaults of every space. */
    readonly base: MockOptions
    /** The mock of the space `default`. */
    readonly mock: MockCore
    /** For tests. */
    readonly now?: () => number
    /** Tells the developer that spaces were evicted. */
    readonly report: (text: string) => void
  }) {
    this.#base = options.base
    this.#now = options.now ?? (() => performance.now())
    this.#report = options.report
    this.#default = { mock: options.mock, options: {}, usedAt: this.#now() }
    this.#all.set(DEFAULT_SPACE, this.#default)
  }

  /** The names of all spaces, `default` first, then in the order of creation. */
  get names(): readonly string[] {
    return [...this.#all.keys()]
  }

  /** The mock of the space `default`. */
  get default(): MockCore {
    return this.#default.mock
  }

  /** Returns the mock of a space, which counts as a use, or `undefined`. */
  get(name: string): MockCore | undefined {
    const space = this.#all.get(name)
    if (!space) return undefined
    space.usedAt = this.#now()
    return space.mock
  }

  /** Like `get`. @throws RecordNotFoundError If the space does not exist. */
  require(name: string): MockCore {
    const mock = this.get(name)
    if (mock) return mock
    throw new RecordNotFoundError(
      `there is no space "${name.slice(0, 40)}"; the spaces are: ${listNames(this.names)}; ` +
        `create one with PUT /__conmock/v1/spaces/NAME`,
    )
  }

  /**
   * Creates a space. An existing space with the same options does not change. One with other options is replaced.
   *
   * @throws InvalidOptionError For an invalid name or option.
   * @throws DataError For invalid data.
   * @throws ConflictError If there are too many spaces, or the options of `default` would change.
   */
  create(name: string, options: SpaceOptions = {}): 'created' | 'unchanged' | 'replaced' {
    checkName(name)
    checkOptions(optionsOfSpaces, options)
    this.evict()
    const before = this.#all.get(name)
    if (before && isDeepStrictEqual(before.options, options)) {
      before.usedAt = this.#now()
      return 'unchanged'
    }
    if (before === this.#default) {
      throw new ConflictError(
        'the space default has the options of the server, which cannot change; create another space',
      )
    }
    if (!before && this.#all.size >= MAX_SPACES) {
      throw new ConflictError(
        `there are already ${MAX_SPACES} spaces; remove some with DELETE /__conmock/v1/spaces/NAME`,
      )
    }
    const mock = createMockCore(combine(this.#base, decodeAbsent(options) as SpaceOptions), {
      space: name,
      previous: before?.mock,
    })
    if (before) this.#remove(name, 'removed', 'replaced')
    this.#all.set(name, { mock, options, usedAt: this.#now() })
    this.#announce({ name, what: 'created' })
    return before ? 'replaced' : 'created'
  }

  /**
   * Removes a space. `default` always exists, so it is reset.
   *
   * @throws RecordNotFoundError If the space does not exist.
   */
  async delete(name: string): Promise<void> {
    const mock = this.require(name)
    if (name === DEFAULT_SPACE) await mock.reset()
    else this.#remove(name, 'removed')
  }

  list(): SpaceDescription[] {
    this.evict()
    const now = this.#now()
    return Array.from(this.#all, ([name, { usedAt }]) => ({
      name,
      idleSeconds: Math.floor((now - usedAt) / 1000),
    }))
  }

  /** Returns the options with which a space was created. @throws RecordNotFoundError If the space does not exist. */
  optionsOf(name: string): SpaceOptions {
    this.require(name)
    return this.#all.get(name)!.options
  }

  /** Removes the spaces that were not used for too long. The server calls this from time to time. */
  evict(): void {
    const limit = this.#now() - MS_UNTIL_EVICTED
    const idle = [...this.#all].filter(([, space]) => space !== this.#default && space.usedAt <= limit)
    if (idle.length === 0) return
    for (const [name] of idle) this.#remove(name, 'evicted')
    const names = listNames(idle.map(([name]) => name))
    this.#report(`removed spaces without a request for 60 minutes: ${names}`)
  }

  /**
   * Starts all spaces again, with other options of the server.
   *
   * @throws InvalidOptionError and DataError Like `createMock`. Then nothing changes.
   */
  restart(base: MockOptions): void {
    const next = Array.from(this.#all, ([name, space]) => {
      const options = combine(base, decodeAbsent(space.options) as SpaceOptions)
      return { name, space, mock: createMockCore(options, { space: name, previous: space.mock }) }
    })
    this.#base = base
    for (const { name, space, mock } of next) {
      const previous = space.mock
      space.mock = mock
      // For listeners, this is another mock.
      this.#announce({ name, what: 'created' })
      end(previous, name, 'replaced')
    }
  }

  /** Calls a function for each space that is created, removed or evicted. Returns a function that ends the subscription. */
  subscribe(listener: (change: SpaceChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #remove(name: string, what: 'removed' | 'evicted', how: string = what): void {
    const { mock } = this.#all.get(name)!
    this.#all.delete(name)
    this.#announce({ name, what })
    end(mock, name, how)
  }

  #announce(change: SpaceChange): void {
    for (const listener of this.#listeners) listener(change)
  }
}
