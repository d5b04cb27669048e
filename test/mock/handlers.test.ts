import { http, HttpResponse, RequestHandler } from 'msw'
import { expect, test } from 'vitest'
import { createMock } from '../../src/index.js'
import { intercept } from '../support/msw.js'

/** The error of msw for an unhandled request, with `onUnhandledRequest: 'error'`. */
const UNHANDLED = /onUnhandled/

const headers = { authorization: 'Bearer mock-all-scopes' }
async function status(url: string, init: RequestInit = {}): Promise<number> {
  return (await fetch(url, { headers, ...init })).status
}

const REG = 'https://reg.example.com'
const ROLES = '/api/v0/roles'
const RECORD = '/api/v0/users/1/volunteer'

/** Paths of no operation. Some of them are similar to one. */
const otherPaths = [
  ...' api/v0 api/v0/role API/v0/roles api/v1/roles api/v0/users/1'.split(' '),
  ...'api/v0/users//volunteer x/api/v0/roles api/v0/roles/x ?/api/v0/roles'.split(' '),
]

test.each<[baseUrl: string | undefined, answered: string[], others: string[]]>([
  [
    undefined,
    [REG, 'http://127.0.0.1:9', 'http://localhost:3000'].flatMap((origin) => [
      origin + ROLES,
      `${origin}${RECORD}?x=1`,
    ]),
    otherPaths.map((path) => `${REG}/${path}`),
  ],
  [
    'https://REG.example.com:443',
    [REG + ROLES],
    ['http://reg.example.com', `${REG}:8443`, `${REG}.evil.example`].map((origin) => origin + ROLES),
  ],
  ...[`${REG}/service`, `${REG}/service/`].map((baseUrl): [string, string[], string[]] => [
    baseUrl,
    [`${REG}/service${RECORD}`],
    [ROLES, `/service2${ROLES}`, '/servicexapi/v0/roles'].map((path) => REG + path),
  ]),
])('the handlers with the baseUrl %s answer only its operations', async (baseUrl, answered, others) => {
  intercept(...createMock({ baseUrl }).handlers)
  for (const url of answered) expect(await status(url)).toBe(200)
  for (const url of others) await expect(fetch(url, { headers })).rejects.toThrow(UNHANDLED)
})

test('the handlers leave other requests to the custom handlers before or after them', async () => {
  intercept(
    http.get('*/before', () => HttpResponse.text('mine', { status: 418 })),
    ...createMock().handlers,
    http.get('*/after', () => HttpResponse.text('mine', { status: 419 })),
    http.get(`*${ROLES}`, () => HttpResponse.text('too late', { status: 420 })),
  )
  const statuses = await Promise.all(['/before', '/after', ROLES].map((path) => status(REG + path)))
  expect(statuses).toEqual([418, 419, 200])
})

// @msw/playwright and other tools check the class.
test('the handlers are instances of the class of msw, once msw is loaded', async () => {
  const { handlers } = createMock({ handlers: [http.get('*/mine', () => HttpResponse.text('mine'))] })
  expect(handlers).toHaveLength(2)
  await expect.poll(() => handlers.every((each) => each instanceof RequestHandler)).toBe(true)
})

test('the handlers of two mocks can be used together, and do not share data or tokens', async () => {
  const [first, second] = ['a', 'b'].map((name) =>
    createMock({ baseUrl: `https://${name}.example.com`, tokens: { [`token-${name}`]: ['user:read'] } }),
  )
  intercept(...first!.handlers, ...second!.handlers)
  await first!.users.delete('1')
  await second!.roles.create({ name: 'of the second' })
  expect(await status('https://a.example.com/api/v0/users/1/volunteer')).toBe(404)
  expect(await status('https://b.example.com/api/v0/users/1/volunteer')).toBe(200)
  const own = { headers: { authorization: 'Bearer token-a' } }
  expect(await status('https://a.example.com/api/v0/roles', own)).toBe(200)
  expect(await status('https://b.example.com/api/v0/roles', own)).toBe(401)
  expect(first!.handlers).toBe(first!.handlers)
  expect(first!.handlers.some((handler) => second!.handlers.includes(handler))).toBe(false)
})
