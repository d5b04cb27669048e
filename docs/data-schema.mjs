import * as z from 'zod/mini'
import { descriptions } from '../src/contract/resources/fields.js'
import { mockDataSchema } from '../src/dataset/data-file.js'

/** Creates the JSON Schema of a data file, for editors. No field is required, because missing fields are generated. */
export function createDataSchema() {
  const schema = z.toJSONSchema(mockDataSchema, {
    metadata: descriptions,
    io: 'input',
    override({ jsonSchema }) {
      delete jsonSchema.required
      delete jsonSchema.id
      if (jsonSchema.type === 'object') jsonSchema.additionalProperties = false
    },
  })
  return { ...schema, title: 'Data for conmock', description: 'Missing fields are generated.' }
}
