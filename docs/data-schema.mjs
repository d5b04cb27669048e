import * as z from 'zod/mini'
import { descriptions } from '../src/contract/fields.js'
import { mockDataSchema } from '../src/dataset/data-file.js'

const absent = {
  type: 'object',
  description: 'Leaves out the field, instead of generating it',
  properties: { $absent: { const: true } },
  required: ['$absent'],
  additionalProperties: false,
}

/** Creates the JSON Schema of a data file, for editors. No field is required, because missing fields are generated. */
export function createDataSchema(api) {
  const schema = z.toJSONSchema(mockDataSchema(api), {
    metadata: descriptions,
    io: 'input',
    override({ jsonSchema }) {
      const { id, required = [], properties = {} } = jsonSchema
      // A record may omit its optional fields on purpose.
      for (const [name, field] of id ? Object.entries(properties) : []) {
        if (!required.includes(name)) properties[name] = { anyOf: [field, absent] }
      }
      delete jsonSchema.required
      delete jsonSchema.id
      if (jsonSchema.type === 'object') jsonSchema.additionalProperties = false
    },
  })
  return { ...schema, title: 'Data for conmock', description: 'Missing fields are generated.' }
}
