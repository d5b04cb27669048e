import { isPlainObject, type PlainObject } from '../../../../src/common/plain-object.js'
import type { TextProblem } from './json-text.js'
import type { KindName } from './record-kinds.js'

/** Stands for a field that is removed. */
const ABSENT = { $absent: true } as const

/** Marks an optional field as removed if the value does not have it. Otherwise the server would keep or generate the field. */
function orAbsent(value: unknown, field: string): unknown {
  return isPlainObject(value) && !Object.hasOwn(value, field) ? { ...value, [field]: ABSENT } : value
}

function mapMember(value: PlainObject, name: string, change: (member: unknown) => unknown): PlainObject {
  return Object.hasOwn(value, name) ? { ...value, [name]: change(value[name]) } : value
}

/** Returns the change that makes a record exactly like its edited text. Lists are replaced, everything else is merged. */
export function changesFor(kind: KindName, edited: unknown): unknown {
  if (!isPlainObject(edited) || kind === 'roles') return edited
  if (kind === 'users') return orAbsent(edited, 'preferredName')
  const withUser = mapMember(edited, 'user', (user) => orAbsent(user, 'preferredName'))
  return mapMember(withUser, 'departments', (departments) =>
    Array.isArray(departments) ? departments.map((each) => orAbsent(each, 'name')) : departments,
  )
}

/** Returns the required fields that were removed from the text. The server would keep them, which the user does not expect. */
export function missingFields(before: unknown, edited: unknown, path = '$'): TextProblem[] {
  if (!isPlainObject(before) || !isPlainObject(edited)) return []
  return Object.entries(before).flatMap(([name, value]) => {
    const place = `${path}.${name}`
    if (Object.hasOwn(edited, name)) return missingFields(value, edited[name], place)
    return name === 'preferredName' ? [] : [{ path: place, reason: 'is required, so it cannot be removed' }]
  })
}
