import { withCallSite } from '../common/errors.js'
import { memoizeOnce } from '../common/memoize.js'
import type { CompiledApi } from '../contract/compile.js'
import type { Sources } from '../contract/kind.js'
import type { RecordChange, Refusal, Success } from '../contract/operation.js'
import { Change, type Stores } from './change.js'
import { mapKinds } from './kinds.js'
import { openSource } from './source.js'
import { Store } from './store.js'

function openStores(api: CompiledApi, openInitialData: () => Sources): Stores {
  return mapKinds(api, (name, kind) => new Store(() => openInitialData()[name]!, kind))
}

/** The records of a mock: the initial data and the changes of a test. Reads are synchronous. Changes run one after another. */
export class Dataset {
  readonly api: CompiledApi
  readonly #openInitialData: () => Sources
  readonly seed: number
  /**
   * The time in milliseconds since 1970, for the dates of records that a test writes. If it is `undefined`, the seed decides
   * these dates.
   */
  now: (() => number) | undefined
  /** What readers see. */
  stores: Stores
  onChange: (() => void) | undefined
  /** Increases with every change, so that readers know when derived values are out of date. */
  version = 0
  /** Number of records that tests have created. It decides the id and content of the next one. */
  #built = 0
  /** Resolves when all pending changes are done. `undefined` if no change is pending. */
  settled: Promise<void> | undefined

  /** @param openInitialData Called at the first read. */
  constructor(api: CompiledApi, openInitialData: () => Sources, seed: number) {
    this.api = api
    this.#openInitialData = memoizeOnce(openInitialData)
    this.seed = seed
    this.stores = openStores(api, this.#openInitialData)
  }

  /**
   * Runs a change after all earlier ones. Its writes become visible together. If it throws, nothing changes.
   *
   * @param isKept Whether the result keeps the writes. By default, every result does.
   */
  change<Result>(run: (change: Change) => Result, isKept?: (result: Result) => boolean): Promise<Result> {
    const call = new Error()
    const changed = this.#enqueue(async () => {
      const change = this.#openChange()
      const result = run(change)
      if (isKept?.(result) === false) return result
      await change.publish()
      this.#announceChange()
      return result
    })
    return changed.catch((error: unknown) => {
      throw withCallSite(call, error)
    })
  }

  /** Runs an operation that changes records, after all earlier changes. If it refuses or throws, nothing changes. */
  changeOrRefuse(run: (records: RecordChange) => Success | Refusal): Promise<Success | Refusal> {
    return this.change(run, (result) => !('detail' in result))
  }

  #openChange(): Change {
    const { api, stores, seed, now } = this
    const date = now && new Date(now()).toISOString()
    return new Change({ api, stores, seed, date, nextIndex: () => this.#built++ })
  }

  /** Deletes all records of some kinds. @param prepare Changes what refers to them. If it throws, nothing changes. */
  clear(names: readonly string[], prepare: (change: Change) => void): Promise<void> {
    return this.#enqueue(async () => {
      const change = this.#openChange()
      prepare(change)
      await change.publish()
      const empty = names.map((name) => {
        const kind = this.api.kinds[name]!
        return [name, new Store(() => openSource(kind, []), kind)] as const
      })
      this.stores = { ...this.stores, ...Object.fromEntries(empty) }
      this.#announceChange()
    })
  }

  reset(): Promise<void> {
    return this.#enqueue(() => this.#show(this.#openInitialData))
  }

  replace(initial: Sources): Promise<void> {
    return this.#enqueue(() => this.#show(() => initial))
  }

  #show(openInitialData: () => Sources): void {
    this.stores = openStores(this.api, openInitialData)
    this.#built = 0
    this.#announceChange()
  }

  #announceChange(): void {
    this.version++
    this.onChange?.()
  }

  #enqueue<Result>(run: () => Result | Promise<Result>): Promise<Result> {
    const result = (this.settled ?? Promise.resolve()).then(run)
    const end = () => {
      if (this.settled === settled) this.settled = undefined
    }
    const settled = result.then(end, end)
    this.settled = settled
    return result
  }
}
