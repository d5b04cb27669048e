import { builtId, type FactoryOptions } from './build.js'
import { Draft } from './draft.js'
import { mapKinds } from './kinds.js'
import { kinds } from '../convention/kinds.js'
import type { KindName, RecordTypes } from '../convention/resources.js'
import type { Store } from './store.js'

export type Stores = { readonly [Name in KindName]: Store<RecordTypes[Name]> }

/** A change of records: a draft of each kind, which are published together. */
export class Change {
  readonly seed: number
  /** The time of the mock's clock, if the option `now` is set. */
  readonly date: string | undefined
  readonly #drafts: { readonly [Name in KindName]: Draft<RecordTypes[Name]> }
  readonly #nextIndex: () => number

  /** @param nextIndex Never returns the same index twice. */
  constructor(stores: Stores, seed: number, date: string | undefined, nextIndex: () => number) {
    this.seed = seed
    this.date = date
    this.#drafts = mapKinds((name) => new Draft(stores[name])) as never
    this.#nextIndex = nextIndex
  }

  draft<Name extends KindName>(name: Name): Draft<RecordTypes[Name]> {
    return this.#drafts[name]
  }

  /** Returns the next options whose ids are free in every kind, because a record may be created with one of another kind. */
  nextOptions(): FactoryOptions {
    for (;;) {
      const options = { seed: this.seed, index: this.#nextIndex() }
      const drafts = Object.entries(this.#drafts) as [KindName, Draft<{ readonly id: string }>][]
      if (!drafts.some(([name, draft]) => draft.get(builtId(kinds[name], options)))) return options
    }
  }

  async publish(): Promise<void> {
    const changed = Object.values(this.#drafts).filter(({ isChanged }) => isChanged)
    const publish = await Promise.all(changed.map((draft) => draft.stage()))
    for (const each of publish) each()
  }
}
