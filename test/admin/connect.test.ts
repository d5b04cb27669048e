import { text } from 'node:stream/consumers'
import { inspect } from 'node:util'
import { createServer, type IncomingMessage } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { extendApi, InvalidOptionError, RecordNotFoundError } from '../../src/index.js'
import { createRemoteMock } from '../../src/admin/client/create-remote-mock.js'
import { connect, RemoteError, startServer, type ConnectOptions, type RemoteMock } from '../../src/server.js'
import { registrations } from '../extension/registrations.js'
import { listen } from '../pact/support/servers.js'
import { runServer } from '../support/running-server.js'
import { sameMembers } from './same-members.js'
import { sameOptions } from './same-mock.js'
import { createMockCore } from '../support/convention.js'

async function connected(options: Parameters<typeof runServer>[0] = { data: 'edge-cases' }) {
  const server = await runServer(options)
  return connect(server.url)
}

test.each(Object.entries(sameMembers))('a sandbox has the members of a mock: %s', async (_name, body) => {
  const remote = await connected()
  const here = await body(createMockCore(sameOptions, 'w3') as unknown as RemoteMock)
  expect(await body(await remote.createSandbox('w3', sameOptions))).toEqual(here)
})

test('reading the properties of a sandbox does not fail when its server is closed', async () => {
  const server = await runServer()
  const sandbox = (await connect(server.url)).sandbox('default')
  await server.close()
  // As a debugger does that shows the values.
  void [sandbox.settings, sandbox.tokens.all, sandbox.faults.all, sandbox.requests.dropped]
  expect(inspect(sandbox, { showProxy: false })).toBeTypeOf('string')
  expect(await Promise.resolve(sandbox.tokens)).toBeTypeOf('function')
  await expect(sandbox.settings).rejects.toThrow(RemoteError)
})

test('arguments that are not JSON are not sent', async () => {
  const { volunteers, requests } = (await connected()).sandbox('default')
  const before = await volunteers.count()
  await expect(volunteers.create({ createdAt: new Date(0) as never })).rejects.toThrow(
    new InvalidOptionError('the argument [0].createdAt is not JSON, so it cannot be sent to the server'),
  )
  await expect(volunteers.createMany([{ options: [{ value: Number.NaN }] }])).rejects.toThrow(
    '[0][0].options[0].value',
  )
  const cycle: Record<string, unknown> = {}
  cycle['user'] = cycle
  await expect(volunteers.create(cycle)).rejects.toThrow(InvalidOptionError)
  for (const condition of [() => true, { id: () => true }, { id: 1n }, undefined]) {
    await expect(volunteers.deleteMany(condition as never)).rejects.toThrow(InvalidOptionError)
    await expect(requests.waitFor(condition as never)).rejects.toThrow(InvalidOptionError)
  }
  expect(await volunteers.count()).toBe(before)
})

test('arguments of any depth are sent', async () => {
  const schema = z.object({ id: z.string(), tree: z.any() })
  const extend = extendApi().collection('plants', { one: 'plant', schema, factory: () => ({ tree: {} }) })
  const server = await startServer({ port: 0, extend })
  onTestFinished(() => server.close())
  const tree = JSON.parse('{"a":'.repeat(100) + '1' + '}'.repeat(100)) as unknown
  const { plants } = (await connect(server.url, { extend })).sandbox('default')
  await plants.create({ id: '1', tree })
  expect(server.mock.plants.find('1')).toEqual({ id: '1', tree })
})

test('a member that a sandbox does not have is an error', async () => {
  const sandbox = (await connected()).sandbox('default') as unknown as Record<string, () => Promise<unknown>>
  await expect(sandbox['rset']!()).rejects.toThrow('there is no member "rset": did you mean "reset"?')
})

describe('sandboxes', () => {
  test('are created, listed and removed', async () => {
    const remote = await connected()
    const data = { volunteers: [{ user: { id: '42', preferredName: undefined } }] }
    const sandbox = await remote.createSandbox('w3', { data, seed: undefined })
    expect(await sandbox.volunteers.find({ user: { id: '42', preferredName: undefined } })).toBeDefined()
    expect((await remote.sandboxes()).map(({ name }) => name)).toEqual(['default', 'w3'])
    await remote.deleteSandbox('w3')
    expect((await remote.sandboxes()).map(({ name }) => name)).toEqual(['default'])
    await expect(sandbox.settings).rejects.toThrow(RecordNotFoundError)
    await expect(remote.deleteSandbox('w3')).rejects.toThrow(
      'there is no sandbox "w3"; the sandboxes are: default',
    )
    expect((await sandbox.fetch('/api/v0/roles')).status).toBe(404)
  })

  test('with wrong names or options are errors of the library', async () => {
    const remote = await connected()
    await expect(remote.createSandbox('A b')).rejects.toMatchObject({ name: 'InvalidOptionError' })
    await expect(remote.createSandbox('x', { seed: 'one' as never })).rejects.toThrow(
      '"seed" must be a whole',
    )
    await expect(remote.createSandbox('x', { onRequest: () => {} } as never)).rejects.toThrow(
      'the argument [1].onRequest is a function',
    )
    await expect(remote.sandbox('A b').reset()).rejects.toThrow('there is no sandbox "A%20b"')
    expect(await remote.sandboxes()).toHaveLength(1)
  })
})

test('a name that would change the path reaches no other sandbox', async () => {
  const remote = await connected()
  for (const name of ['', '.', '..', 'a/b', 'default/..']) {
    await expect(remote.sandbox(name).roles.count()).rejects.toThrow(Error)
    await expect(remote.createSandbox(name)).rejects.toThrow(InvalidOptionError)
    await expect(remote.deleteSandbox(name)).rejects.toThrow(InvalidOptionError)
  }
  expect(await remote.sandboxes()).toHaveLength(1)
})

describe('connect', () => {
  test('returns the URL of the server', async () => {
    const server = await runServer({ data: 'edge-cases' })
    const remote = await connect(`${server.url}/`)
    expect(remote.url).toBe(server.url)
  })

  test('needs the token of the server', async () => {
    const server = await runServer({ admin: { token: 'a-secret' } })
    await expect(connect(server.url)).rejects.toThrow(/needs the token of --admin-token/)
    await expect(connect(server.url, { token: 'wrong' })).rejects.toMatchObject({
      name: 'RemoteError',
      status: 401,
    })
    const sandbox = (await connect(server.url, { token: 'a-secret' })).sandbox('default')
    expect(await sandbox.roles.count()).toBe(250)
    // The token is not for the API.
    const { status } = await sandbox.fetch('/api/v0/roles')
    expect(status).toBe(401)
  })

  test.each([
    [{ admin: false }, 'did not answer like conmock (status 404). Check the URL'],
    [{ host: '0.0.0.0' }, 'turn it on with --admin-token TOKEN'],
  ])('explains that the admin API is off: %o', async (options, message) => {
    const server = await runServer(options)
    await expect(connect(server.url)).rejects.toThrow(RemoteError)
    await expect(connect(server.url)).rejects.toThrow(message)
  })

  test('explains that no server answers', async () => {
    const server = await runServer()
    await server.close()
    await expect(connect(server.url)).rejects.toMatchObject({
      name: 'RemoteError',
      status: undefined,
      message: `cannot reach ${server.url}: ECONNREFUSED. Check the URL, and that the server runs: npx conmock.`,
    })
  })

  test.each([
    [200, 'text/html', '<p>Hello</p>'],
    [200, 'application/json', 'null'],
    [500, 'application/json', '{"version":"1"}'],
  ])('explains that another server answers: %s %s %s', async (status, type, body) => {
    const url = await listen(
      createServer((_, response) => void response.writeHead(status, { 'content-type': type }).end(body)),
    )
    await expect(connect(url)).rejects.toMatchObject({
      name: 'RemoteError',
      status,
      message: expect.stringContaining(`${url} did not answer like conmock (status ${status})`) as string,
    })
  })

  test.each([
    ['127.0.0.1:4020', {}, '"url" must be an absolute http or https URL'],
    ['http://user:secret@localhost', {}, '"url" must not contain a user name or a password'],
    ['http://localhost', { token: 'a b' }, '"token" must be a string'],
    ['http://localhost', { extend: {} } as ConnectOptions, '"extend" must be what extendApi() returns'],
    ['http://localhost', { timeout: 1 } as ConnectOptions, 'timeout'],
  ])('checks its arguments: %s %o', async (url, options, message) => {
    await expect(connect(url, options)).rejects.toThrow(message)
  })

  test('compares the names of an extension with those of the server', async () => {
    const server = await startServer({ port: 0, extend: registrations })
    onTestFinished(() => server.close())
    const mock = (await connect(server.url, { extend: registrations })).sandbox('default')
    expect(await mock.registrations.find({ userId: '2' })).toMatchObject({ id: '2', status: 'new' })
    const other = registrations
      .operation('getMe', 'GET /api/v0/me', {}, () => ({ id: '1' }))
      .assumption('me.missing', { question: 'Is there always one?', variants: ['yes', 'no'] })
    await expect(connect(server.url, { extend: other })).rejects.toThrow(
      new InvalidOptionError(
        `differs from what ${server.url} has: the server has no operation getMe; the server has no assumption me.missing. Use the same extension in both: on the server, --extend FILE`,
        'extend',
      ),
    )
    await expect(connect(server.url, { extend: extendApi() })).rejects.toThrow(
      /: only the server has the operation getUser, .*getPhoto; only the server has the collection registrations; only the server has the assumption registration\.canceledTwice\. /,
    )
  })

  test('works behind a proxy with a path', async () => {
    const server = await runServer({ data: 'edge-cases' })
    async function forward(incoming: IncomingMessage) {
      const { method = 'GET', url = '', headers } = incoming
      const body = method === 'POST' ? await text(incoming) : null
      const { 'content-type': type = '', authorization = '', 'conmock-sandbox': sandbox = '' } = headers
      const sent = {
        method,
        body,
        headers: { 'content-type': type, authorization, 'conmock-sandbox': String(sandbox) },
      }
      const answer = await fetch(server.url + url.replace('/team/mock', ''), sent)
      return { status: answer.status, text: await answer.text() }
    }
    const proxy = createServer((request, response) => {
      void forward(request).then((answer) => response.writeHead(answer.status).end(answer.text))
    })
    const remote = await connect(`${await listen(proxy)}/team/mock/`)
    const sandbox = remote.sandbox('default')
    const headers = { authorization: 'Bearer mock-all-scopes' }
    for (const url of ['/api/v0/roles', `${remote.url}/api/v0/roles`, 'http://mock/api/v0/roles']) {
      expect((await sandbox.fetch(url, { headers })).status).toBe(200)
    }
    expect(await sandbox.requests.count({ status: 200 })).toBe(3)
  })
})

test('calls nothing if a call or an `await` is forgotten', async () => {
  const called: string[] = []
  const refuse = (member: string) => {
    called.push(member)
    return Promise.reject(new Error('no such member'))
  }
  const mock = createRemoteMock(refuse, fetch) as never as Record<string, Record<string, unknown>>
  for (const value of [mock, mock['roles'], mock['requests']!['count']] as unknown as string[]) {
    const results = [`is ${value}`, value < '3', Number(value), [value].join('')]
    expect(results.map((each) => typeof each)).not.toContain('object')
    expect([JSON.stringify({ value }), inspect(value)].map((each) => typeof each)).toEqual([
      'string',
      'string',
    ])
    expect([await Promise.resolve(value), value.valueOf()]).toEqual([value, value])
  }
  await new Promise(setImmediate)
  expect(called).toEqual([])
})
