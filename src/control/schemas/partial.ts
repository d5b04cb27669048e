import * as z from 'zod/mini'
import { described, descriptions } from '../../contract/resources/fields.js'

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
export function partialOf(schema: z.core.$ZodType): z.ZodMiniType {
  if (schema instanceof z.ZodMiniArray) return z.array(partialOf(schema.def.element))
  if (schema instanceof z.ZodMiniOptional) return z.union([partialOf(schema.def.innerType), absent])
  return schema instanceof z.ZodMiniObject ? partialObject(schema) : (schema as z.ZodMiniType)
}
