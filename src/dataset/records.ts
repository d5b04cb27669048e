import { InvalidOptionError, RecordNotFoundError } from '../common/errors.js'
import { memberAt } from '../common/json-path.js'
import { preview } from '../common/text.js'
import type { Change } from './change.js'
import type { Dataset } from './dataset.js'
import { listContainers, listReferrers, uniqueKey } from './kinds.js'
import type { AnyRecord } from '../contract/kind.js'
import { checkWhere, copy, createTest, type DeepPartial, type Where } from './where.js'
import { readPage, type PageOptions, type RecordPage } from './page.js'

/**
 * The records of one kind. All methods return copies, so changing a result has no effect on the mock. If a method throws, no
 * record changes.
 */
export interface Records<T> {
  /**
   * Creates a record. Missing fields are generated, even optional ones. To leave one out, set it to `undefined`:
   * `{ user: { preferredName: undefined } }`.
   *
   * @throws DataError If a given value is invalid.
   * @throws ConflictError If the id or role name is taken, or the user already has a volunteer record.
   * @example
   * const { user } = await mock.volunteers.create({ user: { firstName: 'Ada' } })
   */
  create(partial?: DeepPartial<T>): Promise<T>
  /**
   * Creates one record for each partial record, or a number of generated ones.
   *
   * @throws DataError and ConflictError Like `create`.
   */
  createMany(partials: readonly DeepPartial<T>[] | number): Promise<T[]>
  /**
   * Returns the first matching record in the order of ids, or `undefined`.
   *
   * @throws InvalidOptionError If a condition has an unknown field, or a value that the field never has.
   * @throws RecordNotFoundError If a user id is given in place of the id of the user's volunteer record, or a role name in
   *   place of an id.
   */
  find(where: Where<T>): T | undefined
  /** Returns all matching records in the order of ids. Without a condition, returns all records. */
  findMany(where?: Where<T>): T[]
  /**
   * Returns the next records in the order of ids, for lists that a person looks at.
   *
   * @throws InvalidOptionError For an unknown or invalid option.
   * @example
   * const { records, next } = mock.roles.page({ search: 'hr', limit: 20 })
   */
  page(options?: PageOptions): RecordPage<T>
  /** Counts the matching records. Without a condition, counts all records. */
  count(where?: Where<T>): number
  /**
   * Changes exactly one record. Objects are merged. Lists, maps and objects whose fields the schema does not describe are
   * replaced. `undefined` removes an optional field.
   *
   * @throws RecordNotFoundError If no record or several records match.
   * @throws DataError and ConflictError Like `create`.
   */
  update(where: Where<T>, changes: DeepPartial<T>): Promise<T>
  /**
   * Changes all matching records in the same way.
   *
   * @throws DataError and ConflictError Like `create`.
   */
  updateMany(where: Where<T>, changes: DeepPartial<T>): Promise<T[]>
  /**
   * Deletes exactly one record, and returns it. Deleting a user also deletes the volunteer record of the user. Deleting a
   * volunteer record keeps the user.
   *
   * @throws RecordNotFoundError If no record or several records match.
   */
  delete(where: Where<T>): Promise<T>
  /** Deletes all matching records, and returns them. */
  deleteMany(where: Where<T>): Promise<T[]>
  /** Deletes all records. For users, this also deletes all volunteer records. */
  clear(): Promise<void>
}

/** The records of a mock. @typeParam Types The type of record of each kind. */
export type RecordsByKind<Types> = { readonly [Name in keyof Types]: Records<Types[Name]> }

/** What a condition must be, for messages. */
const WHERE = 'an id, an object with members of the record, or a function'

const MAX_CREATED = 1_000_000

function checkPartials<T>(partials: readonly DeepPartial<T>[] | number): readonly DeepPartial<T>[] {
  if (Array.isArray(partials)) return partials as readonly DeepPartial<T>[]
  const count = Number.isInteger(partials) ? Number(partials) : -1
  if (count >= 0 && count <= MAX_CREATED) return Array.from({ length: count }, () => ({}) as DeepPartial<T>)
  throw new InvalidOptionError(
    `createMany takes a list of partial records, or a number from 0 to ${MAX_CREATED}`,
  )
}

function idIn<T>(where: Where<T>): string | undefined {
  const id = typeof where === 'string' ? where : memberAt(where, ['id'])
  return typeof id === 'string' ? id : undefined
}

function onlyRecord<T>([record, second]: Iterable<T>, noun: string, where: Where<T>): T {
  if (record && !second) return record
  const what =
    typeof where === 'function'
      ? 'the predicate'
      : typeof where === 'string'
        ? `"${preview(where)}"`
        : preview(where)
  throw new RecordNotFoundError(
    record ? `more than one ${noun} matches ${what}; select one by its id` : `no ${noun} matches ${what}`,
  )
}

/**
 * Opens the records of one kind.
 *
 * @param isForUser Whether arguments and results are copied, because users may change them. Otherwise the results are the stored
 *   records, which never change.
 */
export function openRecords(dataset: Dataset, name: string, isForUser: boolean): Records<AnyRecord> {
  type T = AnyRecord
  const kind = dataset.api.kinds[name]!

  function store() {
    return dataset.stores[name]!
  }

  /** @throws RecordNotFoundError If the condition is the other key of a record, for example the user id of a volunteer. */
  function checkIsId(where: string): void {
    const [, key] = kind.keys
    const record = store().getByKey(where)
    if (!key || !record) return
    const condition = key.path.reduceRight(
      (inner, member) => `{ ${member}: ${inner} }`,
      `'${preview(where)}'`,
    )
    throw new RecordNotFoundError(
      `no ${kind.one} matches "${preview(where)}"; ${key.name} "${preview(where)}" belongs to the ${kind.one} "${preview(record.id)}": select it by ${condition}`,
    )
  }

  /** Returns the records to test: at most one if the condition has an id or a unique key, otherwise all. */
  function* matching(where: Where<T>): Generator<T> {
    const test = createTest(where)
    const id = idIn<T>(where)
    const key = uniqueKey(kind, where)
    if (id === undefined && key === undefined) {
      for (const record of store().from()) if (test(record)) yield record
      return
    }
    const only = id === undefined ? store().getByKey(key!) : store().get(id)
    if (only && test(only)) yield only
    if (!only && typeof where === 'string') checkIsId(where)
  }

  function checked(where: Where<T>): Where<T> {
    return typeof where === 'string' ? where : checkWhere(where, kind.schema, WHERE)
  }

  function findAll(where: Where<T>): T[] {
    return [...matching(where)]
  }

  function findExactlyOne(where: Where<T>): [T] {
    return [onlyRecord(matching(where), kind.one, where)]
  }

  function show(record: T): T {
    return isForUser ? structuredClone(record) : record
  }

  /** Takes a value from the caller, who may change it while the change waits. */
  function take<Value>(value: Value): Value {
    return isForUser ? copy(value) : value
  }

  async function change(run: (change: Change) => T[]): Promise<T[]> {
    return (await dataset.change(run)).map(show)
  }

  async function updateAll(find: typeof findAll, where: Where<T>, given: DeepPartial<T>): Promise<T[]> {
    const [condition, changes] = [checked(where), take(given)]
    return change((under) => find(condition).map(({ id }) => under.update(name, id, changes)))
  }

  async function deleteAll(find: typeof findAll, where: Where<T>): Promise<T[]> {
    const condition = checked(where)
    // With one record, others that refer to it are deleted.
    const remove = (under: Change, record: T) =>
      under.rows(name).has(record.id) ? under.delete(name, record.id) : record
    return change((under) => find(condition).map((record) => remove(under, record)))
  }

  return {
    async create(given = {}) {
      const partial = take(given)
      return show(await dataset.change((under) => under.create(name, partial)))
    },
    async createMany(given) {
      const partials = take(checkPartials(given))
      return change((under) => partials.map((partial) => under.create(name, partial)))
    },
    find(where) {
      const found = matching(checked(where)).next().value as T | undefined
      return found && show(found)
    },
    findMany: (where = {}) => findAll(checked(where)).map(show),
    page(options = {}) {
      const page = readPage(store(), options)
      return { ...page, records: page.records.map(show) }
    },
    count: (where) => (where === undefined ? store().size : findAll(checked(where)).length),
    async update(where, given) {
      const [updated] = await updateAll(findExactlyOne, where, given)
      return updated!
    },
    updateMany: (where, given) => updateAll(findAll, where, given),
    async delete(where) {
      const [deleted] = await deleteAll(findExactlyOne, where)
      return deleted!
    },
    deleteMany: (where) => deleteAll(findAll, where),
    async clear() {
      const names = [name, ...listContainers(dataset.api, name).map(({ container }) => container)]
      const referring = names.flatMap((each) => listReferrers(dataset.api, each))
      await dataset.clear(names, (under) => under.dropReferences(referring))
    },
  }
}
