import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { fetchFrom, runServer } from '../support/running-server.js'

const ROLES = '/api/v0/roles'
const PAGE = 'http://localhost:5173'

describe('Conmock-Assumed', () => {
  it.each([
    ['a success', {}],
    ['a refusal', { authorization: '' }],
  ])('is readable for pages in the response of %s', async (_, headers) => {
    for (const cors of ['*', PAGE]) {
      const server = await runServer({ cors })
      const response = await fetchFrom(server, ROLES, { headers: { origin: PAGE, ...headers } })
      expect(response.headers.get('conmock-assumed')).toMatch(/\w/)
      const exposed = response.headers.get('access-control-expose-headers')?.toLowerCase().split(', ')
      expect(exposed).toContain('conmock-assumed')
    }
  })

  it('is not in the response to a preflight, or of a handler of the user', async () => {
    const handler = http.get('*/api/v0/roles', () => HttpResponse.json({}))
    const server = await runServer({ handlers: [handler] })
    const headers = { origin: PAGE, 'access-control-request-method': 'GET' }
    const preflight = await fetchFrom(server, ROLES, { method: 'OPTIONS', headers })
    expect([preflight.status, preflight.headers.has('conmock-assumed')]).toEqual([204, false])
    const own = await fetchFrom(server, ROLES)
    expect([own.status, own.headers.has('conmock-assumed')]).toEqual([200, false])
  })

  it('is omitted with assumedHeader: false', async () => {
    const server = await runServer({ assumedHeader: false })
    for (const headers of [{}, { authorization: '' }]) {
      const response = await fetchFrom(server, ROLES, { headers })
      expect(response.headers.has('conmock-assumed')).toBe(false)
    }
  })
})
