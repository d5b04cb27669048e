import { RecordNotFoundError } from '../contract/errors.js'
import type { Role, User, Volunteer } from '../contract/schemas.js'
import type { Dataset } from './dataset.js'
import { matcher, type DeepPartial, type Where } from './matches.js'
import type { Overlay } from './overlay.js'
import type { Store } from './store.js'

/** The records of one kind, for the author of a test. What comes back are copies: changing them changes nothing. */
export interface Records<T> {
  /**
   * Adds one record: what is given, completed by the factory.
   *
   * @throws DataError When it would not be valid. ConflictError when an id or a role's name is taken.
   */
  create(partial?: DeepPartial<T>): Promise<T>
  /** Adds one record for each partial, or `count` records. All of them, or, when one is refused, none. */
  createMany(partials: readonly DeepPartial<T>[]): Promise<T[]>
  createMany(count: number, partial?: (index: number) => DeepPartial<T>): Promise<T[]>
  /** The first record, in the order of ids, that matches. By id it is found at once; by anything else by looking. */
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
  create(overlay: Overlay, partial: DeepPartial<T>): Promise<T>
  update(overlay: Overlay, record: T, changes: DeepPartial<T>): Promise<T>
  remove(overlay: Overlay, record: T): Promise<void>
}

function idIn(where: unknown): string | undefined {
  if (typeof where === 'string') return where
  const id = typeof where === 'object' && where !== null ? (where as { id?: unknown }).id : undefined
  return typeof id === 'string' ? id : undefined
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
    for (const record of candidates(where)) if (matches(record)) yield record
  }

  function theOne(where: Where<T>): T {
    const [record, second] = matching(where)
    if (record && !second) return record
    const what = typeof where === 'function' ? 'the predicate' : JSON.stringify(where)
    throw new RecordNotFoundError(
      record
        ? `more than one ${access.kind} matches ${what}; name one by its id`
        : `no ${access.kind} matches ${what}`,
    )
  }

  function partials(list: number | readonly DeepPartial<T>[], partial?: (index: number) => DeepPartial<T>) {
    if (typeof list !== 'number') return list
    return Array.from({ length: list }, (_, index) => partial?.(index) ?? ({} as DeepPartial<T>))
  }

  return {
    create: (partial) =>
      dataset.change(async (overlay) =>
        structuredClone(await access.create(overlay, partial ?? ({} as DeepPartial<T>))),
      ),
    createMany: (list: number | readonly DeepPartial<T>[], partial?: (index: number) => DeepPartial<T>) =>
      dataset.change((overlay) =>
        overlay.together(async () => {
          const created: T[] = []
          for (const each of partials(list, partial))
            created.push(structuredClone(await access.create(overlay, each)))
          return created
        }),
      ),
    find: (where) => structuredClone(matching(where).next().value as T | undefined),
    findMany: (where) => Array.from(matching(where ?? (() => true)), (record) => structuredClone(record)),
    update: (where, changes) =>
      dataset.change(async (overlay) =>
        structuredClone(await access.update(overlay, theOne(where), changes)),
      ),
    delete: (where) =>
      dataset.change(async (overlay) => {
        const record = theOne(where)
        await access.remove(overlay, record)
        return structuredClone(record)
      }),
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
