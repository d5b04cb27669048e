// The generated parts of docs/reference/the-api.md.
import { createOpenApiDocument } from '../src/contract/openapi.js'
import { compile } from '../src/contract/compile.js'
import { convention } from '../src/convention/convention.js'
import { createMock } from '../src/index.js'
import { refusalExamples } from './refusal-examples.mjs'
import { table } from './table.mjs'

const api = compile(convention)
export const { schemas } = createOpenApiDocument(api).components

export function typeOf({ $ref, type, items, anyOf, enum: values }) {
  if ($ref) return $ref.split('/').at(-1)
  if (anyOf) return anyOf.map(typeOf).join(' or ')
  if (values) return values.map((value) => `\`${value}\``).join(', ')
  if (items) return `list of ${typeOf(items)}`
  return [type].flat().join(' or ')
}

/** The fields of a resource. */
export function fieldTable(name) {
  const { properties, required = [] } = schemas[name]
  const rows = Object.entries(properties).map(([field, schema]) => [
    `\`${field}\``,
    typeOf(schema) + (required.includes(field) ? '' : ', optional'),
    schema.description ?? '',
  ])
  return table(['field', 'type', 'meaning'], rows)
}

/** The response to a GET request below `/api/v0/`, as JSON. */
export async function sample(path) {
  const mock = createMock({ assumptions: { 'roles.pageSize': 2 } })
  const headers = { authorization: 'Bearer mock-all-scopes' }
  const response = await mock.fetch(`http://localhost/api/v0/${path}`, { headers })
  return `\`\`\`json\n${await response.text()}\n\`\`\``
}

/** The reasons for which the API refuses a request. */
export function refusals() {
  const rows = Object.entries(api.reasons).map(([code, { status, description }]) => {
    const { assumption } = refusalExamples[code]
    return [`\`${code}\``, status, description, assumption ? `\`${assumption}\`` : '–']
  })
  return table(['code', 'status', 'reason', 'assumption that changes it'], rows)
}
