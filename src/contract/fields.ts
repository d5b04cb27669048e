import * as z from 'zod/mini'
import { described } from '../common/description.js'

export type ResourceSchema<T> = z.ZodMiniObject<{ readonly [Field in keyof T]-?: z.ZodMiniType<T[Field]> }>

/** TypeScript checks the fields against the type. */
export function resource<T>(fields: ResourceSchema<T>['shape']): ResourceSchema<T> {
  return z.object(fields)
}

/** Whether a path leads to this field, or to one below it. */
export function isWithin(path: string, field: string): boolean {
  return `${path}.`.startsWith(`${field}.`)
}

/** Returns the paths below a field, from this field. */
export function pathsBelow(field: string, paths: readonly string[]): readonly string[] {
  const start = `${field}.`
  return paths.flatMap((path) => (path.startsWith(start) ? [path.slice(start.length)] : []))
}

export function text(description: string, examples?: readonly [unknown]): z.ZodMiniString {
  return described(z.string(), description, examples)
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
