import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { createMock } from '../../src/index.js'
import { intercept } from '../support/msw.js'

/** The error of msw for an unhandled request, with `onUnhandledRequest: 'error'`. */
const UNHANDLED = /onUnhandled/

const headers = { authorization: 'Bearer mock-all-scopes' }
async function status(url: string, init: RequestInit = {}): Promise<number> {
  return (await fetch(url, { headers, ...init })).status
}

describe('the handlers without a baseUrl', () => {
  test('answer on any origin', async () => {
    intercept(...createMock().handlers)
    for (const origin of ['https://reg.example.com', 'http://127.0.0.1:9', 'http://localhost:3000']) {
      expect(await status(`${origin}/api/v0/roles`)).toBe(200)
      expect(await status(`${origin}/api/v0/users/1/volunteer?x=1`)).toBe(200)
    }
  })

  test('do not handle other paths', async () => {
    intercept(...createMock().handlers)
    const paths = ['', 'api/v0', 'api/v0/role', 'API/v0/roles', 'api/v1/roles', 'api/v0/users/1']
    const others = ['api/v0/users//volunteer', 'x/api/v0/roles', 'api/v0/roles/x', '?/api/v0/roles']
    for (const path of [...paths, ...others])
      await expect(fetch(`https://reg.example.com/${path}`, { headers })).rejects.toThrow(UNHANDLED)
  })

  test('leave other requests to the custom handlers before or after them', async () => {
    intercept(
      http.get('*/before', () => HttpResponse.text('mine', { status: 418 })),
      ...createMock().handlers,
      http.get('*/after', () => HttpResponse.text('mine', { status: 419 })),
      http.get('*/api/v0/roles', () => HttpResponse.text('too late', { status: 420 })),
    )
    expect(await status('https://reg.example.com/before')).toBe(418)
    expect(await status('https://reg.example.com/after')).toBe(419)
    expect(await status('https://reg.example.com/api/v0/roles')).toBe(200)
  })
})

describe('the handlers with a baseUrl', () => {
  test('answer only on its origin', async () => {
    intercept(...createMock({ baseUrl: 'https://REG.example.com:443' }).handlers)
    expect(await status('https://reg.example.com/api/v0/roles')).toBe(200)
    for (const origin of [
      'http://reg.example.com',
      'https://reg.example.com:8443',
      'https://reg.example.com.evil.example',
    ]) {
      await expect(fetch(`${origin}/api/v0/roles`, { headers })).rejects.toThrow(UNHANDLED)
    }
  })

  test.each(['https://reg.example.com/service', 'https://reg.example.com/service/'])(
    'answer only below its path: %s',
    async (baseUrl) => {
      intercept(...createMock({ baseUrl }).handlers)
      expect(await status('https://reg.example.com/service/api/v0/users/1/volunteer')).toBe(200)
      for (const path of ['/api/v0/roles', '/service2/api/v0/roles', '/servicexapi/v0/roles']) {
        await expect(fetch(`https://reg.example.com${path}`, { headers })).rejects.toThrow(UNHANDLED)
      }
    },
  )
})

test('the handlers of two mocks can be used together, and do not share data or tokens', async () => {
  const [first, second] = ['a', 'b'].map((name) =>
    createMock({ baseUrl: `https://${name}.example.com`, tokens: { [`token-${name}`]: ['user:read'] } }),
  )
  intercept(...first!.handlers, ...second!.handlers)
  await first!.users.delete('1')
  await second!.roles.create({ name: 'of the second' })
  expect(await status('https://a.example.com/api/v0/users/1/volunteer')).toBe(404)
  expect(await status('https://b.example.com/api/v0/users/1/volunteer')).toBe(200)
  const own = { headers: { authorization: 'Bearer token-a' } }
  expect(await status('https://a.example.com/api/v0/roles', own)).toBe(200)
  expect(await status('https://b.example.com/api/v0/roles', own)).toBe(401)
  expect(first!.handlers).toBe(first!.handlers)
  expect(first!.handlers.some((handler) => second!.handlers.includes(handler))).toBe(false)
})
