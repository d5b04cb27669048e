import { RecordNotFoundError } from '../common/errors.js'
import { deepFreeze } from '../common/freeze.js'
import { preview } from '../common/text.js'
import type { AnyRecord, Kind } from '../contract/kind.js'
import type { Rows } from '../contract/operation.js'
import { markKind } from '../dataset/copies.js'
import { createTest } from '../dataset/where.js'
import type { Reading, Selection } from './types.js'

/** Returns a record as answers get it: frozen, and known as one of its kind. */
export function shown(kind: Kind, record: AnyRecord): AnyRecord {
  if (kind.present) markKind(kind, deepFreeze(record))
  return deepFreeze(record)
}

/** Opens the records of a kind for the code of a team. @param rows Called at each read. */
export function openReading(kind: Kind, rows: () => Rows): Reading<AnyRecord> {
  function* matching(where: Selection<AnyRecord> | undefined): Generator<AnyRecord> {
    if (typeof where === 'string') {
      const found = rows().get(where)
      if (found) yield shown(kind, found)
      return
    }
    const test = where === undefined ? () => true : createTest(where as never)
    for (const record of rows().from()) if (test(record as never)) yield shown(kind, record)
  }
  const find = (where: Selection<AnyRecord>) => matching(where).next().value as AnyRecord | undefined
  return {
    get(where) {
      const found = find(where)
      if (found) return found
      throw new RecordNotFoundError(
        `no ${kind.one} matches ${typeof where === 'function' ? 'the predicate' : preview(where)}`,
      )
    },
    find,
    findMany: (where) => [...matching(where)],
    first(count) {
      const records: AnyRecord[] = []
      if (count > 0) {
        for (const record of rows().from()) {
          records.push(shown(kind, record))
          if (records.length >= count) break
        }
      }
      return records
    },
    count: () => rows().size,
  }
}
