import { isPlainObject } from '../common/plain-object.js'
import { builtId, parseRecord, type FactoryOptions } from './build.js'
import { otherKey } from './keys.js'
import { kinds, type KindName, type RecordTypes } from './kinds.js'
import { checkSameId, merge, type Change as KindChange } from './kinds/kind.js'
import type { DeepPartial } from './where.js'

export interface Change extends KindChange<RecordTypes> {
  /** Returns the next factory options that `isFree` accepts. Never returns the same options twice. */
  next(isFree: (options: FactoryOptions) => boolean): FactoryOptions
}

function putRecord<Name extends KindName>(
  change: Change,
  name: Name,
  record: RecordTypes[Name],
  before?: RecordTypes[Name],
): RecordTypes[Name] {
  const [kind, draft] = [kinds[name], change.drafts[name]]
  if (before) checkSameId(kind.noun, before.id, record.id)
  const key = otherKey(kind, record)
  const sameKey = key === undefined ? undefined : draft.getByKey(key)
  kind.checkConflicts(record, {
    before,
    sameId: before ? undefined : draft.get(record.id),
    sameKey: sameKey && sameKey.id === before?.id ? undefined : sameKey,
  })
  draft.put(record)
  kind.onPut?.(change, record)
  return record
}

export function createRecord<Name extends KindName>(
  change: Change,
  name: Name,
  given: DeepPartial<RecordTypes[Name]>,
): RecordTypes[Name] {
  const [kind, draft] = [kinds[name], change.drafts[name]]
  const isFree = (options: FactoryOptions) =>
    !draft.get(builtId(kind, options)) && (kind.isFree?.(change, options) ?? true)
  const partial = kind.prepareCreate?.(change, given) ?? given
  for (;;) {
    const record = parseRecord(kind, kind.complete(partial, change.next(isFree)))
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
  given: DeepPartial<RecordTypes[Name]>,
): RecordTypes[Name] {
  const kind = kinds[name]
  const changes = isPlainObject(given) ? (kind.prepareUpdate?.(change, record, given) ?? given) : given
  return putRecord(change, name, parseRecord(kind, merge(kind.schema, record, changes)), record)
}

export function deleteRecord<Name extends KindName>(
  change: Change,
  name: Name,
  record: RecordTypes[Name],
): RecordTypes[Name] {
  change.drafts[name].remove(record.id)
  kinds[name].onRemove?.(change, record)
  return record
}

export function clearRecords(change: Change, name: KindName): void {
  change.drafts[name].clear()
  kinds[name].onClear?.(change)
}
