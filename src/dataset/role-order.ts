import type { Role } from '../contract/resources.js'
import type { Store } from './store.js'

/** The orders that the list of roles can have. */
export type RoleOrder = 'id' | 'name' | 'created'

/** One page of roles in some order. */
export interface RolePage {
  readonly records: readonly Role[]
  /** Whether roles follow. */
  readonly more: boolean
  /** The place of the last one in the order, to go on from; nothing on an empty page. */
  readonly lastKey: string | undefined
}

interface Placed {
  readonly role: Role
  readonly key: string | number
}

/** Roles in an order that the store does not keep: sorted once after each change. Reads the whole world. */
export class SortedRoles {
  readonly #store: Store<Role>
  readonly #keyOf: (role: Role) => string | number
  #sorted: readonly Placed[] | undefined

  constructor(store: Store<Role>, order: Exclude<RoleOrder, 'id'>) {
    this.#store = store
    this.#keyOf = order === 'name' ? ({ name }) => name : ({ id }) => store.creationOf(id)
  }

  page(after: string | undefined, size: number): RolePage {
    const start = after === undefined ? 0 : this.#firstAfter(after)
    const placed = this.#all.slice(start, start + size)
    const last = placed.at(-1)
    return {
      records: placed.map(({ role }) => role),
      more: start + size < this.#all.length,
      lastKey: last && String(last.key),
    }
  }

  get #all(): readonly Placed[] {
    return (this.#sorted ??= Array.from(this.#store.from(), (role) => ({
      role,
      key: this.#keyOf(role),
    })).toSorted((a, b) => (a.key < b.key ? -1 : 1)))
  }

  #firstAfter(text: string): number {
    const key = typeof this.#all[0]?.key === 'number' ? Number(text) : text
    let [low, high] = [0, this.#all.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#all[middle]!.key > key) high = middle
      else low = middle + 1
    }
    return low
  }
}
