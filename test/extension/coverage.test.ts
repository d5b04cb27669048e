import { expect, it } from 'vitest'
import * as z from 'zod'
import { createOpenApiDocument } from '../../src/contract/openapi.js'
import { convention } from '../../src/convention/convention.js'
import type { Coverage } from '../../src/coverage/coverage.js'
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

it('notes the filters that a request has', async () => {
  const extend = registrations.operation(
    'listPaid',
    'GET /api/v0/paid',
    { pages: 'users' },
    ({ page, query }) =>
      page({ where: ({ lastName }) => !query.has('name') || lastName === query.get('name') }),
  )
  const mock = createMock({ extend })
  await mock.fetch(`${origin}/registrations/search`, {
    method: 'POST',
    headers,
    body: '{"ids":["1"],"limit":5}',
  })
  await mock.fetch(`${origin}/paid?name=Ada&other=1`, { headers })
  expect(mock.requests.all().map(({ cases }) => cases)).toEqual([
    ['searchRegistrations.page.only', 'searchRegistrations.with.ids'],
    ['listPaid.page.only', 'listPaid.with.name'],
  ])
})

it('prints both figures, and the operations without a schema of the response', () => {
  const coverage: unknown = createMock({ extend: registrations }).coverage()
  const text = formatCoverage(api, coverage as Coverage)
  expect(text).toContain('GET /api/v0/users/:id (yours): 0 of 6 covered')
  expect(text).toMatch(/Without a schema of the response: getUser, getRegistration, searchRegistrations/)
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

it('calls operations as the extension says', () => {
  const extend = extendApi({ origin: 'reported' }).operation('getMe', 'GET /api/v0/me', {}, () => ({}))
  expect(createMock({ extend }).coverage().cases).toContainEqual(
    expect.objectContaining({ operation: 'getMe', origin: 'reported' }),
  )
})
