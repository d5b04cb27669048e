import * as z from 'zod'

/** The same schema, which refuses every key that it does not name, at every depth. */
export function strictly(schema: unknown): z.ZodType {
  if (schema instanceof z.ZodObject) {
    const entries = Object.entries(schema.shape)
    return z.strictObject(Object.fromEntries(entries.map(([key, value]) => [key, strictly(value)])))
  }
  if (schema instanceof z.ZodArray) return z.array(strictly(schema.element))
  if (schema instanceof z.ZodOptional) return strictly(schema.unwrap()).optional()
  if (schema instanceof z.ZodNullable) return strictly(schema.unwrap()).nullable()
  return schema as z.ZodType
}
