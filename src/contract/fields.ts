import * as z from 'zod/mini'
import { unwrapped } from '../common/validate.js'

/** Descriptions for the OpenAPI document. A separate registry, because the global one of zod belongs to the user. */
export const descriptions = z.registry<{
  id?: string
  description?: string
  examples?: readonly [unknown]
}>()

export type ResourceSchema<T> = z.ZodMiniObject<{ readonly [Field in keyof T]-?: z.ZodMiniType<T[Field]> }>

/** TypeScript checks the fields against the type. */
export function resource<T>(fields: ResourceSchema<T>['shape']): ResourceSchema<T> {
  return z.object(fields)
}

/** The fields of an object. */
export function listFields(schema: z.ZodMiniObject): [name: string, field: z.ZodMiniType][] {
  return Object.entries(schema.shape) as [string, z.ZodMiniType][]
}

/**
 * Returns the dotted paths of all fields. A path through a list continues with the fields of its elements.
 *
 * @param isWanted Selects fields by their schemas.
 */
export function listPaths(schema: unknown, isWanted: (field: unknown) => boolean = () => true): string[] {
  const inner = unwrapped(schema)
  if (inner instanceof z.ZodMiniArray) return listPaths(inner.def.element, isWanted)
  const fields = inner instanceof z.ZodMiniObject ? listFields(inner) : []
  return fields.flatMap(([name, field]) => [
    ...(isWanted(field) ? [name] : []),
    ...listPaths(field, isWanted).map((path) => `${name}.${path}`),
  ])
}

export function isText(field: unknown): boolean {
  const inner = unwrapped(field)
  return inner instanceof z.ZodMiniString || inner instanceof z.ZodMiniEnum
}

export function isOptional(field: unknown): boolean {
  return field instanceof z.ZodMiniOptional
}

/** Whether a path leads to this field, or to one below it. */
export function isWithin(path: string, field: string): boolean {
  return `${path}.`.startsWith(`${field}.`)
}

/** Returns a copy of a schema with a description. Other fields may use the same schema. */
export function described<Field extends z.ZodMiniType>(
  schema: Field,
  description: string,
  examples?: readonly [unknown],
): Field {
  const copy = schema.clone()
  descriptions.add(copy, { description, ...(examples ? { examples } : {}) })
  return copy
}

export function text(description: string, examples?: readonly [unknown]): z.ZodMiniString {
  return described(z.string(), description, examples)
}

/** Returns a record from the examples of its fields. */
export function exampleOf(schema: z.ZodMiniObject): { readonly [field: string]: unknown } {
  return Object.fromEntries(
    listFields(schema).map(([name, field]) => [name, descriptions.get(field)?.examples?.[0]]),
  )
}

/** A date, or a date and a time with or without an offset, in the extended format of ISO 8601. */
export const ISO_DATE = new RegExp(
  `${z.regexes.date.source}|${z.regexes.datetime({ offset: true, local: true }).source}`,
)

// Not `z.regex`: the pattern would make the JSON Schemas unreadable.
export const isoDateSchema = described(
  z
    .string()
    .check(
      z.refine(
        (date) => ISO_DATE.test(date),
        'expected an ISO-8601 date, for example 2026-01-31T18:30:00.000Z',
      ),
    ),
  'ISO-8601 date',
  ['2026-01-31T18:30:00.000Z'],
)

export const phoneSchema = described(
  z
    .string()
    .check(z.regex(/^\+[1-9]\d{1,14}$/, 'expected a phone number in E.164 format, for example +12125550142')),
  'Phone number in E.164 format',
  ['+12125550142'],
)

/** One page of a list. */
export type Page<Item> = {
  /** The records on this page. May be absent or `null` if the list is empty. */
  data?: Item[] | null | undefined
  /** The cursor of the next page. Absent or `null` on the last page. */
  nextPage?: string | null | undefined
}

export function createPageSchema<Item>(
  item: z.ZodMiniType<Item>,
  description: string,
): ResourceSchema<Page<Item>> {
  return resource<Page<Item>>({
    data: described(z.optional(z.nullable(z.array(item))), description),
    nextPage: described(
      z.optional(z.nullable(z.string())),
      'Pagination cursor. When present, more results exist. Pass it as the `nextPage` parameter of the next request',
    ),
  })
}
