import { isPlainObject, type PlainObject } from '../../../../src/common/plain-object.js'
import type { Schema } from '../../admin/record-kinds.js'
import type { TextProblem } from './json-text.js'

/** Stands for a field that is removed. */
const ABSENT = { $absent: true } as const

function optionalFields({ properties = {}, required = [] }: Schema, value: PlainObject): readonly string[] {
  return Object.keys(properties).filter((name) => !required.includes(name) && !Object.hasOwn(value, name))
}

/**
 * Returns the change that makes a record exactly like its edited text. Marks each optional field that the text does not have as
 * removed. Otherwise the server would keep or generate the field.
 */
export function changesFor(schema: Schema | undefined, edited: unknown): unknown {
  if (Array.isArray(edited)) return edited.map((each) => changesFor(schema?.items, each))
  if (!schema || !isPlainObject(edited)) return edited
  return Object.fromEntries([
    ...Object.entries(edited).map(([name, value]) => [name, changesFor(schema.properties?.[name], value)]),
    ...optionalFields(schema, edited).map((name) => [name, ABSENT]),
  ])
}

/** Returns the required fields that were removed from the text. The server would keep them, which the user does not expect. */
export function missingFields(schema: Schema, edited: unknown, path = '$'): TextProblem[] {
  if (!isPlainObject(edited)) return []
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const place = `${path}.${name}`
    if (Object.hasOwn(edited, name)) return missingFields(member, edited[name], place)
    return schema.required?.includes(name)
      ? [{ path: place, reason: 'is required, so it cannot be removed' }]
      : []
  })
}
