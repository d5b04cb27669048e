import { createServer as createHttpServer } from 'node:http'
import { connect } from 'node:http2'
import { Server } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type * as vite from 'vite'
import { extendApi } from '../../src/index.js'
import { conmock } from '../../src/vite.js'
import { tokenForm } from '../support/ask.js'
import { Certificate } from '../support/certificate.js'
import { RawConnection, rawRequest } from '../support/raw-connection.js'
import { callMember } from '../support/call-member.js'
import { temporaryFolder, writeFile } from '../support/temporary-folder.js'

const headers = { authorization: 'Bearer mock-user-read' }

/** A folder with an app. Inside vitest, the plugin does nothing, so this test is not inside vitest. */
function createApp(): string {
  vi.stubEnv('VITEST', undefined)
  onTestFinished(() => void vi.unstubAllEnvs())
  const root = temporaryFolder()
  writeFile(root, 'index.html', '<title>the app</title>')
  return root
}

export type Vite = typeof vite

export interface Started {
  readonly url: string
  readonly printed: () => string
  readonly close: () => Promise<void>
}

/** Starts the development server of Vite with the plugin, on a free port. */
export async function start(
  { createServer, createLogger }: Vite,
  config: vite.InlineConfig & { readonly conmock?: Parameters<typeof conmock>[0] } = {},
): Promise<Started> {
  const { conmock: options, server: more = {}, ...rest } = config
  let printed = ''
  const customLogger = createLogger('info')
  for (const level of ['info', 'warn', 'error'] as const) {
    customLogger[level] = (line) => void (printed += `${line}\n`)
  }
  const server = await createServer({
    root: createApp(),
    configFile: false,
    customLogger,
    plugins: [conmock(options)],
    server: { port: 0, host: '127.0.0.1', ...more },
    ...rest,
  })
  onTestFinished(() => server.close())
  await server.listen()
  server.printUrls()
  return {
    url: new URL(server.resolvedUrls!.local[0]!).origin,
    printed: () => printed,
    close: () => server.close(),
  }
}

const failing: vite.Plugin = {
  name: 'failing',
  configureServer() {
    throw new Error('another plugin')
  },
}

/** Watches the servers that are started in this process from now on. Returns how many of them still listen. */
function watchServers(): () => number {
  const listen = vi.spyOn(Server.prototype, 'listen')
  onTestFinished(() => listen.mockRestore())
  return () => new Set((listen.mock.contexts as Server[]).filter((server) => server.listening)).size
}

/** The tests that pass with each supported version of Vite. @param load Returns the module, after it was installed. */
export function describePlugin(load: () => Vite): void {
  describe('the plugin for Vite', () => {
    it('answers the API, the token endpoint and the admin API on its own origin', async () => {
      const { url } = await start(load(), { conmock: { profile: 'reported', roleCount: 3 } })
      const roles = await fetch(`${url}/api/v0/roles`, { headers })
      expect(((await roles.json()) as { data: unknown[] }).data).toHaveLength(3)
      const token = await fetch(`${url}/api/oauth/token`, { method: 'POST', body: tokenForm() })
      expect(await token.json()).toMatchObject({ token_type: 'Bearer' })
      expect(await (await fetch(`${url}/__conmock/health`)).json()).toMatchObject({ status: 'ok' })
      expect(await (await fetch(url, { headers: { accept: 'text/html' } })).text()).toContain('the app')
    })

    it('has the dashboard at /__conmock/, and prints its address', async () => {
      const { url, printed } = await start(load())
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

    it('prints why a request was refused, and nothing about the others', async () => {
      const onRequest = vi.fn<() => void>()
      const { url, printed } = await start(load(), { conmock: { onRequest } })
      await fetch(`${url}/api/v0/roles`, { headers })
      expect(printed()).not.toContain('/api/v0')
      await fetch(`${url}/api/v0/users/1/volunteer`, { headers })
      expect(printed()).toContain('needs the scope volunteer:read')
      expect(onRequest).toHaveBeenCalledTimes(2)
    })

    it.each(['/undefined/api/v0/roles', '/v0/users/1/volunteer?a=secret'])(
      'says why it leaves a request for the API to Vite: %s',
      async (path) => {
        const { url, printed } = await start(load())
        await fetch(url + path)
        expect(printed()).not.toContain('does not answer')
        await fetch(url + path, { headers })
        const [shown] = path.split('?')
        expect(printed()).toContain(`conmock does not answer GET ${shown}: the API is below /api/v0.`)
        expect(printed()).not.toContain('secret')
      },
    )

    it('leaves other paths to Vite without a word, also if a path of a team has only parameters', async () => {
      const extend = extendApi().operation('getAny', 'GET /api/v0/:id', {}, () => ({}))
      const { url, printed } = await start(load(), { conmock: { extend } })
      await fetch(`${url}/src/main.ts`, { headers })
      expect(printed()).not.toContain('does not answer')
    })

    it('keeps the CORS headers and preflights of Vite away from the admin API', async () => {
      const { url } = await start(load(), { server: { cors: true } })
      const path = `${url}/__conmock/v1`
      const origin = 'https://evil.example'
      const preflight = await fetch(path, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      })
      const page = await fetch(path, { headers: { origin } })
      for (const { status, headers: received } of [preflight, page]) {
        expect(status).toBeGreaterThanOrEqual(400)
        expect(received.get('access-control-allow-origin')).toBeNull()
      }
      const own = await fetch(path, { headers: { origin: url, 'sec-fetch-site': 'same-origin' } })
      expect(own.status).toBe(200)
    })

    it.each(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'POST'])(
      'takes the body of a %s request for no request to the admin API',
      async (method) => {
        const { url } = await start(load())
        const hidden = rawRequest(
          'POST /__conmock/v1/sandboxes.create HTTP/1.1',
          ['Host: localhost', 'Content-Type: application/json', 'Content-Length: 8'],
          '["evil"]',
        )
        const head = `${method} /api/v0/roles HTTP/1.1\r\nHost: localhost\r\nConnection: close, content-length\r\n`
        const chunked = `Transfer-Encoding: chunked\r\n\r\n${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`
        const whole = `Content-Length: ${hidden.length}\r\n\r\n${hidden}`
        for (const body of [chunked, whole])
          await (await RawConnection.open({ port: Number(new URL(url).port) })).write(head + body).closed
        expect(await (await callMember(url, 'sandboxes.all')).text()).not.toContain('evil')
      },
    )

    it('works with https, which uses HTTP/2, and resets the stream if a fault cuts off a response', async () => {
      const cuts = [{ truncateBody: 5 }, { dropConnection: true }] as const
      const faults = cuts.map((effect, index) => ({ when: { nth: index + 1 }, effect }))
      const { url } = await start(load(), { server: { https: new Certificate().tls }, conmock: { faults } })
      const session = connect(url, { rejectUnauthorized: false })
      onTestFinished(() => session.close())
      const ask = () => text(session.request({ ':path': '/api/v0/roles', ...headers }))
      for (const _ of cuts) await expect(ask()).rejects.toThrow('NGHTTP2_INTERNAL_ERROR')
      expect(await ask()).toMatch(/^\{"data":/)
    })

    it('leaves no server behind if another plugin fails', async () => {
      const listening = watchServers()
      const starting = load().createServer({
        root: createApp(),
        configFile: false,
        logLevel: 'silent',
        plugins: [conmock(), failing],
        server: { ws: false },
      })
      await expect(starting).rejects.toThrow('another plugin')
      expect(listening()).toBe(0)
    })

    it('refuses to be in the configuration twice', async () => {
      const plugins = [conmock({ roleCount: 1 }), conmock({ enabled: false }), conmock({ roleCount: 2 })]
      const starting = load().createServer({ root: createApp(), configFile: false, plugins })
      await expect(starting).rejects.toThrow('conmock() is in "plugins" more than once')
    })

    it('answers in a preview, too, and closes with it', async () => {
      const listening = watchServers()
      const root = createApp()
      writeFile(root, 'dist/index.html', '<title>built</title>')
      const preview = await load().preview({
        root,
        configFile: false,
        logLevel: 'silent',
        plugins: [conmock()],
        preview: { port: 0, host: '127.0.0.1' },
      })
      onTestFinished(() => preview.close())
      const url = preview.resolvedUrls!.local[0]!
      expect(await (await fetch(new URL('/api/v0/roles', url), { headers })).json()).toHaveProperty('data')
      expect(listening()).toBe(2)
      await preview.close()
      await expect.poll(listening).toBe(0)
    })

    it.each([false, true])(
      'answers after restarts, and closes with Vite (middlewareMode: %s)',
      async (middlewareMode) => {
        const listening = watchServers()
        const server = await load().createServer({
          root: createApp(),
          configFile: false,
          logLevel: 'silent',
          plugins: [conmock()],
          server: { middlewareMode, ws: false, port: 0, host: '127.0.0.1' },
        })
        for (let restarts = 0; restarts < 3; restarts++) await server.restart()
        const app = createHttpServer(server.middlewares)
        await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve))
        const { port } = app.address() as { port: number }
        // Without the plugin, Vite would answer with the page of the app.
        const response = await fetch(`http://127.0.0.1:${port}/api/v0/roles`, { headers })
        expect(await response.json()).toHaveProperty('data')
        await new Promise((resolve) => app.close(resolve).closeAllConnections())
        await server.close()
        expect(listening()).toBe(0)
      },
    )
  })
}
