import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { createServer as createViteServer } from 'vite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listen } from '../pact/support/servers.js'
import { spawnConmock } from '../support/command.js'
import { fetchFrom, runServer } from '../support/running-server.js'
import { blocksOf } from './pages.js'
import { codeOf } from './code-blocks.js'
import { compile, createSandbox } from './sandbox.js'

const blocks = blocksOf('guides/rest-of-the-api')
const sandbox = createSandbox(['msw', 'vite', '@types/node'])

test('the guide has exactly the tested code blocks, and they compile', async () => {
  expect(blocks.map(({ language, note }) => `${language} ${note}`)).toEqual([
    'ts conmock.config.ts',
    'ts vite.config.ts',
  ])
  await compile(
    sandbox,
    blocks.map(({ note, code }) => sandbox.write(note, code)),
  )
})

test('its handler answers on the server, beside the API', async () => {
  sandbox.write('conmock.config.ts', codeOf(blocks, 'ts', 'conmock.config.ts'))
  const server = spawnConmock(['--port', '0'], sandbox.folder, {})
  const [url] = /http:\S+/.exec(await server.printed(/http.*\n/))!
  const response = await fetchFrom({ url }, '/api/v0/events')
  expect(await response.json()).toEqual([{ id: 1, name: 'Opening' }])
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect((await fetchFrom({ url }, '/api/v0/roles')).status).toBe(200)
  await server.printed(/GET \/api\/v0\/events 200/)
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
