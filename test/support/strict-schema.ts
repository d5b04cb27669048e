import * as z from 'zod/mini'
import { resourceSchemas } from '../../src/convention/resources.js'

/** Returns the same schema, but with strict objects, which refuse unknown keys. */
function strictly(schema: unknown): z.ZodMiniType {
  if (schema instanceof z.ZodMiniObject) {
    const entries = Object.entries(schema.shape)
    return z.strictObject(Object.fromEntries(entries.map(([key, value]) => [key, strictly(value)])))
  }
  if (schema instanceof z.ZodMiniArray) return z.array(strictly(schema.def.element))
  if (schema instanceof z.ZodMiniOptional) return z.optional(strictly(schema.def.innerType))
  if (schema instanceof z.ZodMiniNullable) return z.nullable(strictly(schema.def.innerType))
  return schema as z.ZodMiniType
}

type Strict = { readonly [Name in keyof typeof resourceSchemas]: z.ZodMiniType }

/** The schemas of all resources, with strict objects. */
export const strictSchemas = Object.fromEntries(
  Object.entries(resourceSchemas).map(([name, schema]) => [name, strictly(schema)]),
) as Strict
