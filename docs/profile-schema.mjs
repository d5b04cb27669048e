import * as z from 'zod/mini'
import { wholeNumber } from '../src/common/check-options.js'
import { assumptions } from '../src/contract/assumptions.js'
import { profileFileSchema } from '../src/contract/profile-file.js'
import { descriptions } from '../src/contract/resources/fields.js'

/** Returns the schema of a value, as it is written in a profile. A limit is written as on the command line: 10/60. */
function variantSchema(variants) {
  if (variants.kind === 'choice') return z.enum(variants.options)
  if (variants.kind === 'rate') return z.string()
  const number = wholeNumber(variants.min, variants.max)
  return variants.word === undefined ? number : z.union([number, z.literal(variants.word)])
}

function valueSchema(variants) {
  const { $schema: _, ...schema } = z.toJSONSchema(variantSchema(variants))
  return schema
}

/** Creates the JSON Schema of a profile, for editors: with the name and the values of each assumption. */
export function createProfileSchema() {
  const options = { metadata: descriptions, io: 'output' }
  const { $schema, ...schema } = z.toJSONSchema(profileFileSchema, options)
  const row = schema.properties.assumptions.additionalProperties
  const properties = Object.entries(assumptions).map(([name, { question, variants }]) => [
    name,
    { ...row, description: question, properties: { ...row.properties, value: valueSchema(variants) } },
  ])
  schema.properties.assumptions = {
    type: 'object',
    properties: Object.fromEntries(properties),
    additionalProperties: false,
  }
  return {
    $schema,
    ...schema,
    title: 'Profile for conmock',
    description: 'What conmock probe has measured at a real service.',
  }
}
