import * as z from 'zod/mini'
import { wholeNumber } from '../src/common/check-options.js'
import { assumptions } from '../src/contract/assumptions.js'
import { profileFileSchema } from '../src/contract/profile-file.js'
import { descriptions } from '../src/contract/resources/fields.js'

/** Returns the schema of a value, as it is written in a profile. */
function valueSchema(variants) {
  const value =
    variants.kind === 'choice' ? z.enum(variants.options) : wholeNumber(variants.min, variants.max)
  const { $schema: _, ...schema } = z.toJSONSchema(value)
  return schema
}

/** Creates the JSON Schema of a profile, for editors: with the name and the values of each assumption. */
export function createProfileSchema() {
  const options = { metadata: descriptions, io: 'output' }
  const { $schema, ...schema } = z.toJSONSchema(profileFileSchema, options)
  const properties = Object.entries(assumptions).map(([name, { question, variants }]) => [
    name,
    { description: question, ...valueSchema(variants) },
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
