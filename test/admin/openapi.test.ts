import { describe, expect, it } from 'vitest'
import { openApiProblems } from '../support/json-schema.js'
import { createPlace, V1 } from './admin-place.js'
import { controlDocument, validatorOf } from './documented.js'

interface Described {
  readonly operationId: string
  readonly summary: string
  readonly requestBody?: {
    readonly content: {
      readonly 'application/json': { readonly schema: { readonly $ref: string }; readonly example: unknown }
    }
  }
}

const operations = Object.entries(controlDocument.paths).flatMap(([path, item]) =>
  Object.entries(item as unknown as Record<string, Described>).map(([method, operation]) => ({
    ...operation,
    method: method.toUpperCase(),
    path,
    body: operation.requestBody?.content['application/json'],
  })),
)

it('is what the server returns', async () => {
  const { send } = createPlace()
  const response = await send('GET', `${V1}/openapi.json`)
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  expect(await response.json()).toEqual(JSON.parse(JSON.stringify(controlDocument)))
})

it('is valid for an independent validator of OpenAPI 3.1, and has no dangling references', async () => {
  expect(await openApiProblems(controlDocument)).toEqual([])
  expect(controlDocument.openapi).toMatch(/^3\.1\./)
})

it('describes each field, also if several fields have the same type', () => {
  const { SandboxOptions, JournalEntry } = controlDocument.components.schemas as unknown as Record<
    string,
    { readonly properties: Readonly<Record<string, { readonly description?: string }>> }
  >
  expect(SandboxOptions!.properties['seed']!.description).toBe('Seed of the generated data')
  expect(SandboxOptions!.properties['roles']!.description).toBe('Number of generated roles')
  expect(JournalEntry!.properties['scopes']!.description).toBeUndefined()
})

it('has an id and a summary for each operation', () => {
  const ids = operations.map(({ operationId }) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toEqual(
    expect.arrayContaining(['createSandbox', 'listVolunteers', 'updateRole', 'deleteUsers', 'addFault']),
  )
  for (const { summary } of operations) expect(summary).toMatch(/^[A-Z].*[^.]$/)
})

const withBody = operations.flatMap(({ body, ...operation }) => (body ? [{ ...operation, ...body }] : []))

describe.each(withBody)('the example of $operationId', ({ operationId, method, path, schema, example }) => {
  it('matches its schema', () => {
    expect(validatorOf(schema.$ref).safeParse(example).error).toBeUndefined()
  })

  it('is accepted', async () => {
    const { ask, mock, sandboxes } = createPlace()
    sandboxes.create('w1')
    await mock.snapshot()
    const { records } = (await ask('GET', `${V1}/sandboxes/default/${kindIn(path)}`)).body
    const sandbox = operationId === 'createSandbox' ? 'w2' : 'default'
    const target = path.replace('{sandbox}', sandbox).replace('{id}', records[0].id)
    // Two roles cannot have the same name.
    const query = operationId === 'updateRoles' ? `?where="${records[0].id}"` : ''
    expect((await ask(method, target + query, example)).status).toBeLessThan(300)
  })
})

function kindIn(path: string): string {
  return /\/(volunteers|users|roles)/.exec(path)?.[1] ?? 'roles'
}

describe('the schemas of bodies', () => {
  it.each([
    ['VolunteerInput', { user: { firstname: 'x' } }],
    ['UserInput', { id: { $absent: true } }],
    ['UserInput', { firstName: { $absent: true } }],
    ['UserInput', { preferredName: { $absent: false } }],
    ['SandboxOptions', { scenarios: 'personas' }],
    ['SandboxOptions', { scenario: 'emtpy' }],
    ['SandboxOptions', { assumptions: { 'roles.pageSize': 0 } }],
    ['AssumptionInput', { 'roles.lastPag': 'absent' }],
    ['AssumptionInput', { 'roles.lastPage': 'none' }],
    ['AssumptionInput', { rateLimit: { requests: 0, perSeconds: 60 } }],
    ['Fault', { effect: { status: 200 } }],
    ['Fault', { operation: 'listRoles' }],
    ['TokenOptions', { scopes: ['volunteer:write'] }],
  ])('of %s do not allow %j', (name, value) => {
    expect(validatorOf(`#/components/schemas/${name}`).safeParse(value).success).toBe(false)
  })

  it.each([
    ['UserInput', { preferredName: { $absent: true } }],
    ['VolunteerInputs', [{}, { user: { id: '1' } }]],
    ['SandboxOptions', { assumptions: { 'roles.pageSize': 5 }, data: { users: [{ id: '1' }] }, faults: [] }],
    ['Fault', { effect: { delay: [1, 2], status: 503 }, when: { nth: 1 } }],
  ])('of %s allow %j', (name, value) => {
    expect(validatorOf(`#/components/schemas/${name}`).safeParse(value).error).toBeUndefined()
  })
})

it.each(['/__conmock/health?x=1', `${V1}/openapi.json`, `${V1}/openapi.json?x=1`])(
  'describes the response to %s',
  async (path) => {
    // `ask` compares the response with the document.
    const { status } = await createPlace().ask('GET', path)
    expect(status).toBe(path.includes('?') ? 400 : 200)
  },
)
