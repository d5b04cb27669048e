import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { createServer as createViteServer } from 'vite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listen } from '../pact/support/servers.js'
import { spawnConmock } from '../support/command.js'
import { fetchFrom, runServer } from '../support/running-server.js'
import { blocksOf } from './pages.js'
import { codeOf, type CodeBlock } from './code-blocks.js'
import { createSandbox, runCommands, runVitest } from './sandbox.js'

const blocks = blocksOf('guides/rest-of-the-api')
// A project has one extension, and the guide shows two.
const isOfVendor = ({ note }: CodeBlock) => note === 'reported.test.ts'
const ofVendor = createSandbox(['msw', 'vitest'], blocks.filter(isOfVendor))
const sandbox = createSandbox(
  ['msw', 'vite', 'vitest', 'zod', '@types/node'],
  blocks.filter((block) => !isOfVendor(block)),
)

test('its tests pass', async () => {
  expect(await runVitest(ofVendor)).toMatch(/Tests +1 passed/)
  expect(await runVitest(sandbox, 'rest-of-the-api.test.ts')).toMatch(/Tests +3 passed/)
})

test('its command serves what the vendor documents, in place of what the configuration file adds', async () => {
  const [, , ...args] = codeOf(blocks, 'sh', 'reported').trim().split(' ')
  const server = spawnConmock(
    [...args, '--set', 'registration.missing=200-null', '--port', '0'],
    sandbox.folder,
  )
  const [url] = /http:\S+/.exec(await server.printed(/http.*\n/))!
  const read = async (path: string) => (await fetchFrom({ url }, `/api/v0/users/${path}`)).json()
  expect(await read('1/registration')).toMatchObject({ status: 'paid', user: { id: '1' } })
  expect(await read('2/registration')).toBeNull()
  expect((await fetchFrom({ url }, '/api/v0/users/8/pickup')).status).toBe(501)
})

test('its pact shows in which field a service disagrees', async () => {
  await runVitest(sandbox, 'rest-of-the-api.test.ts')
  const seen: string[] = []
  const service = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ id: '1', userId: '42', status: 'confirmed' }))
  })
  const env = { REG_URL: await listen(service), REG_TOKEN: 'secret' }
  const verified = runCommands(sandbox, codeOf(blocks, 'sh', ''), env)
  const report = await verified.then(String, ({ stdout }: { stdout: string }) => stdout)
  expect(report).toMatch(/getPickup[^]*\$\.status/)
  expect(report).toContain('is not sent to a real service, because it changes data')
  expect(seen.filter((request) => request.includes('/api/'))).toEqual(['GET /api/v0/users/42/pickup'])
})

test('its operations answer on the server, beside the API', async () => {
  const server = spawnConmock(['--port', '0'], sandbox.folder, {})
  const [url] = /http:\S+/.exec(await server.printed(/http.*\n/))!
  const search = async (body: object) => {
    const init = { method: 'POST', body: JSON.stringify(body) }
    const response = await fetchFrom({ url }, '/api/v0/pickups/search', init)
    return { status: response.status, body: (await response.json()) as { data: object[]; nextPage: string } }
  }
  const first = (await search({ limit: 2 })).body
  expect(first.data).toHaveLength(2)
  expect((await search({ limit: 2, nextPage: first.nextPage })).body).not.toMatchObject({ data: first.data })
  expect(await search({ nextPage: 'x' })).toMatchObject({ status: 400 })
  expect((await search({ ids: ['8'] })).body).toMatchObject({ data: [{ userId: '8', status: 'planned' }] })
  const list = await fetchFrom({ url }, '/api/v0/pickups')
  expect(list.headers.get('access-control-allow-origin')).toBe('*')
  expect(await list.json()).toMatchObject({ data: { length: 100 } })
  const own = '/api/v0/users/8/pickup'
  const headers = { authorization: 'Bearer mock-pickup-update' }
  expect((await fetchFrom({ url }, own, { method: 'DELETE', headers })).status).toBe(204)
  expect(await (await fetchFrom({ url }, own)).json()).toMatchObject({ status: 'canceled' })
  expect((await fetchFrom({ url }, '/api/v0/users/0/pickup')).status).toBe(404)
  expect((await fetchFrom({ url }, own, { headers })).status).toBe(403)
  await server.printed(/pickup 403/)
})

test('its proxy sends the two operations to conmock, and all others to the real service', async () => {
  const received: IncomingMessage[] = []
  const real = createServer((request, response) => {
    received.push(request)
    response.end('real')
  })
  const { url } = await runServer()
  vi.stubEnv('REG_URL', await listen(real))
  onTestFinished(() => void vi.unstubAllEnvs())
  const code = codeOf(blocks, 'ts', 'vite.config.ts').replace('http://127.0.0.1:4020', url)
  sandbox.write('vite.config.ts', code)
  const vite = await createViteServer({
    root: sandbox.folder,
    configFile: join(sandbox.folder, 'vite.config.ts'),
    logLevel: 'silent',
    server: { port: 0, host: '127.0.0.1', watch: null },
  })
  onTestFinished(() => vite.close())
  await vite.listen()
  const app = { url: vite.resolvedUrls!.local[0]!.replace(/\/$/, '') }
  for (const path of ['/api/v0/roles', '/api/v0/roles?nextPage=x', '/api/v0/users/1/volunteer']) {
    expect(await (await fetchFrom(app, path)).text()).not.toBe('real')
  }
  expect(received).toEqual([])
  for (const path of ['/api/v0/events', '/api/v0/users/1', '/api/v0/rolesets']) {
    expect(await (await fetchFrom(app, path)).text()).toBe('real')
  }
})
