import * as fc from 'fast-check'
import { http } from 'msw'
import { expect, test } from 'vitest'
import { createMock, type MockOptions } from '../../src/index.js'
import { anyAuthorization, anyHeaders, anyMethod, anyPath, anyQuery } from './arbitrary-requests.js'
import { authorized } from '../support/ask.js'
import { runs } from '../support/property.js'

const anyRequest = fc
  .record({
    method: anyMethod,
    target: fc.tuple(anyPath, anyQuery).map(([path, query]) => `https://reg.example.com${path}${query}`),
    headers: anyHeaders,
    authorization: fc.option(anyAuthorization, { nil: undefined }),
    body: fc.option(fc.string({ maxLength: 20 })),
  })
  .map(({ method, target, headers, authorization, body }) => {
    const all =
      authorization === undefined
        ? headers
        : [...headers, ['authorization', authorization] as [string, string]]
    const head = { method, headers: all }
    return new Request(target, /^(get|head)$/i.test(method) ? head : { ...head, body })
  })

const baseUrl = 'https://reg.example.com/api'
const noEnd = { 'roles.empty': 'absent', 'roles.lastPage': 'absent' } as const
const firstPage = { 'cursor.invalid': 'first-page', 'roles.pageSize': 1 } as const
const otherPaths = { 'path.trailingSlash': 'accepted', 'method.notAllowed': '404' } as const

const mocks: [string, MockOptions][] = [
  ['with the default options', {}],
  ['without records', { data: 'empty', assumptions: noEnd }],
  ['that answers an invalid cursor with a page', { assumptions: firstPage }],
  ['that accepts a slash at the end', { assumptions: otherPaths }],
  ['with a path in front of the API', { baseUrl }],
  ['with handlers that return nothing', { handlers: [http.all('*/users/:id/*', () => undefined)] }],
]

test.each(mocks)('a mock %s answers every request in JSON, and never with 5xx', async (_, options) => {
  const mock = createMock(options)
  await fc.assert(
    fc.asyncProperty(anyRequest, async (request) => {
      const response = await mock.fetch(request)
      const text = await response.text()
      expect(response.status).toBeGreaterThanOrEqual(200)
      expect(response.status).toBeLessThan(500)
      expect(response.headers.get('content-type')).toBe('application/json')
      expect(request.method === 'HEAD' ? text === '' : typeof JSON.parse(text)).toBe(
        request.method === 'HEAD' ? true : 'object',
      )
    }),
    runs(400),
  )
  const base = options.baseUrl === undefined ? '' : '/api'
  expect((await mock.fetch(authorized(`${base}/api/v0/roles`))).status).toBe(200)
})
