import type { CompiledApi } from '../contract/compile.js'
import type { FactoryOptions, Kind } from '../contract/kind.js'
import { builtId } from './build.js'
import { mapKinds } from './kinds.js'
import { Overlay } from './overlay.js'
import type { Store } from './store.js'

export type Stores = { readonly [kind: string]: Store }

/**
 * A change of records. Reads of its drafts include its own writes. Others see them after the change is published, all at once.
 */
export class Change {
  readonly api: CompiledApi
  readonly seed: number
  /** The time of the mock's clock, if the option `now` is set. */
  readonly date: string | undefined
  readonly #stores: Stores
  readonly #drafts: { readonly [kind: string]: Overlay }
  readonly #nextIndex: () => number

  /** @param nextIndex Never returns the same index twice. */
  constructor(
    api: CompiledApi,
    stores: Stores,
    seed: number,
    date: string | undefined,
    nextIndex: () => number,
  ) {
    this.api = api
    this.seed = seed
    this.date = date
    this.#stores = stores
    this.#drafts = mapKinds(api, (name, kind) => new Overlay(stores[name]!, kind))
    this.#nextIndex = nextIndex
  }

  kind(name: string): Kind {
    return this.api.kinds[name]!
  }

  draft(name: string): Overlay {
    return this.#drafts[name]!
  }

  /** Returns the next options whose ids are free in every kind, because a record may be created with one of another kind. */
  nextOptions(): FactoryOptions {
    for (;;) {
      const options = { seed: this.seed, index: this.#nextIndex() }
      const isTaken = this.api.kindNames.some((name) =>
        this.draft(name).get(builtId(this.kind(name), options)),
      )
      if (!isTaken) return options
    }
  }

  async publish(): Promise<void> {
    const changed = this.api.kindNames.filter((name) => this.draft(name).changes.size > 0)
    const staged = changed.map((name) => this.#stores[name]!.stage(this.draft(name).changes))
    for (const show of await Promise.all(staged)) show()
  }
}
