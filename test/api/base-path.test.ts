import { describe, expect, it } from 'vitest'
import { createMock } from '../../src/index.js'

describe('an API whose base URL has a path', () => {
  const mock = createMock({ baseUrl: 'https://reg.example.org/service' })

  async function statusOf(path: string): Promise<number> {
    const headers = { authorization: 'Bearer mock-all-scopes' }
    return (await mock.fetch(new Request(`https://reg.example.org${path}`, { headers }))).status
  }

  it.each(['/service/api/v0/roles', '/service/api/v0/users/1/volunteer', '/service/api/v0/roles?x=1'])(
    'answers at %s',
    async (path) => {
      expect(await statusOf(path)).toBe(200)
    },
  )

  it.each([
    '/serviceapi/v0/roles',
    '/serviceXapi/v0/roles',
    '/service//api/v0/roles',
    '/service/service/api/v0/roles',
    '/other/api/v0/roles',
    '/service',
  ])('answers 404 at %s, which is not a path of the API', async (path) => {
    expect(await statusOf(path)).toBe(404)
  })
})
