import { runInNewContext } from 'node:vm'
import { http, type HttpResponse } from 'msw'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createMock } from '../../src/index.js'

const URL_OF_ROLES = 'https://reg.example.com/api/v0/roles'
const init = { headers: { authorization: 'Bearer mock-user-read' } }

afterEach(() => {
  vi.restoreAllMocks()
})

describe('mock.fetch', () => {
  test.each<[string, Parameters<typeof fetch>]>([
    ['a Request', [new Request(URL_OF_ROLES, init)]],
    ['a string and options', [URL_OF_ROLES, init]],
    ['a URL and options', [new URL(URL_OF_ROLES), init]],
    ['a Request and options that change it', [new Request(URL_OF_ROLES), init]],
    ['an object that converts to a URL', [{ toString: () => URL_OF_ROLES } as URL, init]],
    [
      'a URL of another realm',
      [runInNewContext('({ href, toString: () => href })', { href: URL_OF_ROLES }), init],
    ],
    ['a String object', [Object(URL_OF_ROLES) as URL, init]],
  ])('accepts the arguments of fetch: %s', async (what, input) => {
    const response = await createMock().fetch(...input)
    expect(response.status).toBe(200)
    expect(await response.json()).toHaveProperty('nextPage')
    expect((await createMock().fetch(input[0])).status).toBe(what === 'a Request' ? 200 : 401)
  })

  test('accepts a Request of another realm', async () => {
    const { method, url, headers, signal } = new Request(URL_OF_ROLES, init)
    const foreign = { method, url, headers, signal, body: null } as Request
    expect((await createMock().fetch(foreign)).status).toBe(200)
  })

  test('gives the response its URL, so that links can be resolved', async () => {
    const own = new Response(null, { status: 204 })
    const mock = createMock({ handlers: [http.get('*/own/*', () => own as HttpResponse<null>)] })
    for (const path of ['/api/v0/roles?nextPage=', '/nowhere', '/own/1', '/own/2']) {
      const url = `https://reg.example.com${path}`
      expect((await mock.fetch(`${url}#part`, init)).url).toBe(url)
    }
  })
})

test('mock.fetch with a baseUrl answers only below its path', async () => {
  const mock = createMock({ baseUrl: 'https://reg.example.com/service/' })
  expect((await mock.fetch('https://reg.example.com/service/api/v0/roles', init)).status).toBe(200)
  // The first one is as long as the path of the baseUrl.
  const paths =
    'another/api/v0/roles servicexapi/v0/roles servic/api/v0/roles service/service/api/v0/roles service'
  for (const path of paths.split(' ')) {
    const response = await mock.fetch(`https://reg.example.com/${path}`, init)
    expect(await response.json()).toMatchObject({ status: 404, code: 'unknown_path' })
  }
})
