import { RecordNotFoundError } from '../contract/errors.js'
import { deepFreeze } from '../contract/freeze.js'
import type { Role, User, Volunteer } from '../contract/schemas.js'
import { shown } from '../contract/settings.js'
import { copyOf } from './copy.js'
import type { Dataset } from './dataset.js'
import { matcher, type DeepPartial, type Where } from './matches.js'
import type { Overlay } from './overlay.js'
import { checkedPartials, checkedWhere, idIn } from './record-input.js'
import type { Store } from './store.js'

/** The records of one kind, for the author of a test. What comes back are copies: changing them changes nothing. */
export interface Records<T> {
  /**
   * Adds one record: what is given, completed by the factory, optional fields too. `undefined` leaves one out:
   * `{ user: { preferredName: undefined } }`.
   *
   * @throws DataError When it would not be valid. ConflictError when an id or a role's name is taken.
   */
  create(partial?: DeepPartial<T>): Promise<T>
  /** Adds one record for each partial, or `count` records. All of them, or, when one is refused, none. */
  createMany(partials: readonly DeepPartial<T>[]): Promise<T[]>
  createMany(count: number, partial?: (index: number) => DeepPartial<T>): Promise<T[]>
  /**
   * The first record, in the order of ids, that matches. A text is the record's own id. By id, and a volunteer record by
   * the id of its user, it is found at once; by anything else by looking at one after the other.
   */
  find(where: Where<T>): T | undefined
  /** Every record that matches – all when nothing is given – in the order of ids. Makes the whole world. */
  findMany(where?: Where<T>): T[]
  /**
   * Changes the one record that matches. Objects are merged, lists replaced, `undefined` removes an optional field.
   *
   * @throws RecordNotFoundError When none or several match. DataError and ConflictError as `create`.
   */
  update(where: Where<T>, changes: DeepPartial<T>): Promise<T>
  /**
   * Removes the one record that matches, and gives it back. With a user goes its volunteer record; with a volunteer
   * record does not go its user.
   *
   * @throws RecordNotFoundError When none or several match.
   */
  delete(where: Where<T>): Promise<T>
}

/** What the kinds of records differ in. */
interface Access<T extends { readonly id: string }> {
  readonly kind: string
  store(): Store<T>
  /** The only record that `where` can mean, where something but its id tells; `undefined` when nothing does. */
  readonly direct?: (where: Where<T>) => { readonly record: T | undefined } | undefined
  /** What the caller may have meant, where no record matches; begins with a semicolon. */
  readonly hint?: (where: Where<T>) => string
  create(overlay: Overlay, partial: DeepPartial<T>): Promise<T>
  update(overlay: Overlay, record: T, changes: DeepPartial<T>): Promise<T>
  remove(overlay: Overlay, record: T): Promise<void>
}

function same<T>(record: T): T {
  return record
}

function createRecords<T extends { readonly id: string }>(dataset: Dataset, access: Access<T>): Records<T> {
  /** Where the records that match must be looked for: all, or the only one that can be meant. */
  function candidates(where: Where<T>): Iterable<T> {
    const id = idIn(where)
    const direct = id === undefined ? access.direct?.(where) : { record: access.store().get(id) }
    if (!direct) return access.store().from()
    return direct.record ? [direct.record] : []
  }

  function* matching(where: Where<T>): Generator<T> {
    const matches = matcher(where)
    const seen = typeof where === 'function' ? deepFreeze : same
    for (const record of candidates(where)) if (matches(seen(record))) yield record
  }

  function theOne(where: Where<T>): T {
    const [record, second] = matching(where)
    if (record && !second) return record
    const what =
      typeof where === 'function' ? 'the predicate' : typeof where === 'string' ? `"${where}"` : shown(where)
    throw new RecordNotFoundError(
      record
        ? `more than one ${access.kind} matches ${what}; name one by its id`
        : `no ${access.kind} matches ${what}${access.hint?.(where) ?? ''}`,
    )
  }

  function change<Result>(run: (overlay: Overlay) => Promise<Result>): Promise<Result> {
    return dataset.change(async (overlay) => structuredClone(await run(overlay)))
  }

  // What the caller gave is copied at once: the change may have to wait for others.
  return {
    async create(given) {
      const partial = copyOf(given ?? ({} as DeepPartial<T>))
      return change((overlay) => access.create(overlay, partial))
    },
    async createMany(list: number | readonly DeepPartial<T>[], partial?: (index: number) => DeepPartial<T>) {
      const partials = checkedPartials(list, partial)
      return change((overlay) =>
        overlay.together(async () => {
          const created: T[] = []
          for (const each of partials) created.push(await access.create(overlay, each))
          return created
        }),
      )
    },
    find: (where) => structuredClone(matching(checkedWhere(where)).next().value as T | undefined),
    findMany: (where = () => true) =>
      Array.from(matching(checkedWhere(where)), (record) => structuredClone(record)),
    async update(where, given) {
      const [named, changes] = [checkedWhere(where), copyOf(given)]
      return change((overlay) => access.update(overlay, theOne(named), changes))
    },
    async delete(where) {
      const named = checkedWhere(where)
      return change(async (overlay) => {
        const record = theOne(named)
        await access.remove(overlay, record)
        return record
      })
    },
  }
}

/** The users of a dataset, with and without a volunteer record. */
export function userRecords(dataset: Dataset): Records<User> {
  return createRecords<User>(dataset, {
    kind: 'user',
    store: () => dataset.users,
    create: (overlay, partial) => overlay.createUser(partial),
    update: (overlay, record, changes) => overlay.updateUser(record, changes),
    remove: (overlay, record) => overlay.deleteUser(record),
  })
}

/** The volunteer records of a dataset. */
export function volunteerRecords(dataset: Dataset): Records<Volunteer> {
  return createRecords<Volunteer>(dataset, {
    kind: 'volunteer',
    store: () => dataset.volunteers,
    direct(where) {
      const userId = typeof where === 'object' ? idIn(where.user) : undefined
      return userId === undefined ? undefined : { record: dataset.volunteerOfUser(userId) }
    },
    hint(where) {
      const own = typeof where === 'string' ? dataset.volunteerOfUser(where) : undefined
      return own ? `; the user "${own.user.id}" has the record "${own.id}": name it by { user: { id } }` : ''
    },
    create: (overlay, partial) => overlay.createVolunteer(partial),
    update: (overlay, record, changes) => overlay.updateVolunteer(record, changes),
    remove: (overlay, record) => overlay.deleteVolunteer(record),
  })
}

/** The roles of a dataset. */
export function roleRecords(dataset: Dataset): Records<Role> {
  return createRecords<Role>(dataset, {
    kind: 'role',
    store: () => dataset.roles,
    create: (overlay, partial) => overlay.createRole(partial),
    update: (overlay, record, changes) => overlay.updateRole(record, changes),
    remove: (overlay, record) => overlay.deleteRole(record),
  })
}
