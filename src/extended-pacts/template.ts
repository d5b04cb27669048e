import { fieldsOf, formsOf, resolved, type Description } from '../common/description.js'
import { isPlainObject } from '../common/plain-object.js'
import { asText } from '../common/text.js'
import { typeName } from '../common/validate.js'
import { isWithin, pathsBelow } from '../contract/fields.js'
import { fromState, isMatcher, oneOf, sameType } from '../pact/like/like-matchers.js'

/** A list may be empty in a real service, so only its elements have a type. */
function listOf(element: unknown, min: number) {
  return { 'pact:matcher:type': 'type', min, value: [element] }
}

/** What the schema of a team says about a place. `undefined` if there is no schema. Empty if it allows everything, or nothing is known. */
type Known = Description | undefined

/** The fields that the consumer needs of a place, as in `contract/needs.ts`. `undefined` if it is not known. */
type Needed = readonly string[] | undefined

/** Whether a consumer needs a field, or a part of it. */
function isNeeded(name: string, needs: Needed): boolean {
  return needs?.some((each) => isWithin(each, name)) ?? true
}

/** Whether a value in an example has the type that the schema demands in each response. */
function isDemanded(value: unknown, form: Description): boolean {
  const { type, enum: values, const: only } = form
  if (values) return values.every((each) => typeName(each) === typeName(value))
  return type !== undefined || only !== undefined || form.properties !== undefined
}

/**
 * Returns what a response must have in a place: the types that the values have there. What may be null or of several forms is left
 * out, because a rule of Pact cannot allow that, and what may be absent, unless the consumer needs it. `verify` checks it with the
 * schema.
 *
 * @param values The values that were seen in this place.
 * @param root The whole description, with what references lead to.
 */
export function templateOf(
  values: readonly unknown[],
  schema: Known,
  needs?: Needed,
  root: Known = schema,
): unknown {
  const [first] = values
  const isMixed = values.some((value) => typeName(value) !== typeName(first))
  if (isMixed || first === undefined || first === null) return undefined
  const forms = schema && formsOf(resolved(schema, root!)).map((form) => resolved(form, root!))
  const [known, ...others] = forms ?? []
  if (others.length > 0) return forms!.every(({ type }) => type === 'object') ? sameType({}) : undefined
  if (known && (known.allOf || !isDemanded(first, known))) return undefined
  if (Array.isArray(first)) {
    const element = templateOf(values.flat(), known && (known.items || {}), needs, root)
    return element === undefined ? sameType([]) : listOf(element, 0)
  }
  if (isPlainObject(first)) {
    const fields = known && fieldsOf(known)
    const members = Object.keys(first).flatMap((name): [string, unknown][] => {
      const field = fields?.find((each) => each.name === name)
      // A path of Pact has neither the quotation mark nor an empty name.
      if (name === '' || name.includes("'") || !isNeeded(name, needs)) return []
      if (known && (!field || (field.isOptional && !needs))) return []
      const inAll = values.map((value) => (value as { readonly [name: string]: unknown })[name])
      const member = templateOf(inAll, field?.schema, needs && pathsBelow(name, needs), root)
      return member === undefined ? [] : [[name, member]]
    })
    // To Pact, an empty object is one without any members.
    return members.length === 0 ? sameType({}) : Object.fromEntries(members)
  }
  return known?.enum && typeof first === 'string' ? oneOf(known.enum as string[], first) : sameType(first)
}

/** Returns what a page must have. @param min The least number of elements. */
export function templateOfPage(
  page: unknown,
  element: Known,
  nextPage: unknown,
  min: number,
  needs: Needed,
): unknown {
  const { data } = page as { readonly data: readonly unknown[] }
  const item = templateOf(data, element, needs && pathsBelow('data', needs)) ?? sameType({})
  const all = { data: listOf(item, min), ...(nextPage !== undefined && { nextPage }) }
  const members = Object.entries(all).filter(([name]) => isNeeded(name, needs))
  return members.length === 0 ? undefined : Object.fromEntries(members)
}

/** Demands the values of states in the fields that the request has named, unless the schema says that they may be absent. */
export function withStateValues(
  template: unknown,
  body: unknown,
  schema: Known,
  names: readonly (readonly [field: string, name: string, value: string])[],
  needs: Needed,
): unknown {
  const isUnknown = schema !== undefined && Object.keys(schema).length === 0
  if (!isPlainObject(body) || !(isPlainObject(template) || isUnknown)) return template
  const members: object = isPlainObject(template) && !isMatcher(template) ? template : {}
  const fields = fieldsOf(schema ?? {})
  const isThere = (field: string) =>
    isUnknown || field in members || fields.some(({ name, isOptional }) => name === field && !isOptional)
  const own = names.filter(
    ([field, , value]) => isThere(field) && asText(body[field]) === value && isNeeded(field, needs),
  )
  const given = own.map(([field, name]) => [field, fromState(`\${${name}}`, body[field])])
  return given.length === 0 ? template : { ...members, ...Object.fromEntries(given) }
}
