import { createMock } from 'conmock'
import { Api } from '../src/api'

const baseUrl = 'https://reg.example.com'

/** The mock of all stories. It only has the edge cases: one for each shape that the API specification allows. */
export const mock = createMock({ baseUrl, data: 'edge-cases' })

/** Returns a client of the API that sends this token. */
export function apiFor(token: string): Api {
  return new Api(baseUrl, token)
}
