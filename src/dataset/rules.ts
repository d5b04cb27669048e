import type { Problem } from '../common/errors.js'
import { preview } from '../common/text.js'
import { formatPath } from '../common/json-path.js'
import type { AnyRecord, Kind, Rows, Scalar } from '../contract/kind.js'
import { valuesOf } from './source.js'

/** How many ids a hint names. */
const IDS_IN_HINT = 3

type Kinds = { readonly [name: string]: Kind }
type Fields = { readonly [name: string]: unknown }

/** Names the ids, or another field, of the first records of a kind, for a hint. */
export function describeFirst(kind: Kind, rows: Rows, field = 'id'): string {
  const texts: string[] = []
  for (const record of rows.from()) {
    const value = (record as object as Fields)[field]
    const isNamed = typeof value === 'string' || typeof value === 'number'
    if (isNamed && texts.push(preview(String(value))) === IDS_IN_HINT) break
  }
  if (texts.length === 0)
    return rows.size === 0
      ? `there are no ${kind.many}`
      : `no ${kind.one} has a ${field} that is a text or a number`
  const verb = field === 'id' ? 'are' : `have the ${field}`
  return `the first ${kind.many} ${verb} ${texts.join(', ')}`
}

/** Finds the ids in a record that no record of the other kind has. */
export function unknownReferences(
  kinds: Kinds,
  name: string,
  record: AnyRecord,
  rowsOf: (kind: string) => Rows,
): Problem[] {
  return Object.entries(kinds[name]!.references ?? {}).flatMap(([field, other]) =>
    valuesOf(record, field).flatMap((id) => {
      const kind = kinds[other]!
      const isSelf = other === name && id === record.id
      if (typeof id !== 'string' || isSelf || rowsOf(other).has(id)) return []
      const hint = describeFirst(kind, rowsOf(other))
      return [{ path: `$.${field}`, reason: `there is no ${kind.one} "${preview(id)}"; ${hint}` }]
    }),
  )
}

const isScalar = (value: unknown): value is Scalar => ['string', 'number', 'boolean'].includes(typeof value)

/** Finds another record with the same values in fields that no two records share. Records without a value in one of them are not compared. */
export function findSame(
  { unique = [] }: Kind,
  record: AnyRecord,
  rows: Rows,
): { readonly names: readonly string[]; readonly shown: string; readonly other: AnyRecord } | undefined {
  const fields = record as object as Fields
  for (const names of unique) {
    if (!names.every((name) => isScalar(fields[name]))) continue
    // Fewer records share a text than a number or a boolean.
    const first = names.find((name) => typeof fields[name] === 'string') ?? names[0]!
    for (const other of rows.having(first, fields[first] as Scalar)) {
      if (other.id === record.id) continue
      if (!names.every((name) => (other as object as Fields)[name] === fields[name])) continue
      return {
        names,
        other,
        shown: names.map((name) => `${name} ${JSON.stringify(fields[name])}`).join(' and '),
      }
    }
  }
  return undefined
}

/** Finds the records in a list that break a rule which the keys do not say. */
export function brokenRules(
  kinds: Kinds,
  name: string,
  records: readonly AnyRecord[],
  rowsOf: (kind: string) => Rows,
): Problem[] {
  const kind = kinds[name]!
  if (!kind.unique && !kind.references) return []
  return records.flatMap((record, index) => {
    const path = formatPath([name, index])
    const same = findSame(kind, record, rowsOf(name))
    return [
      ...(same ? [{ path, reason: `${same.shown} is already used` }] : []),
      ...unknownReferences(kinds, name, record, rowsOf).map((each) => ({
        ...each,
        path: path + each.path.slice(1),
      })),
    ]
  })
}
