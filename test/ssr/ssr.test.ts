import { createServer } from 'node:http'
import { describe, expect, test } from 'vitest'
import { connect } from '../../src/server.js'
import { sandboxOf } from '../../src/ssr.js'
import { listen } from '../pact/support/servers.js'
import { RunningCommand, type Outcome } from '../support/command.js'
import { runServer } from '../support/running-server.js'
import { createInstallation } from '../vitest/installed.js'

const project = createInstallation()

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

describe.each(['fetch', 'http'])('the requests of %s', (client) => {
  test('reach the sandbox of the request that they belong to, also beside each other', async () => {
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
      asked.map((name, index) => ask(`client=${client}&wait=${(index * 7) % 20}&url=${url}`, name)),
    )
    expect(pages).toMatchObject(asked.map((name) => ({ data: [{ name: name ?? 'default' }] })))
  })

  test('to other servers do not change', async () => {
    const other = await listen(
      createServer((request, response) => response.end(JSON.stringify(request.headers))),
    )
    const ask = await startApp((await runServer()).url)
    const headers = await ask(`client=${client}&wait=0&url=${encodeURIComponent(other)}`, 'a')
    expect(headers).toMatchObject({ authorization: 'Bearer mock-user-read' })
    expect(headers).not.toHaveProperty('conmock-sandbox')
  })
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
