import { fieldsOf, isNullable, withoutNull, type Description } from '../common/description.js'
import { isPlainObject } from '../common/plain-object.js'
import { typeName } from '../common/validate.js'
import { fromState, oneOf, sameType } from '../pact/like/like-matchers.js'

/** Whether a schema allows everything, as that of `z.unknown()`. */
function isAny(schema: Description | undefined): boolean {
  return schema !== undefined && Object.keys(schema).length === 0
}

/** A list may be empty in a real service, so only its elements have a type. */
function listOf(element: unknown, min: number) {
  return { 'pact:matcher:type': 'type', min, value: [element] }
}

/**
 * Returns what a response must have in a place: the types that the values have there. A field that may be null or absent is left out,
 * because a rule of Pact cannot allow that.
 *
 * @param values The values that were seen in this place.
 * @param schema What the schema of the team says, which may be nothing.
 */
export function templateOf(values: readonly unknown[], schema: Description): unknown {
  const [first] = values
  const isMixed = values.some((value) => typeName(value) !== typeName(first))
  if (isMixed || first === undefined || first === null || isNullable(schema)) return undefined
  const known = withoutNull(schema)
  // Only the schema knows the other forms of such a value, and the other names of such members.
  const isOpen =
    (known.anyOf ?? known.oneOf) !== undefined || (known.additionalProperties && !known.properties)
  if (isOpen) return isPlainObject(first) ? sameType({}) : undefined
  if (Array.isArray(first)) {
    const element = isAny(known.items) ? undefined : templateOf(values.flat(), known.items ?? {})
    return element === undefined ? sameType([]) : listOf(element, 0)
  }
  if (isPlainObject(first)) {
    const fields = fieldsOf(known)
    const members = Object.keys(first).flatMap((name): [string, unknown][] => {
      const field = fields.find((each) => each.name === name)
      const inAll = values.map((value) => (value as { readonly [name: string]: unknown })[name])
      const isOpenField = field !== undefined && (field.isOptional || isAny(field.schema))
      const member = isOpenField ? undefined : templateOf(inAll, field?.schema ?? {})
      return member === undefined ? [] : [[name, member]]
    })
    // To Pact, an empty object is one without any members.
    return members.length === 0 ? sameType({}) : Object.fromEntries(members)
  }
  const isEnum = typeof first === 'string' && known.enum?.every((each) => typeof each === 'string')
  return isEnum ? oneOf(known.enum, first) : sameType(first)
}

/** Returns what a page must have. */
export function templateOfPage(page: unknown, element: Description, nextPage: unknown): unknown {
  const { data } = page as { readonly data: readonly unknown[] }
  const item = templateOf(data, element) ?? sameType({})
  return { data: listOf(item, 1), ...(nextPage !== undefined && { nextPage }) }
}

/** Demands the values that states return in the fields that the request has named. */
export function withStateValues(
  template: unknown,
  body: unknown,
  names: readonly (readonly [field: string, name: string, value: string])[],
): unknown {
  if (!isPlainObject(template) || !isPlainObject(body)) return template
  const own = names.filter(([field, , value]) => field in template && body[field] === value)
  return {
    ...template,
    ...Object.fromEntries(own.map(([field, name, value]) => [field, fromState(`\${${name}}`, value)])),
  }
}
