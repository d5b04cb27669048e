import { createMock } from 'conmock'
import { setupServer } from 'msw/node'
import { Api } from '../src/api'

const baseUrl = 'https://reg.example.com'

/** The convention that the tests talk to. Small pages, so that there are several. */
export const mock = createMock({ baseUrl, scenario: 'personas', assumptions: { 'roles.pageSize': 4 } })

export const server = setupServer(...mock.handlers)

/** The API as somebody with this token sees it. */
export function apiFor(token: string): Api {
  return new Api(baseUrl, token)
}
