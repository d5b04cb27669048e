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
    ['a string and options', [URL_OF_ROLES, init]],
    ['a URL and options', [new URL(URL_OF_ROLES), init]],
    ['an object that converts to a URL', [{ toString: () => URL_OF_ROLES } as unknown as URL, init]],
    ['a Request and options that change it', [new Request(URL_OF_ROLES), init]],
  ])('accepts the arguments of fetch: %s', async (_, input) => {
    const response = await createMock().fetch(...input)
    expect(response.status).toBe(200)
    expect(await response.json()).toHaveProperty('nextPage')
  })

  test.each([
    ['an object that converts to a URL', { toString: () => URL_OF_ROLES }],
    ['a URL of another realm', runInNewContext('({ href, toString: () => href })', { href: URL_OF_ROLES })],
    ['a String object', Object(URL_OF_ROLES)],
  ])('accepts the argument of fetch without options: %s', async (_, input) => {
    expect((await createMock().fetch(input as URL)).status).toBe(401)
  })

  test('accepts a Request of another realm', async () => {
    const { method, url, headers, signal } = new Request(URL_OF_ROLES, init)
    const foreign = { method, url, headers, signal, body: null } as Request
    expect((await createMock().fetch(foreign)).status).toBe(200)
  })

  test.each([undefined, null, {}, 1])('rejects like fetch for an invalid request: %s', async (input) => {
    await expect(createMock().fetch(input as URL)).rejects.toThrow(TypeError)
  })

  test('works without its mock, in place of the global fetch', async () => {
    const { fetch } = createMock()
    expect((await fetch(URL_OF_ROLES, init)).status).toBe(200)
  })

  test('returns a new Response each time, with a readable body', async () => {
    const mock = createMock()
    const [first, second] = [
      await mock.fetch(authorized('/api/v0/roles')),
      await mock.fetch(authorized('/api/v0/roles')),
    ]
    expect(first).toBeInstanceOf(Response)
    expect(first.headers.get('content-type')).toBe('application/json')
    expect(await first.text()).toBe(await second.text())
  })

  const invalid = [
    'http://127.0.0.1/',
    'http://127.0.0.1/elsewhere?nextPage=%zz',
    'http://127.0.0.1/api/v0/users/%zz/volunteer',
    'http://127.0.0.1/api/v0/roles?nextPage=x#fragment',
    `http://127.0.0.1/${'x'.repeat(100_000)}`,
  ]

  test.each(invalid.map((url) => [url.slice(0, 60), url]))(
    'answers an invalid request with a client error: %s',
    async (_, url) => {
      const { status } = await createMock().fetch(url, init)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
    },
  )

  test('rejects like fetch for an invalid URL', async () => {
    await expect(createMock().fetch('//nowhere')).rejects.toThrow(TypeError)
  })

  test('rejects like fetch for an aborted signal', async () => {
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
    'answers 404 at %s, which is a similar path',
    async (path) => {
      const response = await mock.fetch(new URL(path, 'https://reg.example.com'), init)
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ code: 'unknown_path' })
    },
  )
})
