import * as z from 'zod/mini'
import { described, descriptions } from '../../contract/resources/fields.js'
import { kinds, mapKinds, type KindName, type RecordResource, type RecordTypes } from '../../dataset/kinds.js'

const absent = described(
  z.strictObject({ $absent: z.literal(true) }),
  'The field is missing. JSON has no `undefined`',
)

function withDescription(field: z.ZodMiniType, schema: z.ZodMiniType): z.ZodMiniType {
  const { description } = descriptions.get(field) ?? {}
  return description === undefined ? schema : described(schema, description)
}

const partials = new WeakMap<z.ZodMiniType, z.ZodMiniType>()

/** Returns the same object for the same schema, so that the OpenAPI document describes it once. */
function partialObject(schema: z.ZodMiniObject): z.ZodMiniType {
  const fields = Object.entries(schema.shape as Record<string, z.ZodMiniType>)
  const partial = fields.map(([name, field]) => [name, withDescription(field, z.optional(partialOf(field)))])
  const made =
    partials.get(schema) ?? z.strictObject(Object.fromEntries(partial) as Record<string, z.ZodMiniType>)
  partials.set(schema, made)
  return made
}

/** Returns a schema in which all fields are optional at every depth. Fields that a record may omit also may be `$absent`. */
function partialOf(schema: z.core.$ZodType): z.ZodMiniType {
  if (schema instanceof z.ZodMiniArray) return z.array(partialOf(schema.def.element))
  if (schema instanceof z.ZodMiniOptional) return z.union([partialOf(schema.def.innerType), absent])
  return schema instanceof z.ZodMiniObject ? partialObject(schema) : (schema as z.ZodMiniType)
}

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
