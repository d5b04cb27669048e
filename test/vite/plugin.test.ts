import { createServer as createHttpServer } from 'node:http'
import { connect } from 'node:http2'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import * as vite8 from 'vite'
import * as vite6 from 'vite-6'
import * as vite7 from 'vite-7'
import { conmock } from '../../src/vite.js'
import { createForwarder } from '../../src/vite/forward.js'
import { Certificate } from '../support/certificate.js'
import { temporaryFolder, writeFile } from '../support/temporary-folder.js'

const versions = Object.entries({ vite6, vite7, vite8 }) as unknown as [string, typeof vite8][]
const headers = { authorization: 'Bearer mock-user-read' }

let root: string

beforeEach(() => {
  // Inside vitest, the plugin does nothing.
  vi.stubEnv('VITEST', undefined)
  root = temporaryFolder()
  writeFile(root, 'index.html', '<title>the app</title>')
})

afterEach(() => void vi.unstubAllEnvs())

type Vite = typeof vite8

interface Started {
  readonly url: string
  readonly printed: () => string
  readonly close: () => Promise<void>
}

/** Starts the development server of Vite with the plugin, on a free port. */
async function start(
  { createServer, createLogger }: Vite,
  config: vite8.InlineConfig & { readonly conmock?: Parameters<typeof conmock>[0] } = {},
): Promise<Started> {
  const { conmock: options, server = {}, ...rest } = config
  let printed = ''
  const customLogger = createLogger('info')
  for (const level of ['info', 'warn', 'error'] as const) {
    customLogger[level] = (text) => void (printed += `${text}\n`)
  }
  const vite = await createServer({
    root,
    configFile: false,
    customLogger,
    plugins: [conmock(options)],
    server: { port: 0, host: '127.0.0.1', ...server },
    ...rest,
  })
  onTestFinished(() => vite.close())
  await vite.listen()
  vite.printUrls()
  return {
    url: new URL(vite.resolvedUrls!.local[0]!).origin,
    printed: () => printed,
    close: () => vite.close(),
  }
}

describe.each(versions)('%s', (_, vite) => {
  it('answers the API, the token endpoint and the control plane on its own origin', async () => {
    const { url } = await start(vite, { conmock: { profile: 'reported', roles: 3 } })
    const roles = await fetch(`${url}/api/v0/roles`, { headers })
    expect(((await roles.json()) as { data: unknown[] }).data).toHaveLength(3)
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'conmock',
      client_secret: 'conmock-secret',
    })
    const token = await fetch(`${url}/api/oauth/token`, { method: 'POST', body })
    expect(await token.json()).toMatchObject({ token_type: 'Bearer' })
    expect(await (await fetch(`${url}/__conmock/health`)).json()).toMatchObject({ status: 'ok' })
    expect(await (await fetch(url, { headers: { accept: 'text/html' } })).text()).toContain('the app')
  })

  it('has the dashboard at /__conmock/, and prints its address', async () => {
    const { url, printed } = await start(vite)
    const page = await fetch(`${url}/__conmock/`, { headers: { accept: 'text/html' } })
    const html = await page.text()
    expect([page.status, html]).toEqual([200, expect.stringContaining('conmock')])
    const [, script = ''] = /src="([^"]+)"/.exec(html)!
    expect((await fetch(new URL(script, `${url}/__conmock/`))).headers.get('content-type')).toContain(
      'javascript',
    )
    expect(printed()).toContain(`conmock`)
    expect(printed()).toContain(`${url}/__conmock/`)
  })

  it('keeps the CORS headers and preflights of Vite away from the control plane', async () => {
    const { url } = await start(vite, { server: { cors: true } })
    const path = `${url}/__conmock/v1/spaces`
    const origin = 'https://evil.example'
    const preflight = await fetch(path, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'PUT' },
    })
    const page = await fetch(path, { headers: { origin } })
    for (const { status, headers: received } of [preflight, page]) {
      expect(status).toBeGreaterThanOrEqual(400)
      expect(received.get('access-control-allow-origin')).toBeNull()
    }
    const own = await fetch(path, { headers: { origin: url, 'sec-fetch-site': 'same-origin' } })
    expect(own.status).toBe(200)
  })

  it('works with https, which uses HTTP/2', async () => {
    const { cert, key } = new Certificate().tls
    const { url } = await start(vite, { server: { https: { cert, key } } })
    const session = connect(url, { rejectUnauthorized: false })
    onTestFinished(() => session.close())
    const answered = new Promise<string>((resolve, reject) => {
      const stream = session.request({ ':path': '/api/v0/roles', ...headers })
      let text = ''
      stream.setEncoding('utf8')
      stream.on('data', (part: string) => (text += part))
      stream.on('end', () => resolve(text)).on('error', reject)
    })
    expect(await answered).toMatch(/^\{"data":/)
  })

  it('answers in a preview, too', async () => {
    writeFile(join(root, 'dist'), 'index.html', '<title>built</title>')
    const preview = await vite.preview({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins: [conmock()],
      preview: { port: 0, host: '127.0.0.1' },
    })
    onTestFinished(() => preview.close())
    const url = preview.resolvedUrls!.local[0]!
    expect((await fetch(new URL('/api/v0/roles', url), { headers })).status).toBe(200)
  })

  it('answers without a server of Vite (middlewareMode)', async () => {
    const server = await vite.createServer({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins: [conmock()],
      server: { middlewareMode: true, ws: false },
    })
    onTestFinished(() => server.close())
    const app = createHttpServer(server.middlewares)
    await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void app.close())
    const { port } = app.address() as { port: number }
    const response = await fetch(`http://127.0.0.1:${port}/api/v0/roles`, { headers })
    expect(response.status).toBe(200)
  })
})

it('starts nothing for a build, in vitest, or if it is not enabled', async () => {
  const { apply } = conmock()
  const applies = (command: 'build' | 'serve', plugin = apply) =>
    (plugin as (config: object, env: { command: string; mode: string }) => boolean)({}, { command, mode: '' })
  expect([applies('build'), applies('serve')]).toEqual([false, true])
  expect(applies('serve', conmock({ enabled: false }).apply)).toBe(false)
  vi.stubEnv('VITEST', 'true')
  expect(applies('serve')).toBe(false)
})

it('ends with Vite, also streams and dropped connections', async () => {
  const { url, close } = await start(vite8, {
    conmock: { faults: [{ operation: 'listRoles', effect: { dropConnection: true } }] },
  })
  await expect(fetch(`${url}/api/v0/roles`, { headers })).rejects.toThrow('fetch failed')
  const events = await fetch(`${url}/__conmock/v1/events`)
  const reader = events.body!.getReader()
  await reader.read()
  await close()
  await expect(
    (async () => {
      for (;;) if ((await reader.read()).done) return 'ended'
    })().catch(() => 'ended'),
  ).resolves.toBe('ended')
})

it('refuses invalid options when the configuration is read', () => {
  expect(() => conmock({ roels: 3 } as never)).toThrow('did you mean "roles"')
  expect(() => conmock({ baseUrl: 'https://a' } as never)).toThrow('unknown option "baseUrl"')
})

it.each([
  ['/__conmock/v1/spaces', '192.168.1.20', 403],
  ['/__conmock', 'fe80::1', 403],
  ['/app/api/v0/roles', '127.0.0.1', 'vite'],
  ['/__conmockery', '127.0.0.1', 'vite'],
  ['/src/api/v0.ts', '127.0.0.1', 'vite'],
])('a request for %s from %s gets %s', (url, remoteAddress, expected) => {
  let result: unknown
  const outgoing = { writeHead: (status: number) => (result = status), end: () => undefined }
  const incoming = { url, method: 'GET', headers: {}, socket: { remoteAddress } }
  createForwarder({ host: '127.0.0.1', port: 9 })(
    incoming as never,
    outgoing as never,
    () => (result = 'vite'),
  )
  expect(result).toBe(expected)
})
