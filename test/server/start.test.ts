import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createMock } from '../../src/index.js'
import { InvalidOptionError, ServerStartError, startServer, type ServerOptions } from '../../src/server.js'
import { listen } from '../pact/support/servers.js'
import { RawConnection } from '../support/raw-connection.js'
import { fetchFrom, runServer } from '../support/running-server.js'

function failure(options: ServerOptions): Promise<unknown> {
  return runServer(options).then(
    () => expect.fail('the server started'),
    (error: unknown) => error,
  )
}

const takenPort = async () => Number(new URL(await listen(createServer())).port)

describe('startServer', () => {
  it.each(['127.0.0.1', '0.0.0.0'])('returns a URL that clients can use for the host %s', async (host) => {
    const server = await runServer({ host })
    expect(server.host).toBe(host)
    expect(server.port).toBeGreaterThan(0)
    expect(server.url).toBe(`http://127.0.0.1:${server.port}`)
    expect((await fetchFrom(server, '/api/v0/roles')).status).toBe(200)
  })

  it('listens only on the loopback address by default', async () => {
    const server = await runServer()
    // On Linux, all of 127.0.0.0/8 are loopback addresses. Other systems refuse this address anyway.
    await expect(RawConnection.open(server, '127.0.0.2')).rejects.toThrow(/connect/)
  })
})

describe('startServer refuses', () => {
  it('a port in use, with a suggestion', async () => {
    const port = await takenPort()
    const error = await failure({ port })
    expect(error).toBeInstanceOf(ServerStartError)
    expect(String(error)).toBe(
      `ServerStartError: port ${port} on 127.0.0.1 is in use; choose another port, or 0 for any free one`,
    )
    expect((error as ServerStartError).cause).toMatchObject({ code: 'EADDRINUSE' })
  })

  it('a host that is not an address of this machine', async () => {
    // TEST-NET-1 (RFC 5737) belongs to no machine.
    const error = await failure({ host: '192.0.2.1' })
    expect(error).toBeInstanceOf(ServerStartError)
    expect(String(error)).toContain('the host 192.0.2.1 is not an address of this machine; use 127.0.0.1')
  })

  it.each<[string, ServerOptions, string]>([
    // An empty host would open the server to the whole network.
    ['an empty host', { host: '' }, '"host" must be'],
    ...[-1, 65_536, 1.5, Number.NaN, '80' as never].map((port): [string, ServerOptions, string] => [
      `port ${port}`,
      { port },
      '"port" must be a whole number',
    ]),
    ['a mock with an option of createMock', { mock: createMock(), seed: 2 }, '"seed" cannot be combined'],
    ...[{}, 0, '', false].map((mock): [string, ServerOptions, string] => [
      `${JSON.stringify(mock)} as a mock`,
      { mock: mock as never },
      '"mock" must be the result of createMock()',
    ]),
    ['an unknown option', { sead: 2 } as never, 'unknown option "sead": did you mean "seed"?'],
  ])('%s', async (_what, options, message) => {
    const error = await failure(options)
    expect(error).toBeInstanceOf(InvalidOptionError)
    expect(String(error)).toContain(message)
  })

  it('no option of undefined together with a mock', async () => {
    await expect(runServer({ mock: createMock(), seed: undefined })).resolves.toBeDefined()
  })

  it('an invalid option before it opens the port', async () => {
    const port = await takenPort()
    await expect(startServer({ port, data: 'no-such' as never })).rejects.toThrow(InvalidOptionError)
  })
})
