import { createMock } from 'conmock'
import { Api } from '../src/api'

const baseUrl = 'https://reg.example.com'

/** The convention that the stories show: the personas of conmock, one for every shape that the document allows. */
export const mock = createMock({ baseUrl, scenario: 'personas' })

/** The API as somebody with this token sees it. */
export function apiFor(token: string): Api {
  return new Api(baseUrl, token)
}
