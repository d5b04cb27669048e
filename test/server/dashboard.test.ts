import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import type { RunningServer } from '../../src/server.js'
import { rawRequest, sendRaw, type RawAnswer } from '../support/raw-connection.js'
import { bearer, runServer } from '../support/running-server.js'

const DASHBOARD = '/__conmock/dashboard/'
const MEMBERS = '/__conmock/v1'
const HOST = 'Host: localhost'

let server: RunningServer
beforeEach(async () => {
  server = await runServer()
})

/** Sends a request without the changes of an HTTP client, such as its own headers or a resolved path. */
function ask(path: string, lines: readonly string[] = [HOST], from = server): Promise<RawAnswer> {
  return sendRaw(from, rawRequest(`GET ${path} HTTP/1.1`, lines))
}

async function filesOfPage(): Promise<string[]> {
  const { body } = await ask('/')
  const urls = new Set(Array.from(body.matchAll(/(?:src|href)="([^"]+)"/g), ([, url]) => url!))
  return Array.from(urls, (url) => new URL(url, server.url).pathname)
}

describe('GET /', () => {
  it.each(['/', '/?', '/?x=1', '/?utm_source=chat&sandbox=%zz', '/?/api/v0/roles'])(
    'is the page at %s, whatever the client accepts',
    async (path) => {
      for (const lines of [[HOST], [HOST, 'Accept: application/json']]) {
        const { status, headers, body } = await ask(path, lines)
        expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
        expect(body).toContain('<div id="app">')
      }
    },
  )

  it('contains no data of the server', async () => {
    const other = await runServer({ admin: { token: 'secret' }, tokens: { mine: [] }, data: 'empty' })
    expect((await ask('/', [HOST], other)).body).toBe((await ask('/')).body)
  })
})

describe('each file of the page', () => {
  it('exists, and is never kept by the browser', async () => {
    const paths = await filesOfPage()
    expect(paths).toEqual(['icon.svg', 'main.js', 'main.css'].map((name) => DASHBOARD + name))
    const answers = await Promise.all(['/', ...paths].map((path) => ask(path)))
    // All together are small.
    expect(answers.reduce((sum, { body }) => sum + gzipSync(body).length, 0)).toBeLessThan(60_000)
    expect(
      answers.map(({ status, headers }) => [status, headers['content-type'], headers['cache-control']]),
    ).toEqual([
      [200, 'text/html; charset=utf-8', 'no-store'],
      [200, 'image/svg+xml', 'no-store'],
      [200, 'text/javascript; charset=utf-8', 'no-store'],
      [200, 'text/css; charset=utf-8', 'no-store'],
    ])
    for (const { body } of answers) expect(body.length).toBeGreaterThan(200)
  })

  it('runs no code of others, and is not part of other pages', async () => {
    for (const path of ['/', ...(await filesOfPage())]) {
      const { headers } = await ask(path, [HOST, 'Origin: http://evil.example'])
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
      })
      const policy = headers['content-security-policy']!.split('; ')
      expect(policy).toEqual(
        expect.arrayContaining(["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"]),
      )
      expect(policy.join()).not.toMatch(/unsafe|\*|data:|http/)
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
  })
})

describe('a path that is not a file of the page', () => {
  it.each([
    ...' index.html notices.md /etc/passwd icon.svg%00.js ..%2f..%2fpackage.json'.split(' '),
    ...'%2e%2e%2f%2e%2e%2fpackage.json ../../package.json __proto__ %zz'.split(' '),
  ])('is refused: %s', async (name) => {
    const { status, headers, body } = await ask(DASHBOARD + name)
    const { type, detail } = JSON.parse(body) as Record<string, string>
    expect({ status, type, kept: headers['cache-control'] }).toEqual({
      status: 404,
      type: 'about:blank',
      kept: 'no-store',
    })
    expect(detail).toContain('has no path')
  })

  it('does not lead to other paths without their checks', async () => {
    const closed = await runServer({ admin: { token: 'secret' } })
    for (const path of ['../v1', '%2e%2e/v1', 'x/../../v1', '..%2fv1']) {
      expect((await ask(DASHBOARD + path, [HOST], closed)).status).toBeGreaterThanOrEqual(401)
      expect((await ask(DASHBOARD + path, [HOST], closed)).body).not.toContain('sandboxes.create')
    }
  })
})

describe('the dashboard of a server', () => {
  it.each([
    [{}],
    [{ host: 'localhost' }],
    [{ host: '0.0.0.0', admin: { token: 'secret' } }],
    [{ host: '::1' }],
    [{ host: '::', admin: { token: 'secret' } }],
  ])('has a URL that works, with %j', async (options) => {
    const { dashboard, url } = await runServer(options)
    expect(dashboard).toBe(`${url}/`)
    const page = await fetch(dashboard!)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect((await fetch(url + MEMBERS, { headers: bearer('secret') })).status).toBe(200)
  })

  // Other systems have only one loopback address.
  it.runIf(process.platform === 'linux')(
    'has a URL that works with any address of this machine',
    async () => {
      const { url, dashboard } = await runServer({ host: '127.0.0.2' })
      expect((await fetch(dashboard!)).status).toBe(200)
      expect((await fetch(url + MEMBERS)).status).toBe(200)
      const other = await runServer()
      expect((await ask('/', ['Host: 127.0.0.2'], other)).status).toBe(403)
    },
  )

  it.each([
    [{ admin: false }],
    [{ host: '0.0.0.0' }],
    [{ host: '0.0.0.0', admin: { hosts: ['mock.test'] } }],
  ])('does not exist with %j', async (options) => {
    const off = await runServer(options)
    expect(off.dashboard).toBeUndefined()
    for (const path of ['/', ...(await filesOfPage())]) {
      const { status, headers } = await ask(path, [HOST], off)
      expect([status, headers['content-type']]).toEqual([404, expect.stringContaining('json')])
    }
  })
})
