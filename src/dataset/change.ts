import { builtId, type FactoryOptions } from './build.js'
import { mapKinds } from './kinds.js'
import { kinds } from '../convention/kinds.js'
import type { KindName, RecordTypes } from '../convention/resources.js'
import type { Store } from './store.js'

export type Stores = { readonly [Name in KindName]: Store<RecordTypes[Name]> }

/** The records of one kind during a change. Reads include its own writes. Others see them after the change is published. */
class Draft<T extends { readonly id: string }> {
  readonly #store: Store<T>
  readonly #changes = new Map<string, T | null>()
  readonly #keys = new Map<string, string>()

  constructor(store: Store<T>) {
    this.#store = store
  }

  get isChanged(): boolean {
    return this.#changes.size > 0
  }

  get(id: string): T | undefined {
    const changed = this.#changes.get(id)
    return changed === undefined ? this.#store.get(id) : (changed ?? undefined)
  }

  getByKey(key: string): T | undefined {
    const id = this.#keys.get(key)
    const own = id === undefined ? undefined : this.#changes.get(id)
    if (own && this.#store.keyOf(own) === key) return own
    const stored = this.#store.getByKey(key)
    return stored && this.#changes.has(stored.id) ? undefined : stored
  }

  put(record: T): void {
    this.#changes.set(record.id, record)
    const key = this.#store.keyOf(record)
    if (key !== undefined) this.#keys.set(key, record.id)
  }

  remove(id: string): void {
    this.#changes.set(id, null)
  }

  /** Returns a synchronous function that makes the change visible to others. */
  async stage(): Promise<() => void> {
    const records = [...this.#changes.values()].filter((record) => record !== null)
    const staged = new Map((await this.#store.stage(records)).map((record) => [record.id, record]))
    // Keeps the order of the writes, because it is the order of creation.
    const changes = new Map(Array.from(this.#changes.keys(), (id) => [id, staged.get(id) ?? null]))
    return () => this.#store.publish(changes)
  }
}

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
