import * as z from 'zod/mini'
import { descriptions } from '../../contract/resources/fields.js'

interface Documentation {
  readonly id?: string
  readonly description?: string
}

/** The descriptions of the schemas of the control plane. */
const own = z.registry<Documentation>()

/** Returns a copy of a schema with a description. Other fields may use the same schema. */
export function described<Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema {
  const copy = schema.clone()
  own.add(copy, { ...own.get(schema), description })
  return copy
}

type Json = Record<string, unknown>

/** Returns the documentation of a schema: that of the control plane, or that of a resource of the API. */
function documentationOf(schema: z.ZodMiniType): Documentation {
  // The API registers its resources with their ids, which are the same here.
  return { ...descriptions.get(schema), ...own.get(schema) }
}

const metadata = { get: documentationOf } as never

/** Converts schemas to JSON Schema, with references to each other below `#/components/schemas/`. */
export function componentsOf(schemas: Readonly<Record<string, z.ZodMiniType>>): Record<string, Json> {
  const all = z.registry<Documentation>()
  for (const [id, schema] of Object.entries(schemas)) {
    own.add(schema, { ...own.get(schema), id })
    all.add(schema, { id })
  }
  const converted = z.toJSONSchema(all, {
    metadata,
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

/** Converts a schema without references to JSON Schema. */
export function jsonSchemaOf(schema: z.ZodMiniType): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { metadata }) as Json
  return rest
}
