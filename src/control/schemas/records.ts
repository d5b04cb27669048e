import * as z from 'zod/mini'
import { described } from '../../contract/resources/fields.js'
import { kinds, mapKinds, type KindName, type RecordResource, type RecordTypes } from '../../dataset/kinds.js'
import { partialOf } from './partial.js'

export const data = z.object({
  format: z.literal('conmock-1'),
  ...(mapKinds((_, { schema }) => z.array(schema)) as Record<KindName, z.ZodMiniType>),
})

export const dataInput = z.strictObject({
  $schema: z.optional(z.string()),
  format: z.optional(z.literal('conmock-1')),
  ...(mapKinds((_, { schema }) => z.optional(z.array(partialOf(schema)))) as Record<KindName, z.ZodMiniType>),
})

/** The schemas of a kind of record, by the endings of their names. */
function schemasOf(schema: z.ZodMiniType) {
  const input = partialOf(schema)
  const records = z.array(schema)
  return {
    Input: input,
    Inputs: z.union([input, z.array(input)]),
    Records: z.object({ records }),
    Page: z.object({
      records,
      next: z.optional(described(z.string(), 'Pass it as `after` to get the next page')),
      total: z.optional(
        described(z.int(), 'Number of records that match. Missing if `search` has not read the whole list'),
      ),
    }),
  }
}

type SchemaName = `${RecordResource}${keyof ReturnType<typeof schemasOf>}`

/** The schemas for the records of each kind, such as `VolunteerPage`. */
export const recordSchemas = Object.fromEntries(
  Object.values<(typeof kinds)[keyof RecordTypes]>(kinds).flatMap(({ resource, schema }) =>
    Object.entries(schemasOf(schema)).map(([ending, each]) => [resource + ending, each]),
  ),
) as Record<SchemaName, z.ZodMiniType>
