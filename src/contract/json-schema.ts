import * as z from 'zod/mini'
import { descriptions } from './fields.js'

type Json = Record<string, unknown>

/** Converts schemas to JSON Schema, with references to each other below `#/components/schemas/`. */
export function createComponents(schemas: Readonly<Record<string, z.ZodMiniType>>): Record<string, Json> {
  const all = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(schemas)) all.add(schema, { id })
  const converted = z.toJSONSchema(all, {
    metadata: {
      get: (schema: z.ZodMiniType) => ({ ...descriptions.get(schema), ...all.get(schema) }),
    } as never,
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod
      // Clients must accept new members in responses.
      if (def.type === 'object' && !('catchall' in def && def.catchall))
        delete jsonSchema.additionalProperties
    },
  }).schemas
  const entries = Object.entries(converted).map(([id, schema]) => {
    const { $schema: _dialect, $id: _address, ...rest } = schema as Json
    return [id, rest] as const
  })
  return Object.fromEntries(entries)
}
