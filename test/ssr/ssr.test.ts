import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { connect } from '../../src/server.js'
import { sandboxOf } from '../../src/ssr.js'
import { listen } from '../pact/support/servers.js'
import { Certificate } from '../support/certificate.js'
import { RunningCommand, type Outcome } from '../support/command.js'
import { runServer } from '../support/running-server.js'
import { createInstallation } from '../vitest/installed.js'
import { waysProgram } from './ways-program.js'

const project = createInstallation(['undici'])

project.write(
  'app.mjs',
  `import { once } from 'node:events'
import { createServer, get } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
const headers = { authorization: 'Bearer mock-user-read' }
const clients = {
  fetch: async (url) => (await fetch(url, { headers })).json(),
  http: async (url) => json((await once(get(url, { headers }), 'response'))[0]),
}
const server = createServer(async (request, response) => {
  const { searchParams } = new URL(request.url, 'http://app')
  await setTimeout(Number(searchParams.get('wait')))
  const body = await clients[searchParams.get('client')](searchParams.get('url'))
  response.end(JSON.stringify(body))
})
server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port))
`,
)

/** Starts an app whose server requests the mock. */
async function startApp(mockUrl: string): Promise<(path: string, sandbox?: string) => Promise<unknown>> {
  const command = RunningCommand.start(
    process.execPath,
    ['--import', 'conmock/ssr', 'app.mjs'],
    project.folder,
    {
      CONMOCK_URL: mockUrl,
    },
  )
  const url = /http:\S+/.exec(await command.printed(/http:\S+\n/))![0]
  return async (query, sandbox) => {
    const headers: HeadersInit = sandbox === undefined ? {} : { 'conmock-sandbox': sandbox }
    return (await fetch(`${url}/?${query}`, { headers })).json()
  }
}

test('the requests of an app reach the sandbox of the request that they belong to, also beside each other', async () => {
  const server = await runServer({ data: 'empty' })
  const remote = await connect(server.url)
  const names = ['a', 'b', 'c', 'd', undefined]
  for (const name of names) {
    const sandbox = name === undefined ? remote.sandbox('default') : await remote.createSandbox(name)
    await sandbox.roles.create({ id: '1', name: name ?? 'default' })
  }
  const ask = await startApp(server.url)
  const url = encodeURIComponent(`${server.url.replace('127.0.0.1', 'localhost')}/api/v0/roles`)
  const asked = Array.from({ length: 40 }, (_, index) => names[index % names.length])
  const pages = await Promise.all(
    asked.map((name, index) =>
      ask(`client=${index % 2 ? 'fetch' : 'http'}&wait=${(index * 7) % 20}&url=${url}`, name),
    ),
  )
  expect(pages).toMatchObject(asked.map((name) => ({ data: [{ name: name ?? 'default' }] })))
})

test('requests to other servers do not change', async () => {
  const other = await listen(
    createServer((request, response) => response.end(JSON.stringify(request.headers))),
  )
  const ask = await startApp('http://127.0.0.1:9')
  for (const client of ['fetch', 'http']) {
    const headers = await ask(`client=${client}&wait=0&url=${encodeURIComponent(other)}`, 'a')
    expect(headers).toMatchObject({ authorization: 'Bearer mock-user-read' })
    expect(headers).not.toHaveProperty('conmock-sandbox')
  }
})

// All ways, with each version of Node and undici, are in the suite of compatibility.
test('requests that wait for a connection, and those over HTTP/2, name their own sandbox', async () => {
  const ways = [
    'http.get with an array of headers',
    'http.get of 0.0.0.0',
    'fetch with an Agent',
    'interceptors.retry',
    'undici, redirected to others',
    'http.get by streams of HTTP/2',
    'fetch by HTTP/2 with TLS, at the end of the body',
  ]
  project.write('ways.mjs', waysProgram)
  const args = ['ways.mjs', 'undici', JSON.stringify(ways)]
  const TLS = JSON.stringify(new Certificate().tls)
  const { stdout, stderr } = await RunningCommand.start(process.execPath, args, project.folder, {
    TLS,
  }).ended()
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual(Object.fromEntries(ways.map((way) => [way, []])))
})

test('a client that is older than conmock/ssr names no sandbox, and a warning says so once', async () => {
  project.write(
    'late.mjs',
    `import { once } from 'node:events'
import { createServer, get } from 'node:http'
import { text } from 'node:stream/consumers'
import { Pool } from 'undici'
const mock = createServer((request, response) => response.end(String(request.headers['conmock-sandbox'])))
const app = createServer(async (_, response) => response.end(await ask()))
for (const server of [mock, app]) await once(server.listen(0, '127.0.0.1'), 'listening')
const [url, appUrl] = [mock, app].map((server) => 'http://127.0.0.1:' + server.address().port)
const pool = new Pool(url, { connections: 1 })
const ask = async () => (await pool.request({ method: 'GET', path: '/' })).body.text()
await ask()
process.env.CONMOCK_URL = url
await import('conmock/ssr')
for (const name of ['a', 'b'])
  console.log(await text((await once(get(appUrl, { headers: { 'conmock-sandbox': name } }), 'response'))[0]))
process.exit()
`,
  )
  const outcome = await RunningCommand.start(process.execPath, ['late.mjs'], project.folder).ended()
  expect(outcome).toMatchObject({ code: 0, stdout: 'undefined\nundefined\n' })
  expect(
    outcome.stderr.match(/conmock\/ssr cannot tell which sandbox a request to http:\S+ belongs to/g),
  ).toHaveLength(1)
})

test('sandboxOf returns the header with the sandbox, or no header', () => {
  expect(sandboxOf(new Headers({ 'Conmock-Sandbox': 'w3' }))).toEqual({ 'conmock-sandbox': 'w3' })
  expect(sandboxOf({ 'conmock-sandbox': 'w3' })).toEqual({ 'conmock-sandbox': 'w3' })
  expect(sandboxOf(new Headers())).toEqual({})
  expect(sandboxOf({})).toEqual({})
})

/** Starts a program with the module. */
function start(CONMOCK_URL: string): Promise<Outcome> {
  const args = ['--import', 'conmock/ssr', '--eval', 'console.log(1)']
  return RunningCommand.start(process.execPath, args, project.folder, { CONMOCK_URL }).ended()
}

test('a wrong CONMOCK_URL is an error at the start, and without one nothing happens', async () => {
  for (const wrong of ['127.0.0.1:4020', 'localhost:4020'])
    expect((await start(wrong)).stderr).toContain('CONMOCK_URL must be the URL of a running conmock')
  expect(await start('')).toEqual({ code: 0, stdout: '1\n', stderr: '' })
})
