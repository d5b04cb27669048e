import { builtId, type FactoryOptions } from './build.js'
import { kindNames, mapKinds } from './kinds.js'
import { kinds } from '../convention/kinds.js'
import type { KindName, RecordTypes } from '../convention/resources.js'
import { Overlay } from './overlay.js'
import type { Store } from './store.js'

export type Stores = { readonly [Name in KindName]: Store<RecordTypes[Name]> }

/**
 * A change of records. Reads of its drafts include its own writes. Others see them after the change is published, all at once.
 */
export class Change {
  readonly seed: number
  /** The time of the mock's clock, if the option `now` is set. */
  readonly date: string | undefined
  readonly #stores: Stores
  readonly #drafts: { readonly [Name in KindName]: Overlay<RecordTypes[Name]> }
  readonly #nextIndex: () => number

  /** @param nextIndex Never returns the same index twice. */
  constructor(stores: Stores, seed: number, date: string | undefined, nextIndex: () => number) {
    this.seed = seed
    this.date = date
    this.#stores = stores
    this.#drafts = mapKinds((name, kind) => new Overlay(stores[name], kind)) as never
    this.#nextIndex = nextIndex
  }

  draft<Name extends KindName>(name: Name): Overlay<RecordTypes[Name]> {
    return this.#drafts[name]
  }

  /** Returns the next options whose ids are free in every kind, because a record may be created with one of another kind. */
  nextOptions(): FactoryOptions {
    for (;;) {
      const options = { seed: this.seed, index: this.#nextIndex() }
      if (!kindNames.some((name) => this.#drafts[name].get(builtId(kinds[name], options)))) return options
    }
  }

  async publish(): Promise<void> {
    const changed = kindNames.filter((name) => this.#drafts[name].changes.size > 0)
    const staged = changed.map((name) => this.#stores[name].stage(this.#drafts[name].changes as never))
    for (const show of await Promise.all(staged)) show()
  }
}
