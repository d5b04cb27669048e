import { http, HttpResponse } from 'msw'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createMock } from '../../src/index.js'
import { connect, type RunningServer, type ServerOptions } from '../../src/server.js'
import { rawRequest, sendRaw } from '../support/raw-connection.js'
import { fetchFrom, runServer } from '../support/running-server.js'

const ROLES = '/api/v0/roles'
const HOST = 'Host: localhost'
const TOKEN = 'Authorization: Bearer mock-all-scopes'

/** Starts a server with the sandboxes w1 and w2. Each has a role with its name. */
async function serveSandboxes(options: ServerOptions = {}): Promise<RunningServer> {
  const server = await runServer({ data: 'empty', ...options })
  const remote = await connect(server.url)
  for (const name of ['w1', 'w2']) await (await remote.createSandbox(name)).roles.create({ name })
  return server
}

async function rolesOf(response: Response): Promise<string[]> {
  return ((await response.json()) as { data: { name: string }[] }).data.map(({ name }) => name)
}

async function pathsIn(server: RunningServer, sandbox: string): Promise<string[]> {
  const requests = await (await connect(server.url)).sandbox(sandbox).requests.all()
  return requests.map(({ method, path, status }) => `${method} ${path} ${status}`)
}

it.each([
  ['an absolute target', `http://other.test/~w1${ROLES}`],
  ['an absolute target in upper case', `HTTP://OTHER.test:80/%7Ew1${ROLES}`],
  ['a target with dots', `/x/../~w1/./api/v0/roles`],
])('a request may have %s', async (_, target) => {
  const server = await serveSandboxes({ handlers: [] })
  const own = await serveSandboxes({ handlers: [http.get('*/other', () => undefined)] })
  for (const each of [server, own]) {
    const { body } = await sendRaw(each, rawRequest(`GET ${target} HTTP/1.1`, [HOST, TOKEN]))
    expect(JSON.parse(body)).toMatchObject({ data: [{ name: 'w1' }] })
  }
})

describe('a preflight', () => {
  const headers = {
    origin: 'http://localhost:5173',
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'authorization,conmock-sandbox',
  }

  it.each(['/~w1', '', '/~unknown'])('in front of a request to "%s" succeeds', async (prefix) => {
    const server = await serveSandboxes({ sandboxes: 'required', cors: [headers.origin] })
    const response = await fetch(server.url + prefix + ROLES, { method: 'OPTIONS', headers })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-headers')).toContain('conmock-sandbox')
    const sandbox = prefix === '/~w1' ? 'w1' : 'default'
    expect(await pathsIn(server, sandbox)).toEqual([])
  })

  it.each(['/~w1', '', '/~unknown'])(
    'of a foreign origin, to "%s", is in the request log',
    async (prefix) => {
      const server = await serveSandboxes({ sandboxes: 'required', cors: ['http://other.test'] })
      await fetch(server.url + prefix + ROLES, { method: 'OPTIONS', headers })
      const sandbox = prefix === '/~w1' ? 'w1' : 'default'
      const path = prefix === '/~w1' ? ROLES : prefix + ROLES
      expect(await pathsIn(server, sandbox)).toEqual([`OPTIONS ${path} 204`])
    },
  )

  it('lets a page read why the sandbox is unknown', async () => {
    const server = await serveSandboxes()
    const response = await fetchFrom(server, `/~unknown${ROLES}`, {
      headers: { origin: 'http://localhost:5173' },
    })
    expect(response.status).toBe(404)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(await response.json()).toMatchObject({
      detail: 'There is no sandbox "unknown". The sandboxes are: default, w1, w2.',
    })
  })
})

describe('custom handlers', () => {
  const seen: string[] = []
  const handlers = [
    http.all('*/api/v0/roles', ({ request }) => {
      seen.push(`${request.method} ${request.url}`)
      return undefined
    }),
    http.get('*/api/v0/mine', () => HttpResponse.json({})),
    http.get('*/mine', ({ request }) => HttpResponse.json({ path: new URL(request.url).pathname })),
    http.get('*/broken', () => {
      throw new Error('no')
    }),
  ]

  it('get the path without the name of the sandbox', async () => {
    const server = await serveSandboxes({ handlers })
    seen.length = 0
    expect(await rolesOf(await fetchFrom(server, `/~w1${ROLES}?x=1`))).toEqual(['w1'])
    expect(seen).toEqual([`GET ${server.url}${ROLES}?x=1`])
    const mine = await fetchFrom(server, '/%7Ew1/mine')
    expect(await mine.json()).toEqual({ path: '/mine' })
    await fetchFrom(server, '/~w1/broken')
    await fetchFrom(server, '/~w1?x=1')
    await fetchFrom(server, '/~w1//double')
    expect(await pathsIn(server, 'w1')).toEqual([
      `GET ${ROLES} 200`,
      'GET /mine 200',
      'GET /broken 500',
      'GET / 404',
      'GET //double 404',
    ])
    expect(await pathsIn(server, 'default')).toEqual([])
  })

  it('come before the check that a request names a sandbox, except below the path of the API', async () => {
    const server = await serveSandboxes({ handlers, sandboxes: 'required' })
    expect((await fetchFrom(server, '/mine')).status).toBe(200)
    seen.length = 0
    expect((await fetchFrom(server, ROLES)).status).toBe(400)
    expect((await fetchFrom(server, '/api/v0/mine')).status).toBe(400)
    expect((await fetchFrom(server, '/API/v0/mine')).status).toBe(400)
    expect(seen).toEqual([])
    expect((await fetchFrom(server, '/~w1/api/v0/mine')).status).toBe(200)
    expect((await fetchFrom(server, `/~w1/mine`)).status).toBe(200)
  })
})

it('a server with a mock has sandboxes with the options of the mock', async () => {
  const logged: string[] = []
  const mock = createMock({ data: { roles: [{ id: '7', name: 'given' }] } })
  const server = await runServer({
    mock,
    onRequest: ({ sandbox, status }) => logged.push(`${sandbox} ${status}`),
  })
  await (await connect(server.url)).createSandbox('w1')
  await mock.roles.create({ name: 'later' })
  expect(await rolesOf(await fetchFrom(server, ROLES))).toEqual(['given', 'later'])
  expect(await rolesOf(await fetchFrom(server, `/~w1${ROLES}`))).toEqual(['given'])
  await server.close()
  await mock.fetch('http://localhost/closed')
  // Each request once, and none after the server is closed.
  expect(logged).toEqual(['default 200', 'w1 200'])
})

it('a sandbox is evicted after an hour without a request, but default is not', async () => {
  const notes: string[] = []
  const server = await serveSandboxes({ onRequest: ({ note }) => notes.push(note ?? '') })
  const remote = await connect(server.url)
  const later = performance.now() + 3_600_000
  const clock = vi.spyOn(performance, 'now').mockReturnValue(later)
  onTestFinished(() => clock.mockRestore())
  await fetchFrom(server, ROLES)
  expect(await remote.sandboxes()).toEqual([{ name: 'default' }])
  expect((await fetchFrom(server, `/~w1${ROLES}`)).status).toBe(404)
  expect(notes).toContainEqual('removed sandboxes without a request for 60 minutes: w1, w2')
})
