import { afterAll, afterEach, beforeAll } from '@jest/globals'
import { createMock, explainFailures, saveCoverage } from 'conmock'
import { setupServer } from 'msw/node'
import { Api } from '../src/api'

export const baseUrl = 'https://reg.example.com'

// For `npm run pact`. First, because it only sees mocks that are created later.
saveCoverage(afterAll)

/** The mock of all tests: 250 roles on three pages. */
export const mock = createMock({ baseUrl })

export const server = setupServer(...mock.handlers)

/** Returns a client of the API that sends this token. */
export function apiFor(token: string): Api {
  return new Api(baseUrl, token)
}

// Prints the refused requests of a failed test.
explainFailures(afterEach)
beforeAll(() => server.listen(mock.listenOptions))
afterEach(async () => {
  server.resetHandlers()
  // Resets records, tokens and assumptions.
  await mock.reset()
})
afterAll(() => server.close())
