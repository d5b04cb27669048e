import type * as z from 'zod/mini'

/**
 * What a schema says about its values, as JSON Schema. A schema checks values; code that needs to know more about it reads its
 * description.
 */
export interface Description {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly anyOf?: readonly Description[]
  /** Where the description is: `#/$defs/Name` below the root, or `#`, the root. */
  readonly $ref?: string
  readonly $defs?: { readonly [name: string]: Description }
  readonly allOf?: readonly Description[]
  /** Like `anyOf`, as other libraries write it where a field says which form a value has. */
  readonly oneOf?: readonly Description[]
  /** `false` in a list with a known number of elements, each with a description of its own. */
  readonly items?: Description | false
  readonly properties?: { readonly [name: string]: Description }
  readonly required?: readonly string[]
  readonly additionalProperties?: Description
  readonly description?: string
  readonly examples?: readonly unknown[]
}

/** Not zod's own registry, which belongs to the user. */
const descriptions = new WeakMap<object, Description>()

/** Returns a copy of a schema with a description. Other fields may use the same schema. */
export function described<Schema extends z.ZodMiniType>(
  schema: Schema,
  description: string,
  examples?: readonly [unknown],
): Schema {
  const copy = schema.clone()
  descriptions.set(copy, { ...describe(schema), description, ...(examples && { examples }) })
  return copy
}

/** Returns the least and the greatest number that checks allow. */
function limitsIn(checks: readonly z.core.$ZodCheck[] = []): Description {
  const names: { readonly [check: string]: string } = { greater_than: 'minimum', less_than: 'maximum' }
  const limits = checks.flatMap(({ _zod: { def } }) => {
    const { check, inclusive, value } = def as z.core.$ZodCheckLessThanDef
    const name = names[check]
    return name === undefined || !inclusive ? [] : [[name, value] as const]
  })
  return Object.fromEntries(limits)
}

/**
 * Only this function and the one above know zod. Its own `toJSONSchema` would be loaded in browsers, and takes some milliseconds
 * before the first record of a test. What is no JSON, such as a function in options, has an empty description.
 */
function convert(schema: z.core.$ZodType): Description {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'optional' || def.type === 'default' || def.type === 'prefault' || def.type === 'readonly')
    return describe(def.innerType)
  if (def.type === 'pipe') return describe(def.out)
  if (def.type === 'union') return { anyOf: def.options.map(describe) }
  if (def.type === 'array') return { type: 'array', items: describe(def.element) }
  if (def.type === 'record') return { type: 'object', additionalProperties: describe(def.valueType) }
  if (def.type === 'enum') return { type: 'string', enum: Object.values(def.entries) }
  if (def.type === 'literal') {
    const [only, ...others] = def.values
    return others.length > 0 ? { enum: def.values } : { type: typeof only, const: only }
  }
  if (def.type === 'number') return { type: 'format' in def ? 'integer' : 'number', ...limitsIn(def.checks) }
  if (def.type === 'boolean') return { type: 'boolean' }
  if (def.type === 'string') {
    const [pattern] = (def.checks ?? []).flatMap(({ _zod }) =>
      'pattern' in _zod.def ? [_zod.def.pattern] : [],
    )
    return { type: 'string', ...(pattern instanceof RegExp && { pattern: pattern.source }) }
  }
  if (def.type === 'nullable') {
    const inner = describe(def.innerType)
    const isOnlyType = typeof inner.type === 'string' && Object.keys(inner).length === 1
    return isOnlyType ? { type: [inner.type, 'null'] } : { anyOf: [inner, { type: 'null' }] }
  }
  if (def.type !== 'object') return {}
  const fields = Object.entries(def.shape)
  const required = fields.flatMap(([name, field]) => (field._zod.optout === 'optional' ? [] : [name]))
  const properties = Object.fromEntries(fields.map(([name, field]) => [name, describe(field)]))
  const { catchall } = def
  const isOpen = catchall && catchall._zod.def.type !== 'never'
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    ...(isOpen && { additionalProperties: describe(catchall) }),
  }
}

/** Gives a schema the description that another library has made. */
export function describeAs(schema: object, description: Description): void {
  descriptions.set(schema, description)
}

/** Returns the description of a schema, always the same object. */
export function describe(schema: z.core.$ZodType): Description {
  const known = descriptions.get(schema)
  if (known) return known
  // A schema may contain itself. There, nothing more is said of it.
  descriptions.set(schema, {})
  const converted = convert(schema)
  descriptions.set(schema, converted)
  return converted
}

/** Returns the description that a reference leads to. @param root The description that has its target. */
export function resolved(schema: Description, root: Description): Description {
  const { $ref } = schema
  if ($ref === undefined) return schema
  const name = $ref.replace('#/$defs/', '')
  return $ref === '#' ? root : (root.$defs?.[name] ?? {})
}

/** Returns the forms that a value may have, each with one type. */
export function formsOf(schema: Description): readonly Description[] {
  const { anyOf, oneOf, type } = schema
  const forms = anyOf ?? oneOf
  if (forms) return forms.flatMap(formsOf)
  return typeof type === 'object' ? type.map((each) => ({ ...schema, type: each })) : [schema]
}

export function isNullable(schema: Description): boolean {
  return formsOf(schema).some(({ type }) => type === 'null')
}

/** Returns what a description says about values that are not `null`. `anyOf` has the forms if there are several. */
export function withoutNull(schema: Description): Description {
  if (!schema.anyOf && !schema.oneOf && typeof schema.type !== 'object') return schema
  const forms = formsOf(schema).filter(({ type }) => type !== 'null')
  return forms.length === 1 ? forms[0]! : { anyOf: forms }
}

/** Whether the values have no parts: texts, numbers, `true` and `false`. */
export function isPlain(schema: Description): boolean {
  const hasParts = ({ type }: Description) => type === undefined || type === 'object' || type === 'array'
  return formsOf(schema).every((form) => form.enum || 'const' in form || !hasParts(form))
}

/** Returns a value that fits a description, in most cases: without optional fields, and with empty lists. */
export function exampleOf(schema: Description): unknown {
  const [form = {}] = formsOf(schema)
  const { type, examples, const: only, enum: values } = form
  if (examples || values) return (examples ?? values)![0]
  if (only !== undefined) return only
  if (type === 'object' || form.properties) {
    const required = fieldsOf(form).filter(({ isOptional }) => !isOptional)
    return Object.fromEntries(required.map(({ name, schema: field }) => [name, exampleOf(field)]))
  }
  return { string: 'text', number: 1, integer: 1, boolean: true, array: [] }[String(type)] ?? null
}

/** A field of an object. */
export interface Field {
  readonly name: string
  readonly schema: Description
  readonly isOptional: boolean
}

/** The fields of an object. */
export function fieldsOf(schema: Description): readonly Field[] {
  const { properties = {}, required = [] } = withoutNull(schema)
  return Object.entries(properties).map(([name, field]) => ({
    name,
    schema: field,
    isOptional: !required.includes(name),
  }))
}

/** Returns the names of the fields of an object. Empty if the description does not tell them. */
export function fieldNames(schema: Description): readonly string[] {
  return fieldsOf(schema).map(({ name }) => name)
}

/** Returns the names of the fields of an object that has no others. Empty if it may have, or if the description does not tell. */
export function onlyFieldNames(schema: Description): readonly string[] {
  return withoutNull(schema).additionalProperties ? [] : fieldNames(schema)
}

/** Returns the dotted paths of all fields. A path through a list continues with the fields of its elements. */
export function listPaths(schema: Description, isWanted: (field: Field) => boolean = () => true): string[] {
  const { items } = withoutNull(schema)
  if (items) return listPaths(items, isWanted)
  return fieldsOf(schema).flatMap((field) => [
    ...(isWanted(field) ? [field.name] : []),
    ...listPaths(field.schema, isWanted).map((path) => `${field.name}.${path}`),
  ])
}
