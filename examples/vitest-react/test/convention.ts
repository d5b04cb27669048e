import { createMock } from 'conmock'
import { setupServer } from 'msw/node'
import { Api } from '../src/api'

const baseUrl = 'https://reg.example.com'

/** The mock of all tests. Pages are small, so that there are several. */
export const mock = createMock({ baseUrl, data: 'edge-cases', assumptions: { 'roles.pageSize': 4 } })

export const server = setupServer(...mock.handlers)

/** Returns a client of the API that sends this token. */
export function apiFor(token: string, msToWait?: number): Api {
  return new Api(baseUrl, token, msToWait)
}
