import { ConflictError } from '../common/errors.js'
import { memberAt } from '../common/json-path.js'
import { parseRecord } from './build.js'
import type { Change } from './change.js'
import { otherKey } from './keys.js'
import { merge } from './kind.js'
import { listContainers } from './kinds.js'
import { kinds } from '../convention/kinds.js'
import type { KindName, RecordTypes } from '../convention/resources.js'
import { preview } from '../common/text.js'
import type { DeepPartial } from './where.js'

function refuse(noun: string, problem: string, remedy: string): never {
  throw new ConflictError(`cannot write the ${noun}: ${problem}; ${remedy}`)
}

/** Checks that an update keeps the ids of a record and of the record that it contains. */
function checkSameIds(name: KindName, before: unknown, after: unknown): void {
  const { noun, contains } = kinds[name]
  for (const path of [['id'], ...(contains ? [[contains.member, 'id']] : [])]) {
    const [id, other] = [memberAt(before, path), memberAt(after, path)]
    if (id === other) continue
    const problem = `its ${path.join('.')} is "${preview(id)}" and cannot become "${preview(other)}"`
    refuse(noun, problem, 'create another record')
  }
}

function checkUnique<Name extends KindName>(
  change: Change,
  name: Name,
  record: RecordTypes[Name],
  before: RecordTypes[Name] | undefined,
): void {
  const { noun, keys } = kinds[name]
  const [idKey, key] = keys
  const draft = change.draft(name)
  const value = otherKey(kinds[name], record)
  const sameKey = value === undefined ? undefined : draft.getByKey(value)
  if (key && sameKey && sameKey.id !== before?.id) {
    const remedy = `update that ${noun}, or choose another ${key.path.join('.')}`
    refuse(noun, `${key.name} "${preview(value)}" belongs to the ${noun} "${preview(sameKey.id)}"`, remedy)
  }
  if (!before && draft.get(record.id)) {
    refuse(
      noun,
      `${idKey.name} "${preview(record.id)}" is taken`,
      `update that ${noun}, or choose another id`,
    )
  }
}

/** Returns the records that contain a record, with their drafts and the member that contains it. */
function findContainers(change: Change, name: KindName, id: string) {
  return listContainers(name).flatMap(({ container, member }) => {
    const draft = change.draft(container)
    const record = draft.getByKey(id)
    return record ? [{ draft, member, record }] : []
  })
}

/** A record and the one that it contains always change together. */
function putRecord<Name extends KindName>(
  change: Change,
  name: Name,
  record: RecordTypes[Name],
  before?: RecordTypes[Name],
): RecordTypes[Name] {
  if (before) checkSameIds(name, before, record)
  checkUnique(change, name, record, before)
  change.draft(name).put(record)
  const { contains } = kinds[name]
  if (contains) change.draft(contains.kind).put(memberAt(record, [contains.member]) as never)
  for (const { draft, member, record: container } of findContainers(change, name, record.id)) {
    draft.put({ ...container, [member]: record })
  }
  return record
}

export function createRecord<Name extends KindName>(
  change: Change,
  name: Name,
  given: DeepPartial<RecordTypes[Name]>,
): RecordTypes[Name] {
  const [kind, draft] = [kinds[name], change.draft(name)]
  const { contains } = kind
  const containedId = contains && memberAt(given, [contains.member, 'id'])
  const contained =
    contains && typeof containedId === 'string' ? change.draft(contains.kind).get(containedId) : undefined
  for (;;) {
    const known = { date: change.date, contained }
    const record = parseRecord(kind, kind.complete(given, change.nextOptions(), known))
    const key = otherKey(kind, record)
    // A generated key may belong to another record. The next options generate another key.
    const isTaken = key !== undefined && otherKey(kind, given) === undefined && draft.getByKey(key)
    if (!isTaken) return putRecord(change, name, record)
  }
}

export function updateRecord<Name extends KindName>(
  change: Change,
  name: Name,
  record: RecordTypes[Name],
  changes: DeepPartial<RecordTypes[Name]>,
): RecordTypes[Name] {
  const kind = kinds[name]
  const updated = kind.update?.(record, changes, change) ?? merge(kind.schema, record, changes)
  return putRecord(change, name, parseRecord(kind, updated), record)
}

/** Deletes a record, and those that contain it. */
export function deleteRecord<Name extends KindName>(
  change: Change,
  name: Name,
  record: RecordTypes[Name],
): RecordTypes[Name] {
  change.draft(name).remove(record.id)
  for (const container of findContainers(change, name, record.id)) container.draft.remove(container.record.id)
  return record
}
