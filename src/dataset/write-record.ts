import { ConflictError } from '../common/errors.js'
import { memberAt } from '../common/json-path.js'
import { parseRecord } from './build.js'
import type { Change } from './change.js'
import { otherKey } from './keys.js'
import { merge } from './merge.js'
import { listContainers } from './kinds.js'
import type { AnyRecord, Kind } from '../contract/kind.js'
import { preview } from '../common/text.js'

function refuse(noun: string, problem: string, remedy: string): never {
  throw new ConflictError(`cannot write the ${noun}: ${problem}; ${remedy}`)
}

/** Checks that an update keeps the ids of a record and of the record that it contains. */
function checkSameIds({ one, contains }: Kind, before: unknown, after: unknown): void {
  for (const path of [['id'], ...(contains ? [[contains.member, 'id']] : [])]) {
    const [id, other] = [memberAt(before, path), memberAt(after, path)]
    if (id === other) continue
    const problem = `its ${path.join('.')} is "${preview(id)}" and cannot become "${preview(other)}"`
    refuse(one, problem, 'create another record')
  }
}

function checkUnique(change: Change, name: string, record: AnyRecord, before: AnyRecord | undefined): void {
  const kind = change.kind(name)
  const { one } = kind
  const [idKey, key] = kind.keys
  const draft = change.draft(name)
  const value = otherKey(kind, record)
  const sameKey = value === undefined ? undefined : draft.getByKey(value)
  if (key && sameKey && sameKey.id !== before?.id) {
    const remedy = `update that ${one}, or choose another ${key.path.join('.')}`
    refuse(one, `${key.name} "${preview(value)}" belongs to the ${one} "${preview(sameKey.id)}"`, remedy)
  }
  if (!before && draft.get(record.id)) {
    refuse(one, `${idKey.name} "${preview(record.id)}" is taken`, `update that ${one}, or choose another id`)
  }
}

/** Returns the records that contain a record, with their drafts and the member that contains it. */
function findContainers(change: Change, name: string, id: string) {
  return listContainers(change.api, name).flatMap(({ container, member }) => {
    const draft = change.draft(container)
    const record = draft.getByKey(id)
    return record ? [{ draft, member, record }] : []
  })
}

/** A record and the one that it contains always change together. */
function putRecord(change: Change, name: string, record: AnyRecord, before?: AnyRecord): AnyRecord {
  const { contains } = change.kind(name)
  if (before) checkSameIds(change.kind(name), before, record)
  checkUnique(change, name, record, before)
  change.draft(name).put(record)
  if (contains) change.draft(contains.kind).put(memberAt(record, [contains.member]) as AnyRecord)
  for (const { draft, member, record: container } of findContainers(change, name, record.id)) {
    draft.put({ ...container, [member]: record })
  }
  return record
}

export function createRecord(change: Change, name: string, given: unknown): AnyRecord {
  const [kind, draft] = [change.kind(name), change.draft(name)]
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

export function updateRecord(change: Change, name: string, record: AnyRecord, changes: unknown): AnyRecord {
  const kind = change.kind(name)
  const updated = kind.update?.(record, changes, change) ?? merge(kind.schema, record, changes)
  return putRecord(change, name, parseRecord(kind, updated), record)
}

/** Deletes a record, and those that contain it. */
export function deleteRecord(change: Change, name: string, record: AnyRecord): AnyRecord {
  change.draft(name).remove(record.id)
  for (const container of findContainers(change, name, record.id)) container.draft.remove(container.record.id)
  return record
}
