import * as z from 'zod/mini'
import { descriptions } from '../src/contract/resources/fields.js'
import { worldDataSchema } from '../src/dataset/data-file.js'

/** The JSON Schema of a data file, for editors: gaps are filled in, so no field is required, and no other is allowed. */
export function createDataSchema() {
  const schema = z.toJSONSchema(worldDataSchema, {
    metadata: descriptions,
    io: 'input',
    override({ jsonSchema }) {
      delete jsonSchema.required
      delete jsonSchema.id
      if (jsonSchema.type === 'object') jsonSchema.additionalProperties = false
    },
  })
  return { ...schema, title: 'A world for conmock', description: 'What is missing is filled in.' }
}
