import { describe, fieldsOf } from '../src/common/description.js'
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
  const names = new Map(Object.entries(api.schemas).map(([name, schema]) => [describe(schema), name]))
  const $defs = {}

  function write(schema) {
    const text = JSON.stringify(schema, (key, part) => {
      if (key !== '' && names.has(part)) {
        const name = names.get(part)
        if (!(name in $defs)) {
          $defs[name] = undefined
          $defs[name] = write(part)
        }
        return { $ref: `#/$defs/${name}` }
      }
      if (!part?.properties || part === absent) return part
      const { required: _, ...rest } = part
      // A record may omit its optional fields on purpose.
      const fields = fieldsOf(part).map(({ name, schema: field, isOptional }) => {
        return [name, isOptional && names.has(part) ? { anyOf: [field, absent] } : field]
      })
      return { ...rest, properties: Object.fromEntries(fields), additionalProperties: false }
    })
    return JSON.parse(text)
  }

  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...write(describe(mockDataSchema(api))),
    $defs,
    title: 'Data for conmock',
    description: 'Missing fields are generated.',
  }
}
