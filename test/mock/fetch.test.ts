import { runInNewContext } from 'node:vm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createMock } from '../../src/index.js'
import { authorized } from '../support/ask.js'

const URL_OF_ROLES = 'https://reg.example.com/api/v0/roles'
const init = { headers: { authorization: 'Bearer mock-user-read' } }

afterEach(() => {
  vi.restoreAllMocks()
})

describe('mock.fetch', () => {
  test.each<[string, Parameters<typeof fetch>]>([
    ['a Request', [new Request(URL_OF_ROLES, init)]],
    ['a text and options', [URL_OF_ROLES, init]],
    ['a URL and options', [new URL(URL_OF_ROLES), init]],
    ['an object that is a URL as a text', [{ toString: () => URL_OF_ROLES } as unknown as URL, init]],
    ['a Request and options that change it', [new Request(URL_OF_ROLES), init]],
  ])('takes what fetch takes: %s', async (_, input) => {
    const response = await createMock().fetch(...input)
    expect(response.status).toBe(200)
    expect(await response.json()).toHaveProperty('nextPage')
  })

  test.each([
    ['an object that is a URL as a text', { toString: () => URL_OF_ROLES }],
    ['a URL of another realm', runInNewContext('({ href, toString: () => href })', { href: URL_OF_ROLES })],
    ['a String object', Object(URL_OF_ROLES)],
  ])('takes what fetch takes without options: %s', async (_, input) => {
    expect((await createMock().fetch(input as URL)).status).toBe(401)
  })

  test('takes a Request of another realm', async () => {
    const { method, url, headers, signal } = new Request(URL_OF_ROLES, init)
    const foreign = { method, url, headers, signal, body: null } as Request
    expect((await createMock().fetch(foreign)).status).toBe(200)
  })

  test.each([undefined, null, {}, 1])('rejects as fetch does for what is no request: %s', async (input) => {
    await expect(createMock().fetch(input as URL)).rejects.toThrow(TypeError)
  })

  test('works when it is handed on alone, in the place of the global fetch', async () => {
    const { fetch } = createMock()
    expect((await fetch(URL_OF_ROLES, init)).status).toBe(200)
  })

  test('gives a whole Response each time, whose body can be read', async () => {
    const mock = createMock()
    const [first, second] = [
      await mock.fetch(authorized('/api/v0/roles')),
      await mock.fetch(authorized('/api/v0/roles')),
    ]
    expect(first).toBeInstanceOf(Response)
    expect(first.headers.get('content-type')).toBe('application/json')
    expect(await first.text()).toBe(await second.text())
  })

  test.each([
    'http://127.0.0.1/',
    'http://127.0.0.1/elsewhere?nextPage=%zz',
    'http://127.0.0.1/api/v0/users/%zz/volunteer',
    'http://127.0.0.1/api/v0/roles?nextPage=x#fragment',
    `http://127.0.0.1/${'x'.repeat(100_000)}`,
  ])('answers a request that leads nowhere: %.60s', async (url) => {
    const { status } = await createMock().fetch(url, init)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
  })

  test('rejects as fetch does for what is no URL', async () => {
    await expect(createMock().fetch('//nowhere')).rejects.toThrow(TypeError)
  })

  test('rejects as fetch does for a signal that is aborted', async () => {
    const rejected = createMock().fetch(URL_OF_ROLES, { ...init, signal: AbortSignal.abort() })
    await expect(rejected).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('never touches the network', async () => {
    const network = vi.spyOn(globalThis, 'fetch')
    const mock = createMock()
    await mock.fetch(URL_OF_ROLES, init)
    await mock.fetch('https://elsewhere.example/')
    expect(network).not.toHaveBeenCalled()
  })
})

describe('mock.fetch with a baseUrl', () => {
  const mock = createMock({ baseUrl: 'https://reg.example.com/service/' })

  test('answers below its path', async () => {
    expect((await mock.fetch('https://reg.example.com/service/api/v0/roles', init)).status).toBe(200)
  })

  test.each(['/servicexapi/v0/roles', '/servic/api/v0/roles', '/service/service/api/v0/roles', '/service'])(
    'does not answer at %s, which only looks like it',
    async (path) => {
      const response = await mock.fetch(new URL(path, 'https://reg.example.com'), init)
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ code: 'unknown_path' })
    },
  )
})
