import { createServer, type IncomingMessage } from 'node:http'
import { expect, test, vi } from 'vitest'
import { listen } from '../pact/support/servers.js'
import { spawnConmock } from '../support/command.js'
import { fetchFrom } from '../support/running-server.js'
import { blocksOf } from './pages.js'
import { codeOf } from './code-blocks.js'
import { compile, createSandbox, runVitest } from './sandbox.js'

const blocks = blocksOf('guides/rest-of-the-api')
const sandbox = createSandbox(['msw', 'vitest', '@types/node'])

/** A stand-in for the real service. */
async function startService() {
  const received: IncomingMessage[] = []
  const url = await listen(
    createServer((request, response) => {
      received.push(request)
      response.setHeader('content-type', 'application/json').end('["Opening"]')
    }),
  )
  return { received, variables: { REG_URL: url, REG_TOKEN: 'real-token' } }
}

test('the guide has exactly the tested code blocks, and they compile', async () => {
  const labels = blocks.map(({ language, note }) => `${language} ${note}`.trim())
  expect(labels).toEqual(['ts conmock.config.ts', 'text', 'ts events.test.ts'])
  const files = blocks.filter(({ language }) => language === 'ts')
  await compile(
    sandbox,
    files.map(({ note, code }) => sandbox.write(note, code)),
  )
})

test('its configuration file forwards reads with the token of the app, and the log says so', async () => {
  const { received, variables } = await startService()
  sandbox.write('conmock.config.ts', codeOf(blocks, 'ts', 'conmock.config.ts'))
  const server = spawnConmock(['--port', '0'], sandbox.folder, variables)
  const [url] = /http:\S+/.exec(await server.printed(/http.*\n/))!
  await fetchFrom({ url }, '/api/v0/roles')
  const response = await fetchFrom({ url }, '/api/v0/events')
  expect(await response.json()).toEqual(['Opening'])
  expect(response.headers.get('conmock-forwarded')).toBe(variables.REG_URL)
  expect(received.map(({ headers }) => headers.authorization)).toEqual(['Bearer real-token'])

  const shown = (line: string) =>
    line.replaceAll(/\d+:\d+:\d+|[\d.]+ ms/g, '').replace(variables.REG_URL, 'https://reg.example.com')
  await server.printed(/forwarded.*\n/)
  const lines = server.stdout.split('\n').filter((line) => line.includes('GET'))
  const guide = codeOf(blocks, 'text', '').split('\n')
  expect(lines.map(shown)).toEqual(guide.slice(2, 4).map(shown))
})

test('its configuration file answers 502 if the service is down', async () => {
  const variables = { REG_URL: 'http://127.0.0.1:2' }
  const server = spawnConmock(['--port', '0'], sandbox.folder, variables)
  const [url] = /http:\S+/.exec(await server.printed(/http.*\n/))!
  expect((await fetchFrom({ url }, '/api/v0/events')).status).toBe(502)
  const [line] = /GET.*\n/.exec(await server.printed(/GET.*\n/))!
  expect(line.replace(/[\d.]+ ms/, '3.1 ms').replace(variables.REG_URL, 'https://reg.example.com')).toBe(
    /GET.*502.*\n/.exec(codeOf(blocks, 'text', ''))![0],
  )
})

test('its test passes', async () => {
  const { received, variables } = await startService()
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  sandbox.write('events.test.ts', codeOf(blocks, 'ts', 'events.test.ts'))
  expect(await runVitest(sandbox, 'events.test.ts')).toMatch(/Tests +1 passed/)
  vi.unstubAllEnvs()
  expect(received.map(({ headers }) => headers.authorization)).toEqual(['Bearer real-token'])
})
