import * as z from 'zod/mini'
import { descriptions } from '../src/contract/resources/fields.js'
import { settings } from '../src/admin/schemas/settings.js'
import { profileFileSchema } from '../src/contract/profile-file.js'

const limit = { type: 'string' }

/** Creates the JSON Schema of a profile, for editors: with the name and the values of each assumption. */
export function createProfileSchema() {
  const options = { metadata: descriptions, io: 'output' }
  const { $schema, ...schema } = z.toJSONSchema(profileFileSchema, options)
  const row = schema.properties.assumptions.additionalProperties
  const values = Object.entries(z.toJSONSchema(settings, options).properties)
  const properties = values.map(([name, { description, ...value }]) => [
    name,
    // A limit is written as on the command line: 10/60.
    { ...row, description, properties: { ...row.properties, value: name === 'rateLimit' ? limit : value } },
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
