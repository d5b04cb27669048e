import type { ListName, ListOrder } from '../contract/assumptions.js'
import type { Role, User, Volunteer } from '../contract/resources.js'
import { Draft } from './change.js'
import { roleKind } from './kinds/role.js'
import { userKind } from './kinds/user.js'
import { volunteerKind } from './kinds/volunteer.js'
import type { Change, KindName, RecordTypes } from './kinds/kind.js'
import { SortedRecords, type ListPage } from './sorted-records.js'
import { Store } from './store.js'
import type { World } from './world.js'

type Stores = { readonly [Name in KindName]: Store<RecordTypes[Name]> }

function openStores(openWorld: () => World): Stores {
  return {
    users: new Store(() => openWorld().users, userKind),
    volunteers: new Store(() => openWorld().volunteers, volunteerKind),
    roles: new Store(() => openWorld().roles, roleKind),
  }
}

/** A world and what a test has changed in it. Reads are immediate. Changes wait for each other, in order. */
export class Dataset {
  readonly #openWorld: () => World
  readonly seed: number
  readonly now: (() => number) | undefined
  #stores: Stores
  /** Changes with every change of a record, so that readers know when derived values are out of date. */
  version = 0
  /** Lists in other orders, as they were at a version. */
  readonly #sorted = new Map<string, SortedRecords<RecordTypes[ListName]>>()
  #sortedVersion = -1
  /** Counts the records that tests have created, for their ids and contents. */
  #built = 0
  #queue: Promise<unknown> = Promise.resolve()
  #queued = 0

  /**
   * @param openWorld Opens the world. Called with the first read.
   * @param now The time in milliseconds since 1970, for the dates of records that a test creates. Without it they are
   *   drawn from the seed.
   */
  constructor(openWorld: () => World, seed: number, now?: () => number) {
    let world: World | undefined
    this.#openWorld = () => (world ??= openWorld())
    this.seed = seed
    this.now = now
    this.#stores = openStores(this.#openWorld)
  }

  get users(): Store<User> {
    return this.#stores.users
  }

  get volunteers(): Store<Volunteer> {
    return this.#stores.volunteers
  }

  get roles(): Store<Role> {
    return this.#stores.roles
  }

  store<Name extends KindName>(name: Name): Stores[Name] {
    return this.#stores[name]
  }

  volunteerOfUser(userId: string): Volunteer | undefined {
    return this.volunteers.getByKey(userId)
  }

  hasUser(userId: string): boolean {
    return this.users.get(userId) !== undefined
  }

  userOfVolunteer(volunteerId: string): string | undefined {
    return this.volunteers.get(volunteerId)?.user.id
  }

  /** The ids of the first users who have a volunteer record. */
  someUserIds(count = 3): string[] {
    return this.volunteers.page(undefined, count).records.map(({ user }) => user.id)
  }

  /** Ids of users to try: the first who have a volunteer record, then users without one. */
  userIdsToShow(count: number): string[] {
    const withRecord = this.someUserIds(count)
    const others: string[] = []
    for (const { id } of this.users.from()) {
      if (withRecord.length + others.length >= count) break
      if (!this.volunteerOfUser(id)) others.push(id)
    }
    return [...withRecord, ...others]
  }

  listAfter(
    list: ListName,
    order: ListOrder,
    key: string | undefined,
    size: number,
  ): ListPage<RecordTypes[ListName]> {
    if (order !== 'id') return this.#sortedBy(list, order).page(key, size)
    const { records, more } = this.#stores[list].page(key, size)
    return { records, more, lastKey: records.at(-1)?.id }
  }

  /** Resolves when the changes that are under way now are done. `undefined` if there are none. */
  get settled(): Promise<void> | undefined {
    return this.#queued === 0 ? undefined : this.#queue.then(() => undefined)
  }

  /** Runs a change after all that were asked for before. Its writes become visible together, or, if it throws, not at all. */
  change<Result>(run: (change: Change) => Result): Promise<Result> {
    return this.#enqueue(async () => {
      const drafts = {
        users: new Draft(this.users, userKind.keyOf),
        volunteers: new Draft(this.volunteers, volunteerKind.keyOf),
        roles: new Draft(this.roles, roleKind.keyOf),
      }
      const { seed, now } = this
      const result = run({ drafts, seed, now, next: (isFree) => this.#nextFree(isFree) })
      const publish = [
        await drafts.users.stage(),
        await drafts.volunteers.stage(),
        await drafts.roles.stage(),
      ]
      for (const each of publish) each()
      this.version++
      return result
    })
  }

  /** Drops all changes. */
  reset(): Promise<void> {
    return this.#enqueue(() => {
      this.#stores = openStores(this.#openWorld)
      this.#built = 0
      this.version++
    })
  }

  #nextFree(isFree: (options: { seed: number; index: number }) => boolean): { seed: number; index: number } {
    for (;;) {
      const options = { seed: this.seed, index: this.#built++ }
      if (isFree(options)) return options
    }
  }

  #sortedBy(list: ListName, order: Exclude<ListOrder, 'id'>): SortedRecords<RecordTypes[ListName]> {
    if (this.#sortedVersion !== this.version) this.#sorted.clear()
    this.#sortedVersion = this.version
    const name = `${list} by ${order}`
    const sorted = this.#sorted.get(name) ?? new SortedRecords(this.#stores[list], order)
    this.#sorted.set(name, sorted)
    return sorted
  }

  #enqueue<Result>(run: () => Result | Promise<Result>): Promise<Result> {
    this.#queued++
    const result = this.#queue.then(run).finally(() => this.#queued--)
    this.#queue = result.catch(() => undefined)
    return result
  }
}
