import { describe, expect, it } from 'vitest'
import { createGuard, type GuardOptions } from '../../src/admin/guard.js'

const local: GuardOptions = { hosts: [], isLoopback: true }

const JSON_TYPE = { 'content-type': 'application/json' }

const PATH = '/__conmock/v1/default/reset'

interface Given {
  readonly method?: string
  readonly path?: string
  /** The values of all Host headers. */
  readonly hosts?: readonly string[]
}

/** The status of the refusal, or `undefined` if the admin API answers. */
function refused(
  options: Partial<GuardOptions>,
  headers: Readonly<Record<string, string>> = {},
  { method = 'GET', path = PATH, hosts = ['localhost:4020'] }: Given = {},
): number | undefined {
  const guard = createGuard({ ...local, ...options })
  const all = new Headers(headers)
  // The values are joined as by `Headers`, which refuses some of them.
  const get = (name: string) =>
    name === 'host' ? (hosts.length === 0 ? null : hosts.join(', ')) : all.get(name)
  return guard({ method, headers: { get } }, path)?.status
}

function refusedHost(...hosts: string[]): number | undefined {
  return refused({}, {}, { hosts })
}

describe('the Host header', () => {
  it.each(['localhost', 'localhost:4020', 'LOCALHOST:1', '127.0.0.1', '127.0.0.1:80', '[::1]', '[::1]:4020'])(
    'may be %s',
    (host) => expect(refusedHost(host)).toBeUndefined(),
  )

  it.each([
    ...'evil.example localhost.evil.example localhost.evil.example:4020 a.localhost'.split(' '),
    ...'localhost. 127.0.0.1.evil.example 127.0.0.2 0.0.0.0 [::] [::2] mock.internal'.split(' '),
  ])('must not be %s', (host) => expect(refusedHost(host)).toBe(403))

  it.each([
    '',
    'local host',
    'localhost\t',
    ...':4020 evil@localhost localhost/ localhost# ü [::1 xn--localhost localhost:99999999'.split(' '),
  ])('must be valid, unlike "%s"', (host) => expect(refusedHost(host)).toBeGreaterThanOrEqual(400))

  it('must be sent exactly once', () => {
    expect(refusedHost()).toBe(400)
    expect(refusedHost('localhost', 'localhost')).toBe(400)
    expect(refusedHost('localhost', 'evil.example')).toBe(400)
  })

  it('may be a host that an option allows', () => {
    const hosts = ['Mock.Internal', 'localhost']
    expect(refused({ hosts }, {}, { hosts: ['mock.internal:4020'] })).toBeUndefined()
    expect(refused({ hosts }, {}, { hosts: ['x.mock.internal'] })).toBe(403)
    expect(refused({ hosts: [''] }, {}, { hosts: [''] })).toBe(400)
  })
})

describe('a page', () => {
  it.each([
    [{ origin: 'http://localhost:4020' }],
    [{ origin: 'http://localhost:4020', 'sec-fetch-site': 'same-origin' }],
    [{ 'sec-fetch-site': 'none' }],
    [{}],
  ])('of the server itself may send %j', (headers) => expect(refused({}, headers)).toBeUndefined())

  it.each([
    '',
    'null',
    'http://localhost:4020, http://evil.example',
    ...'http://evil.example http://localhost http://localhost:5173 http://127.0.0.1:4020'.split(' '),
    ...'http://localhost:4020.evil.example http://evil.example#localhost:4020'.split(' '),
    ...'http://evil@localhost:4020 http://localhost:4020/ ftp://localhost:4020'.split(' '),
    'chrome-extension://localhost:4020',
  ])('must not have the origin "%s"', (origin) => expect(refused({}, { origin })).toBe(403))

  it.each(['cross-site', 'same-site', 'Same-Origin', ''])('must not be "%s"', (site) => {
    expect(refused({}, { 'sec-fetch-site': site })).toBe(403)
    expect(refused({}, { 'sec-fetch-site': site, origin: 'http://localhost:4020' })).toBe(403)
  })

  it('behind TLS has the origin of the public host', () => {
    const options = { hosts: ['mock.example.com'] }
    const more = { hosts: ['mock.example.com:443'] }
    expect(refused(options, { origin: 'https://mock.example.com' }, more)).toBeUndefined()
    expect(refused(options, { origin: 'http://mock.example.com' }, more)).toBe(403)
  })
})

describe('a page behind a proxy that changes a header', () => {
  const page = 'https://name-4020.app.github.dev'
  const cases: [header: string, host: string, origin: string, pages: string[]][] = [
    ['Host', 'localhost:4020', page, ['name-4020.app.github.dev']],
    [
      'Origin',
      'name-4020.app.github.dev',
      'http://localhost:4020',
      ['name-4020.app.github.dev', 'localhost'],
    ],
  ]

  it.each(cases)(
    'only %s is refused with the header and the flag, and allowed with the flag',
    (_, host, origin, pages) => {
      const given = { hosts: [host] }
      const detail = (options: Partial<GuardOptions>, headers: Record<string, string>) =>
        createGuard({ ...local, ...options })(
          { method: 'GET', headers: new Headers({ host, ...headers }) },
          PATH,
        )?.message
      const [name] = pages.slice(-1)
      expect(detail({ hosts: pages }, { origin })).toContain(
        `: the header Origin is "${origin}", but Host is "${host}"; if a proxy has changed one of them, allow the page with --admin-host ${name}`,
      )
      expect(
        refused({ hosts: pages, pages }, { origin, 'sec-fetch-site': 'same-origin' }, given),
      ).toBeUndefined()
      expect(refused({ hosts: pages, pages }, { origin, 'sec-fetch-site': 'cross-site' }, given)).toBe(403)
      for (const other of ['https://evil.example', 'null', 'https://x.app.github.dev'])
        expect(refused({ hosts: pages, pages }, { origin: other }, given)).toBe(403)
    },
  )

  it('is told which Host is unknown', () => {
    const headers = new Headers({ host: 'mock.internal:80' })
    expect(createGuard(local)({ method: 'GET', headers }, PATH)?.message).toMatch(
      /but the header Host is "mock\.internal:80"; allow it with --admin-host mock\.internal$/,
    )
  })
})

describe('the type of a call', () => {
  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
  ])('may be %s', (type) => {
    expect(refused({}, { 'content-type': type }, { method: 'POST' })).toBeUndefined()
  })

  it.each([
    ...' text/plain application/x-www-form-urlencoded multipart/form-data application/jsonp'.split(' '),
    'text/plain; application/json',
    'application/json, text/plain',
    'application/json; charset=utf-16',
  ])('must not be "%s"', (type) => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      expect(refused({}, { 'content-type': type }, { method })).toBe(415)
      expect(refused({}, {}, { method })).toBe(415)
    }
  })

  it('is not checked for a read', () => {
    for (const method of ['GET', 'HEAD']) expect(refused({}, {}, { method })).toBeUndefined()
  })
})

describe('the token', () => {
  const options = { token: 'secret-1', isLoopback: false }

  it.each(['Bearer secret-1', 'bearer secret-1', 'BEARER  secret-1'])(
    'may be given as "%s"',
    (authorization) => {
      expect(refused(options, { authorization })).toBeUndefined()
    },
  )

  it.each([
    ...' secret-1 Bearer'.split(' '),
    'Bearer secret',
    'Bearer secret-12',
    'Bearer SECRET-1',
    'Basic secret-1',
    'Bearer secret-1, Bearer x',
  ])('is not "%s"', (authorization) => {
    for (const isLoopback of [true, false]) {
      expect(refused({ ...options, isLoopback }, { authorization })).toBe(401)
    }
  })

  it('does not replace the other checks', () => {
    const headers = { authorization: 'Bearer secret-1' }
    expect(refused(options, headers, { hosts: ['evil.example'] })).toBe(403)
    expect(refused(options, { ...headers, origin: 'http://evil.example' })).toBe(403)
    expect(refused(options, headers, { method: 'POST' })).toBe(415)
  })

  it('is never in a message', () => {
    const headers = new Headers({ host: 'localhost', authorization: 'Bearer guess-9' })
    const refusal = createGuard({ ...local, ...options })({ method: 'GET', headers }, PATH)
    expect(refusal?.message).not.toMatch(/secret-1|guess-9/)
    expect(refusal?.headers).toEqual({ 'www-authenticate': 'Bearer' })
  })
})

describe.each(['/', '/__conmock/dashboard/main.js'])('the file %s', (path) => {
  const foreign = { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' }

  it('can be read without a token, and from a link on any page', () => {
    for (const method of ['GET', 'HEAD']) {
      expect(refused({ token: 'secret-1', isLoopback: false }, foreign, { path, method })).toBeUndefined()
    }
  })

  it('cannot be changed by other pages', () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      expect(refused({}, { ...foreign, ...JSON_TYPE }, { path, method })).toBe(403)
      expect(refused({ token: 'secret-1' }, JSON_TYPE, { path, method })).toBe(401)
    }
  })

  it('needs a host of this machine', () => {
    expect(refused({}, {}, { path, hosts: ['evil.example'] })).toBe(403)
    expect(refused({}, {}, { path, hosts: [] })).toBe(400)
  })
})

it.each([
  ...'// /x /index.html /__conmock/dashboard /__conmock/dashboards/x'.split(' '),
  '/x/__conmock/dashboard/y',
])('the path %s is not a file', (path) => {
  expect(refused({}, { 'sec-fetch-site': 'cross-site' }, { path })).toBe(403)
  expect(refused({ token: 'secret-1' }, {}, { path })).toBe(401)
})

it('a server that other machines can reach has no admin API without a token', () => {
  for (const method of ['GET', 'POST', 'OPTIONS']) {
    expect(refused({ isLoopback: false }, JSON_TYPE, { method })).toBe(404)
    expect(refused({ isLoopback: false }, JSON_TYPE, { method, path: '/' })).toBe(404)
  }
})

describe('the health', () => {
  const path = '/__conmock/health'

  it('can be read with any Host and without a token', () => {
    for (const options of [{}, { isLoopback: false }, { token: 'secret-1' }]) {
      for (const method of ['GET', 'HEAD']) {
        expect(refused(options, {}, { path, method, hosts: ['conmock:4020'] })).toBeUndefined()
      }
    }
  })

  it('is the only path without these checks', () => {
    const hosts = ['conmock:4020']
    const others = ['/__conmock/healthy', '/__CONMOCK/health', '//__conmock/health']
    for (const other of [`${path}/`, `${path}/x`, ...others]) {
      expect(refused({}, {}, { path: other, hosts })).toBe(403)
    }
    expect(refused({}, JSON_TYPE, { path, method: 'POST', hosts })).toBe(403)
  })
})
