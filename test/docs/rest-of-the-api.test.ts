import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { createServer as createViteServer } from 'vite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listen } from '../pact/support/servers.js'
import { spawnConmock } from '../support/command.js'
import { fetchFrom, runServer } from '../support/running-server.js'
import { blocksOf } from './pages.js'
import { codeOf } from './code-blocks.js'
import { createSandbox, runVitest } from './sandbox.js'

const blocks = blocksOf('guides/rest-of-the-api')
const sandbox = createSandbox(['msw', 'vite', 'vitest', '@types/node'], blocks)

test('its test passes', async () => {
  expect(await runVitest(sandbox, 'rest-of-the-api.test.ts')).toMatch(/Tests +1 passed/)
})

test('its handlers answer on the server, beside the API', async () => {
  const server = spawnConmock(['--port', '0'], sandbox.folder, {})
  const [url] = /http:\S+/.exec(await server.printed(/http.*\n/))!
  const search = (body: object) =>
    fetchFrom({ url }, '/api/v0/volunteers/search', { method: 'POST', body: JSON.stringify(body) })
  const first = await search({ limit: 2 })
  expect(first.headers.get('access-control-allow-origin')).toBe('*')
  const { data, nextPage } = (await first.json()) as { data: { user: { id: string } }[]; nextPage: string }
  expect(data).toHaveLength(2)
  const second = (await (await search({ limit: 2, nextPage })).json()) as typeof first
  expect(second).not.toMatchObject({ data })
  expect((await search({ nextPage: 'x' })).status).toBe(400)
  const { user } = data[0]!
  expect(await (await fetchFrom({ url }, `/api/v0/users/${user.id}`)).json()).toEqual(user)
  expect((await fetchFrom({ url }, '/api/v0/users/0')).status).toBe(404)
  const roles = `/api/v0/users/${user.id}/roles`
  const headers = { authorization: 'Bearer mock-user-roles-update' }
  expect((await fetchFrom({ url }, `${roles}/1`, { method: 'PUT', headers })).status).toBe(204)
  expect(await (await fetchFrom({ url }, roles)).json()).toMatchObject([{ id: '1' }])
  expect((await fetchFrom({ url }, `${roles}/1`, { method: 'DELETE', headers })).status).toBe(204)
  expect(await (await fetchFrom({ url }, roles)).json()).toEqual([])
  expect((await fetchFrom({ url }, roles, { headers })).status).toBe(403)
  await server.printed(/roles 403/)
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
