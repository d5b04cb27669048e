import { afterAll, afterEach, beforeAll } from '@jest/globals'
import { createMock } from 'conmock'
import { setupServer } from 'msw/node'
import { Api } from '../src/api'

export const baseUrl = 'https://reg.example.com'

/** The convention that the tests talk to: 250 roles on three pages. */
export const mock = createMock({ baseUrl })

export const server = setupServer(...mock.handlers)

/** The API as somebody with this token sees it. */
export function apiFor(token: string): Api {
  return new Api(baseUrl, token)
}

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(async () => {
  server.resetHandlers()
  // Back to the seed: records, tokens and assumptions.
  await mock.reset()
})
afterAll(() => server.close())
