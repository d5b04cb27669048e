import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { operations } from '../../src/convention/operations.js'
import { createMock, InvalidOptionError, type MockOptions } from '../../src/index.js'
import { authorized, BASE, tokenRequest } from '../support/ask.js'
import { expectEffect, noticedEffects } from '../support/fault-effects.js'
import { runServer } from '../support/running-server.js'
import { scopes as allScopes } from '../support/convention.js'

const EVENT = 'GET /events/:id'
const SCOPE = 'order:view'

/** With handlers that have a state of their own, so that a test sees whether they were called. */
function withHandlers(): MockOptions {
  const visits: string[] = []
  return {
    handlers: [
      http.get<{ id: string }>('*/events/:id', ({ params }) => HttpResponse.json({ id: params.id })),
      http.put<{ id: string }>('*/visits/:id', ({ params }) => {
        visits.push(params.id)
        return HttpResponse.json(visits)
      }),
    ],
  }
}

const put = (id: string) => new Request(`${BASE}/visits/${id}`, { method: 'PUT' })

test('a function is refused as handlers, with the way to operations of your own', () => {
  expect(() => createMock({ handlers: (() => []) as never })).toThrow(
    '"handlers" must be a list of handlers of msw; for operations of your own, use extendApi() and the option extend',
  )
})

describe('the option scopes', () => {
  test('gives each scope a token, and all of them to mock-all-scopes', () => {
    const mock = createMock({ scopes: ['user:roles:update', SCOPE], tokens: { mine: [SCOPE] } })
    const tokens = Object.fromEntries(mock.tokens.all.map(({ token, scopes }) => [token, scopes]))
    expect(tokens).toMatchObject({
      'mock-all-scopes': [...allScopes, 'user:roles:update', SCOPE],
      'mock-user-roles-update': ['user:roles:update'],
      'mock-order-view': [SCOPE],
      mine: [SCOPE],
    })
    expect(mock.tokens.issue({ scopes: [SCOPE] }).scopes).toEqual([SCOPE])
  })

  test('refuses a scope of an operation, and what is no scope', () => {
    expect(() => createMock({ scopes: [SCOPE, 'user:read'] })).toThrow(
      '"scopes[1]" is the scope of an operation, so the mock knows it already; remove it',
    )
    expect(() => createMock({ scopes: ['a b'] })).toThrow('"scopes[0]" may only contain')
    expect(() => createMock({ tokens: { mine: [SCOPE] } })).toThrow(InvalidOptionError)
  })

  test('is granted by the token endpoint', async () => {
    const mock = createMock({ scopes: [SCOPE], assumptions: { 'token.endpoint': 'on' } })
    const { scope } = (await (await mock.fetch(tokenRequest())).json()) as { scope: string }
    expect(scope).toBe([...allScopes, SCOPE].join(' '))
  })
})

describe('a fault for a custom operation', () => {
  test.each(noticedEffects)('has the effect %s, with mock.fetch and on a server', async (...effect) => {
    const mock = createMock(withHandlers())
    await expectEffect(mock, await runServer({ mock }), { path: '/events/1', operation: EVENT }, effect)
  })

  test('is also one for all operations, and does not call the handler if the status is an error', async () => {
    const mock = createMock(withHandlers())
    mock.faults.add({ when: { nth: 1 }, effect: { status: 500 } })
    expect((await mock.fetch(put('1'))).status).toBe(500)
    expect((await mock.fetch(authorized('/api/v0/roles'))).status).toBe(500)
    expect(await (await mock.fetch(put('2'))).json()).toEqual(['2'])
  })

  test('must have an operation that exists', () => {
    const mock = createMock(withHandlers())
    expect(mock.faults.operations).toEqual([...Object.keys(operations), 'token', EVENT, 'PUT /visits/:id'])
    const fault = { operation: 'GET /event/:id', effect: { status: 500 } } as const
    const message = `has no custom handler "GET /event/:id": did you mean "${EVENT}"?`
    expect(() => mock.faults.add(fault)).toThrow(message)
    expect(() => createMock({ ...withHandlers(), faults: [fault] })).toThrow(
      `"faults[0].operation" ${message}`,
    )
    expect(() => createMock({ ...withHandlers(), faults: [{ ...fault, operation: EVENT }] })).not.toThrow()
  })
})

describe('the operation of a custom handler', () => {
  test.each([
    [http.all('https://reg.example.com/x', () => HttpResponse.text('')), 'ALL /x'],
    [http.get('/x', () => HttpResponse.text('')), 'GET /x'],
    [http.get(/x$/, () => HttpResponse.text('')), undefined],
    [http.get('*/x', () => HttpResponse.error()), 'GET /x'],
  ])('%#', async (handler, operation) => {
    const mock = createMock({ handlers: [handler] })
    await mock.fetch(`${BASE}/x`).catch(() => undefined)
    expect(mock.requests.last()?.operation).toBe(operation)
  })

  test('that answers in place of the API is that of the API', async () => {
    const mock = createMock({ handlers: [http.get('*/api/v0/roles', () => HttpResponse.json([]))] })
    await mock.fetch(authorized('/api/v0/roles'))
    expect(mock.requests.last()?.operation).toBe('listRoles')
    expect(mock.faults.operations).toEqual([...Object.keys(operations), 'token'])
  })
})
