import { describe, expect, it } from 'vitest'
import { resourceSchemas } from '../../src/convention/resources.js'
import { operations } from '../../src/convention/operations.js'
import { openApiProblems } from '../support/json-schema.js'
import { createOpenApiDocument } from '../support/convention.js'
import type { Operation } from '../../src/contract/operation.js'

type Json = Record<string, unknown>

const api = createOpenApiDocument()

/** The value at a JSON pointer such as `#/components/schemas/Role`. */
function at(pointer: string): unknown {
  const keys = pointer
    .slice(2)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  return keys.reduce<unknown>((place, key) => (place as Json | undefined)?.[key], api)
}

function operationAt(path: string): Json {
  return (at(`#/paths/${path.replaceAll('/', '~1')}/get`) ?? {}) as Json
}

it('is valid for an independent validator of OpenAPI 3.1, and has no dangling references', async () => {
  expect(await openApiProblems(api)).toEqual([])
  expect(api.openapi).toMatch(/^3\.1\./)
  expect(JSON.parse(JSON.stringify(api))).toEqual(api)
})

/** The operations, with the statuses of their refusals. */
const cases = Object.values(operations).map((operation: Operation) => {
  const notFound = 'unknown_user' in operation.refusals
  return {
    operation,
    id: operation.id,
    path: operation.path.replace(':id', '{id}'),
    refusals: ['400', '401', '403', ...(notFound ? ['404'] : []), '405'],
  }
})

it('has exactly the operations of the API specification', () => {
  const paths = Object.keys(at('#/paths') as Json)
  expect(paths).toEqual(cases.map(({ path }) => path))
  expect(paths).toEqual(expect.arrayContaining(['/api/v0/users/{id}/volunteer', '/api/v0/roles']))
  for (const item of Object.values(at('#/paths') as Json)) expect(Object.keys(item as Json)).toEqual(['get'])
})

describe.each(cases)('the operation $id', ({ operation, path, refusals }) => {
  const described = operationAt(path)

  it('has its id, its scope, its parameters and its resource as application/json', () => {
    const schema = { $ref: `#/components/schemas/${operation.response}` }
    expect(described).toMatchObject({
      operationId: operation.id,
      security: [{ serviceIntegration: [operation.scope] }],
      parameters: operation.parameters!.map((parameter) => ({ ...parameter, schema: { type: 'string' } })),
      responses: { 200: { content: { 'application/json': { schema } } } },
    })
  })

  it('describes the body of each of its refusals, and the challenge of 401 and 403', () => {
    const responses = described['responses'] as Record<string, { $ref: string }>
    expect(Object.keys(responses).toSorted()).toEqual(['200', ...refusals])
    for (const status of refusals) {
      expect(at(responses[status]!.$ref)).toMatchObject({
        description: expect.stringMatching(/\w/),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
      })
    }
    for (const status of ['401', '403']) {
      expect(at(responses[status]!.$ref)).toHaveProperty(['headers', 'WWW-Authenticate'])
    }
    expect(at(responses['405']!.$ref)).toHaveProperty(['headers', 'Allow'])
  })
})

it('has a bearer credential that names the scopes', () => {
  const scheme = at('#/components/securitySchemes/serviceIntegration')
  expect(scheme).toMatchObject({ type: 'http', scheme: 'bearer' })
  for (const scope of ['volunteer:read', 'user:read']) {
    expect(scheme).toHaveProperty('description', expect.stringContaining(scope))
  }
})

it.each(Object.entries(resourceSchemas))('describes every field of %s, required or not', (name, schema) => {
  const described = at(`#/components/schemas/${name}`) as { properties: Json; required?: string[] }
  expect(Object.keys(described.properties)).toEqual(Object.keys(schema.shape))
  const required = Object.entries(schema.shape).flatMap(([field, type]) =>
    type.safeParse(undefined).success ? [] : [field],
  )
  expect(described.required ?? []).toEqual(required)
})

it('contains the default URL of a local server', () => {
  expect(api['servers']).toEqual([{ url: 'http://127.0.0.1:4020' }])
})
