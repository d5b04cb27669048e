import type { Role, User, Volunteer } from '../contract/schemas.js'
import type { Overlay } from './overlay.js'
import { SortedRoles, type RoleOrder, type RolePage } from './role-order.js'
import { Store } from './store.js'
import type { World } from './world.js'

/** A world and what a test has changed in it. Reads are immediate; changes wait for each other, in order. */
export class Dataset {
  readonly #openWorld: () => World
  #world: World | undefined
  readonly seed: number
  readonly clock: (() => number) | undefined
  users!: Store<User>
  volunteers!: Store<Volunteer>
  roles!: Store<Role>
  /** Counts the changes, so that a reader knows when what it derived is out of date. */
  version = 0
  /** Volunteer records of the users whom a change has touched; `null` for none any more. */
  #volunteerIds!: Map<string, string | null>
  /** The roles in other orders, as they were at a version. */
  readonly #sorted = new Map<RoleOrder, SortedRoles>()
  #sortedVersion = -1
  #overlay: Overlay | undefined
  #changes: Promise<unknown> = Promise.resolve()

  /**
   * @param openWorld Gives the world, with the first read: a mock that is never asked makes nothing.
   * @param clock The time for the dates of records that a test makes. Without it they are drawn from the seed.
   */
  constructor(openWorld: () => World, seed: number, clock?: () => number) {
    this.#openWorld = openWorld
    this.seed = seed
    this.clock = clock
    this.#lookAtTheWorld()
  }

  get world(): World {
    return (this.#world ??= this.#openWorld())
  }

  /** A user's volunteer record. */
  volunteerOfUser(userId: string): Volunteer | undefined {
    const changed = this.#volunteerIds.get(userId)
    if (changed !== undefined) return changed === null ? undefined : this.volunteers.get(changed)
    const position = this.world.volunteerOfUser(userId)
    return position === -1 ? undefined : this.world.volunteers.at(position)
  }

  hasUser(userId: string): boolean {
    return this.users.get(userId) !== undefined
  }

  userOfVolunteer(volunteerId: string): string | undefined {
    return this.volunteers.get(volunteerId)?.user.id
  }

  /** The ids of the first few users who have a volunteer record. */
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

  /** The id of the role of the world that has a name, and has it still. */
  roleOfWorld(name: string): string | undefined {
    const position = this.world.roleOfName(name)
    if (position === -1) return undefined
    const { id } = this.world.roles.at(position)
    return this.roles.get(id)?.name === name ? id : undefined
  }

  get roleCount(): number {
    return this.roles.size
  }

  rolesAfter(order: RoleOrder, key: string | undefined, size: number): RolePage {
    if (order !== 'id') return this.#sortedRoles(order).page(key, size)
    const { records, more } = this.roles.page(key, size)
    return { records, more, lastKey: records.at(-1)?.id }
  }

  putUser(user: User): void {
    this.users.set(user)
    this.version++
  }

  removeUser(id: string): void {
    this.users.delete(id)
    this.version++
  }

  putVolunteer(volunteer: Volunteer): void {
    this.volunteers.set(volunteer)
    this.#volunteerIds.set(volunteer.user.id, volunteer.id)
    this.version++
  }

  removeVolunteer(volunteer: Volunteer): void {
    this.volunteers.delete(volunteer.id)
    this.#volunteerIds.set(volunteer.user.id, null)
    this.version++
  }

  putRole(role: Role): void {
    this.roles.set(role)
    this.version++
  }

  removeRole(id: string): void {
    this.roles.delete(id)
    this.version++
  }

  /** Runs one change after those that were asked for before it. The overlay is loaded with the first. */
  change<Result>(run: (overlay: Overlay) => Promise<Result>): Promise<Result> {
    return this.#enqueue(async () => {
      this.#overlay ??= new (await import('./overlay.js')).Overlay(this)
      return run(this.#overlay)
    })
  }

  /** Remembers the changes so far; the function that it returns goes back to them. */
  savepoint(): () => void {
    const [users, volunteers, roles] = [this.users.copy(), this.volunteers.copy(), this.roles.copy()]
    const volunteerIds = new Map(this.#volunteerIds)
    return () => {
      Object.assign(this, { users, volunteers, roles })
      this.#volunteerIds = volunteerIds
      this.version++
    }
  }

  /** Forgets every change, once those under way are done. */
  reset(): Promise<void> {
    return this.#enqueue(() => {
      this.#overlay = undefined
      this.version++
      this.#lookAtTheWorld()
    })
  }

  #sortedRoles(order: Exclude<RoleOrder, 'id'>): SortedRoles {
    if (this.#sortedVersion !== this.version) this.#sorted.clear()
    this.#sortedVersion = this.version
    const sorted = this.#sorted.get(order) ?? new SortedRoles(this.roles, order)
    this.#sorted.set(order, sorted)
    return sorted
  }

  #lookAtTheWorld(): void {
    this.users = new Store(() => this.world.users)
    this.volunteers = new Store(() => this.world.volunteers)
    this.roles = new Store(() => this.world.roles)
    this.#volunteerIds = new Map()
  }

  #enqueue<Result>(run: () => Result | Promise<Result>): Promise<Result> {
    const result = this.#changes.then(run)
    this.#changes = result.catch(() => undefined)
    return result
  }
}
