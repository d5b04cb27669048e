import { describe, fieldsOf, type Description } from '../common/description.js'
import type { CompiledApi } from '../contract/compile.js'
import { mockDataSchema } from './data-file.js'

const absent = {
  type: 'object',
  description: 'Leaves out the field, instead of generating it',
  properties: { $absent: { const: true } },
  required: ['$absent'],
  additionalProperties: false,
}

/** Creates the JSON Schema of a data file, for editors. No field is required, because missing fields are generated. */
export function createDataSchema(api: CompiledApi): object {
  const kinds = Object.entries(api.kinds).map(([name, { schema }]) => [describe(schema), name] as const)
  const schemas = Object.entries(api.schemas).map(([name, schema]) => [describe(schema), name] as const)
  // The schemas of the API have the better names.
  const names = new Map<unknown, string>([...kinds, ...schemas])
  const $defs: Record<string, unknown> = {}

  function write(schema: Description): object {
    const text = JSON.stringify(schema, (key, part: Description | undefined) => {
      const name = key === '' ? undefined : names.get(part)
      if (name !== undefined) {
        if (!(name in $defs)) {
          $defs[name] = undefined
          $defs[name] = write(part!)
        }
        return { $ref: `#/$defs/${name}` }
      }
      if (!part?.properties || (part as object) === absent) return part
      const { required: _, additionalProperties = false, ...rest } = part
      // A record may omit its optional fields on purpose.
      const fields = fieldsOf(part).map(({ name: field, schema: of, isOptional }) => {
        return [field, isOptional && names.has(part) ? { anyOf: [of, absent] } : of]
      })
      return { ...rest, properties: Object.fromEntries(fields) as unknown, additionalProperties }
    })
    return JSON.parse(text) as object
  }

  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...write(describe(mockDataSchema(api))),
    $defs,
    title: 'Data for conmock',
    description: 'Missing fields are generated.',
  }
}
