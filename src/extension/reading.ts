import { describe, onlyFieldNames } from '../common/description.js'
import { InvalidOptionError, RecordNotFoundError } from '../common/errors.js'
import { deepFreeze } from '../common/freeze.js'
import { isPlainObject } from '../common/plain-object.js'
import { didYouMean, preview } from '../common/text.js'
import type { AnyRecord, Kind, Rows } from '../contract/kind.js'
import { markKind } from '../dataset/copies.js'
import { compareIds } from '../dataset/source.js'
import { createTest } from '../dataset/where.js'
import type { Reading, Selection } from './types.js'

/** Returns a record as answers get it: frozen, and known as one of its kind. */
export function shown(kind: Kind, record: AnyRecord): AnyRecord {
  if (kind.present) markKind(kind, deepFreeze(record))
  return deepFreeze(record)
}

/** Returns a function that tests records. @throws InvalidOptionError For a field that the records do not have. */
export function createSelection(kind: Kind, where: unknown): (record: AnyRecord) => boolean {
  if (where === undefined) return () => true
  if (isPlainObject(where)) {
    const fields = onlyFieldNames(describe(kind.schema))
    const unknown = Object.keys(where).find((name) => fields.length > 0 && !fields.includes(name))
    if (unknown !== undefined)
      throw new InvalidOptionError(
        `the ${kind.many} have no field "${unknown}"${didYouMean(unknown, fields)}`,
      )
  }
  return createTest<AnyRecord>(typeof where === 'string' ? { id: where } : (where as object))
}

/** Returns the records that may match. Unique fields and references have an index. */
function candidates(kind: Kind, rows: Rows, where: unknown): Iterable<AnyRecord> {
  const { unique = [], references = {} } = kind
  const isIndexed = (name: string) =>
    Object.hasOwn(references, name) || unique.some((fields) => fields.includes(name))
  const given = isPlainObject(where) ? Object.entries(where) : []
  const [field, text] = given.find(([name, value]) => isIndexed(name) && typeof value === 'string') ?? []
  if (field === undefined) return rows.from()
  return [...rows.having(field, text as string)].toSorted((a, b) => compareIds(a.id, b.id))
}

/** Opens the records of a kind for the code of a team. @param rows Called at each read. */
export function openReading(kind: Kind, rows: () => Rows): Reading<AnyRecord> {
  function* matching(where: Selection<AnyRecord> | undefined): Generator<AnyRecord> {
    if (typeof where === 'string') {
      const found = rows().get(where)
      if (found) yield shown(kind, found)
      return
    }
    const test = createSelection(kind, where)
    for (const record of candidates(kind, rows(), where)) if (test(record)) yield shown(kind, record)
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
