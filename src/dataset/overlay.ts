import { Collection } from '@msw/data'
import type * as z from 'zod'
import { ConflictError } from '../contract/errors.js'
import {
  roleSchema,
  userSchema,
  volunteerSchema,
  type Role,
  type User,
  type Volunteer,
} from '../contract/schemas.js'
import type { Dataset } from './dataset.js'
import { builtId, draftLists } from './drafts.js'
import { buildRole, buildUser, buildVolunteer } from './factories.js'
import type { DeepPartial } from './matches.js'
import { isMembers } from '../contract/members.js'
import { identityOf, merged } from './merge.js'
import { parseRecord } from './parse.js'

/** What a change was asked to do, for the messages. */
type Kind = 'volunteer' | 'user' | 'role'

function conflict(kind: Kind, what: string, mend: string): never {
  throw new ConflictError(`cannot write the ${kind}: ${what}; ${mend}`)
}

/**
 * The changes of one test: collections of @msw/data that own the changed records, and the rules that they do not know
 * – unique ids and names, one record a user, one identity a user. The dataset's stores are the index over them.
 */
export class Overlay {
  readonly #dataset: Dataset
  readonly #volunteers = new Collection<z.ZodType<Volunteer>>({ schema: volunteerSchema })
  readonly #users = new Collection<z.ZodType<User>>({ schema: userSchema })
  readonly #roles = new Collection<z.ZodType<Role>>({ schema: roleSchema })
  /** The ids of the changed and new roles by name. */
  #roleNames = new Map<string, string>()
  #made = 0

  constructor(dataset: Dataset) {
    this.#dataset = dataset
  }

  /** Runs several changes as one: when one of them is refused, none has happened. */
  async together<Result>(run: () => Promise<Result>): Promise<Result> {
    const goBack = this.#dataset.savepoint()
    const names = new Map(this.#roleNames)
    try {
      return await run()
    } catch (error) {
      goBack()
      this.#roleNames = names
      throw error
    }
  }

  async createUser(partial: DeepPartial<User> = {}): Promise<User> {
    const user = buildUser(
      partial,
      this.#next((ids) => !this.#dataset.users.get(ids.user)),
    )
    if (this.#dataset.users.get(user.id)) {
      conflict('user', `the id "${user.id}" is taken`, 'update that user, or leave out the id')
    }
    return this.#putUser(user)
  }

  async createVolunteer(partial: DeepPartial<Volunteer> = {}): Promise<Volunteer> {
    const { users, volunteers } = this.#dataset
    const known = typeof partial.user?.id === 'string' ? users.get(partial.user.id) : undefined
    const options = this.#next((ids) => !users.get(ids.user) && !volunteers.get(ids.volunteer))
    const dated = this.#dated(partial, ['createdAt', 'updatedAt'])
    const volunteer = buildVolunteer(
      known ? { ...dated, user: identityOf(known, partial.user) } : dated,
      options,
    )
    const taken = this.#dataset.volunteerOfUser(volunteer.user.id)
    if (taken) {
      const mend = 'update that record, or choose another user.id'
      conflict('volunteer', `the user "${volunteer.user.id}" already has the record "${taken.id}"`, mend)
    }
    if (volunteers.get(volunteer.id)) {
      conflict('volunteer', `the id "${volunteer.id}" is taken`, 'leave it out, or choose another')
    }
    await this.#putUser(volunteer.user)
    return this.#putVolunteer(volunteer)
  }

  async createRole(partial: DeepPartial<Role> = {}): Promise<Role> {
    const { roles } = this.#dataset
    const isFree = (ids: { role: string }) => !roles.get(ids.role)
    let role = buildRole(partial, this.#next(isFree))
    // A name that was drawn, and not asked for, gives way.
    while (partial.name === undefined && this.#ownerOf(role.name))
      role = buildRole(partial, this.#next(isFree))
    if (roles.get(role.id))
      conflict('role', `the id "${role.id}" is taken`, 'leave it out, or choose another')
    this.#checkRoleName(role)
    return this.#putRole(role)
  }

  /** Changes a user, and with it the identity in the user's volunteer record. */
  async updateUser(user: User, changes: DeepPartial<User>): Promise<User> {
    const next = parseRecord('User', merged(user, changes))
    this.#checkId('user', user.id, next.id)
    const volunteer = this.#dataset.volunteerOfUser(user.id)
    if (volunteer) await this.#putVolunteer({ ...volunteer, user: next })
    return this.#putUser(next)
  }

  async updateVolunteer(volunteer: Volunteer, changes: DeepPartial<Volunteer>): Promise<Volunteer> {
    const lists = draftLists(changes, { seed: this.#dataset.seed }, volunteer.user)
    const next = parseRecord(
      'Volunteer',
      merged(volunteer, isMembers(changes) ? { ...this.#dated(changes, ['updatedAt']), ...lists } : changes),
    )
    this.#checkId('volunteer', volunteer.id, next.id)
    this.#checkId('user', volunteer.user.id, next.user.id)
    await this.#putUser(next.user)
    return this.#putVolunteer(next)
  }

  /** With the clock's time in the places where the caller gives none, if the mock has a clock of its own. */
  #dated(partial: DeepPartial<Volunteer>, names: ('createdAt' | 'updatedAt')[]): DeepPartial<Volunteer> {
    const { clock } = this.#dataset
    if (!clock || !isMembers(partial)) return partial
    const given = ['createdAt', 'updatedAt'].some((name) => Object.hasOwn(partial, name))
    if (given) return partial
    const now = new Date(clock()).toISOString()
    return { ...Object.fromEntries(names.map((name) => [name, now])), ...partial }
  }

  async updateRole(role: Role, changes: DeepPartial<Role>): Promise<Role> {
    const next = parseRecord('Role', merged(role, changes))
    this.#checkId('role', role.id, next.id)
    this.#checkRoleName(next)
    return this.#putRole(next)
  }

  /** Removes a user, and the user's volunteer record. */
  async deleteUser(user: User): Promise<void> {
    const volunteer = this.#dataset.volunteerOfUser(user.id)
    if (volunteer) await this.deleteVolunteer(volunteer)
    remove(this.#users, this.#dataset.users.changed(user.id))
    this.#dataset.removeUser(user.id)
  }

  /** Removes a volunteer record. Its user stays. */
  async deleteVolunteer(volunteer: Volunteer): Promise<void> {
    remove(this.#volunteers, this.#dataset.volunteers.changed(volunteer.id))
    this.#dataset.removeVolunteer(volunteer)
  }

  async deleteRole(role: Role): Promise<void> {
    this.#roleNames.delete(role.name)
    remove(this.#roles, this.#dataset.roles.changed(role.id))
    this.#dataset.removeRole(role.id)
  }

  async #putUser(user: User): Promise<User> {
    const stored = await replace(this.#users, this.#dataset.users.changed(user.id), user)
    this.#dataset.putUser(stored)
    return stored
  }

  async #putVolunteer(volunteer: Volunteer): Promise<Volunteer> {
    const stored = await replace(this.#volunteers, this.#dataset.volunteers.changed(volunteer.id), volunteer)
    this.#dataset.putVolunteer(stored)
    return stored
  }

  async #putRole(role: Role): Promise<Role> {
    const before = this.#dataset.roles.get(role.id)
    const stored = await replace(this.#roles, this.#dataset.roles.changed(role.id), role)
    if (before) this.#roleNames.delete(before.name)
    this.#roleNames.set(stored.name, stored.id)
    this.#dataset.putRole(stored)
    return stored
  }

  #checkId(kind: Kind, before: string, after: string): void {
    if (before !== after)
      conflict(kind, `its id is "${before}" and cannot become "${after}"`, 'create another record')
  }

  #ownerOf(name: string): string | undefined {
    return this.#roleNames.get(name) ?? this.#dataset.roleOfWorld(name)
  }

  #checkRoleName({ id, name }: Role): void {
    const owner = this.#ownerOf(name)
    if (owner !== undefined && owner !== id) {
      conflict('role', `the name "${name}" belongs to the role "${owner}"`, 'choose another')
    }
  }

  /** The next index whose ids are free: the same in every run, and never one that was used before. */
  #next(isFree: (ids: { user: string; volunteer: string; role: string }) => boolean): {
    seed: number
    index: number
  } {
    for (;;) {
      const index = this.#made++
      const ids = {
        user: builtId('user', index),
        volunteer: builtId('volunteer', index),
        role: builtId('role', index),
      }
      if (isFree(ids)) return { seed: this.#dataset.seed, index }
    }
  }
}

/** Puts a record in the place of the one before it, or adds it. */
async function replace<T extends { id: string }>(
  collection: Collection<z.ZodType<T>>,
  before: T | undefined,
  record: T,
): Promise<T> {
  remove(collection, before)
  return collection.create(record)
}

/** Removes a record that a collection holds: by the record, for by a query it would look through them all. */
function remove<T extends { id: string }>(collection: Collection<z.ZodType<T>>, record: T | undefined): void {
  if (record) collection.delete(record as never)
}
