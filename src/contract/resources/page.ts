import * as z from 'zod/mini'
import { described, resource, type ResourceSchema } from './fields.js'

/** One page of a list. */
export type Page<Item> = {
  /** The records on this page. May be absent or `null` if the list is empty. */
  data?: Item[] | null | undefined
  /** The cursor of the next page. Absent or `null` on the last page. */
  nextPage?: string | null | undefined
}

export function pageOf<Item>(item: z.ZodMiniType<Item>, description: string): ResourceSchema<Page<Item>> {
  return resource<Page<Item>>({
    data: described(z.optional(z.nullable(z.array(item))), description),
    nextPage: described(
      z.optional(z.nullable(z.string())),
      'Pagination cursor. When present, more results exist. Pass it as the `nextPage` parameter of the next request',
    ),
  })
}
