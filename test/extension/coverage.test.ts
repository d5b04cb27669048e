import { expect, it } from 'vitest'
import * as z from 'zod'
import * as small from 'zod/mini'
import { createOpenApiDocument } from '../../src/contract/openapi.js'
import { convention } from '../../src/convention/convention.js'
import { coverageFigures, type Coverage } from '../../src/coverage/coverage.js'
import { formatCoverage } from '../../src/coverage/coverage-sections.js'
import { extendedApi } from '../../src/extension/extended-api.js'
import { createMock, extendApi } from '../../src/index.js'
import { openApiProblems } from '../support/json-schema.js'
import { registrations } from './registrations.js'

const headers = { authorization: 'Bearer mock-all-scopes' }
const origin = 'https://reg.example.com/api/v0'
const api = extendedApi(convention, registrations)

it('counts statuses, refusals and pages in a figure of their own', async () => {
  const mock = createMock({ extend: registrations })
  const plain = createMock()
  const search = { method: 'POST', headers, body: '{"limit":1}' }
  await mock.fetch(`${origin}/registrations/search`, search)
  await mock.fetch(`${origin}/users/1/registration`, { method: 'DELETE', headers })
  await mock.fetch(`${origin}/users/1/registration`, { method: 'DELETE', headers })
  const coverage = mock.coverage()
  expect(coverage.percent).toBe(0)
  expect(coverage.ownPercent).toBeGreaterThan(0)
  const covered = coverage.cases.filter(({ count }) => count > 0)
  expect(covered.map(({ operation, name, origin: of }) => `${operation} ${name} ${of}`)).toEqual([
    'searchRegistrations 200 yours',
    'searchRegistrations searchRegistrations.page.first yours',
    'cancelRegistration 204 yours',
    'cancelRegistration 409 refused_409 yours',
  ])
  expect(coverage.answers.at(-1)).toMatchObject({ operation: 'searchRegistrations' })
  expect(coverage.answers.find(({ status }) => status === 409)!.assumptions).toHaveProperty(
    ['registration.canceledTwice'],
    '409',
  )
  // No status that the operation cannot have.
  expect(coverage.cases.filter(({ operation }) => operation === 'cancelRegistration')).not.toContainEqual(
    expect.objectContaining({ name: '200' }),
  )
  const { ownPercent, percent, cases } = plain.coverage()
  expect([ownPercent, percent]).toEqual([undefined, 0])
  expect(cases.every((each) => !('origin' in each))).toBe(true)
})

it.each<[how: string, read: (query: URLSearchParams) => unknown]>([
  ['forEach', (query) => query.forEach(() => undefined)],
  ['keys', (query) => [...query.keys()]],
  ['values', (query) => [...query.values()]],
  ['toString', (query) => String(query)],
])('notes the filters that %s reads', async (_, read) => {
  const extend = registrations.operation('search', 'GET /api/v0/search', {}, ({ query }) => ({
    read: read(query) !== 0,
  }))
  const mock = createMock({ extend })
  await mock.fetch(`${origin}/search?name=Ada`, { headers })
  expect(mock.requests.last()!.cases).toEqual(['search.with.name'])
})

it('notes the filters that a request has', async () => {
  const extend = registrations
    .operation('search', 'GET /api/v0/search', {}, ({ query }) => Object.fromEntries(query))
    .operation('listPaid', 'GET /api/v0/paid', { pages: 'users' }, ({ page, query }) =>
      page({ where: ({ lastName }) => !query.has('name') || lastName === query.get('name') }),
    )
  const mock = createMock({ extend })
  await mock.fetch(`${origin}/registrations/search`, {
    method: 'POST',
    headers,
    body: '{"ids":["1"],"limit":5}',
  })
  await mock.fetch(`${origin}/paid?name=Ada&other=1`, { headers })
  await mock.fetch(`${origin}/search?name=Ada&other=1`, { headers })
  expect(mock.requests.all().map(({ cases }) => cases)).toEqual([
    ['searchRegistrations.page.only', 'searchRegistrations.with.ids'],
    ['listPaid.page.only', 'listPaid.with.name'],
    ['search.with.name', 'search.with.other'],
  ])
})

it('prints both figures, and the operations without a schema of the response', () => {
  const coverage: unknown = createMock({ extend: registrations }).coverage()
  const text = formatCoverage(api, coverage as Coverage)
  expect(text).toContain('GET /api/v0/users/:id (yours): 0 of 6 covered')
  expect(text).toMatch(/Without a schema of the response: getUser, getRegistration, getPhoto/)
  expect(text).toMatch(/0 of \d+ cases covered \(0%\)\n0 of \d+ cases of your operations covered \(0%\)$/)
})

it('the OpenAPI document has paths, bodies, responses and marks', async () => {
  const person = z.object({
    name: z.string(),
    get friends() {
      return z.array(person)
    },
  })
  const extend = registrations
    .operation('addPerson', 'PUT /api/v0/people', { body: person, response: person }, ({ body }) => body)
    .operation('listPaid', 'GET /api/v0/paid', { pages: 'users', response: z.object({}) }, ({ page }) =>
      page({ each: () => ({}) }),
    )
  const document = createOpenApiDocument(extendedApi(convention, extend))
  expect(await openApiProblems(document)).toEqual([])
  expect(document).toMatchObject({
    tags: [
      {
        name: 'yours',
        description: expect.stringMatching(/Without a schema of the response: getUser/) as string,
      },
    ],
    paths: {
      '/api/v0/registrations': {
        post: {
          operationId: 'register',
          tags: ['yours'],
          requestBody: {
            content: { 'application/json': { schema: { $ref: '#/components/schemas/registerBody' } } },
          },
          responses: {
            201: {
              content: { 'application/json': { schema: { $ref: '#/components/schemas/registerResponse' } } },
            },
            409: {},
            413: {},
          },
        },
      },
      '/api/v0/users/{id}/registration': {
        delete: {
          parameters: [{ name: 'id', in: 'path' }],
          responses: { 204: { description: 'Done' }, 404: {}, 409: {} },
        },
        get: { responses: { 200: { description: 'Any JSON' } } },
      },
    },
    components: {
      schemas: {
        addPersonBody: {
          properties: { friends: { items: { $ref: '#/components/schemas/addPersonBody' } } },
        },
        listPaidResponse: { properties: { data: {}, nextPage: {} } },
      },
    },
  })
  expect(createOpenApiDocument(extendedApi(convention, undefined))).toMatchObject({ tags: [] })
})

it('calls operations as the extension says, and counts those that others add for themselves', () => {
  const reported = extendApi({ origin: 'reported' }).operation('getMe', 'GET /api/v0/me', {}, () => ({}))
  const extend = reported.extend().operation('getYou', 'GET /api/v0/you', {}, () => ({}))
  const { cases } = createMock({ extend }).coverage()
  expect(cases.find(({ operation }) => operation === 'getMe')).toMatchObject({ origin: 'reported' })
  expect(cases.find(({ operation }) => operation === 'getYou')).toMatchObject({ origin: 'yours' })
  expect(coverageFigures(cases as object as Coverage['cases']).map(({ of, total }) => [of, total])).toEqual([
    ['', 40],
    ['reported operations', 5],
    ['your operations', 5],
  ])
  expect(() => extendApi().extend({ origin: 1 as never })).toThrow('"origin"')
})

const each = () => ({ id: 'x' })

it('describes pages by their collection, and the small form of zod by its parts', async () => {
  const schema = small.object({ id: small.string(), size: small.number() })
  const extend = extendApi()
    .operation('findUsers', 'GET /api/v0/found', { pages: 'users' }, ({ page }) => page())
    .operation('findIds', 'GET /api/v0/ids', { pages: 'users' }, ({ page }) => page({ each }))
    .operation('addBox', 'POST /api/v0/boxes', { body: schema, response: schema }, ({ body }) => body)
  const document = createOpenApiDocument(extendedApi(convention, extend))
  expect(document['components']).toMatchObject({
    schemas: {
      findUsersResponse: { properties: { data: { anyOf: [{ items: { properties: { email: {} } } }, {}] } } },
      addBoxBody: { properties: { size: { type: 'number' } }, required: ['id', 'size'] },
    },
  })
  const mock = createMock({ extend })
  expect((await mock.fetch(`${origin}/ids`, { headers })).status).toBe(500)
  expect(mock.requests.last()?.refusal?.detail).toContain(
    'its page has other elements than users, so set "response": $.data[0].firstName is missing',
  )
  const init = { method: 'POST', headers, body: '{"id":"1","size":"2"}' }
  expect(await (await mock.fetch(`${origin}/boxes`, init)).json()).toMatchObject({
    detail: 'The body is invalid: $.size: expected number, received string.',
  })
})
