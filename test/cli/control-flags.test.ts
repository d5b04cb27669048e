import { describe, expect, it } from 'vitest'
import { startConmock, type ServingConmock } from '../support/command.js'
import { bearer, fetchFrom } from '../support/running-server.js'
import { temporaryFile } from '../support/temporary-folder.js'

const SPACES = '/__conmock/v1/spaces'
const ROLES = '/api/v0/roles'

/** The status of a request to the control plane. */
async function controlStatus(server: ServingConmock, headers: Record<string, string> = {}): Promise<number> {
  return (await fetch(server.url + SPACES, { headers })).status
}

describe('the server of the command line', () => {
  it('has a control plane, which --no-control turns off', async () => {
    const on = await startConmock('--quiet')
    const off = await startConmock('--quiet', '--no-control')
    expect([await controlStatus(on), await controlStatus(off)]).toEqual([200, 404])
    expect(await (await fetch(`${off.url}/__conmock/health`)).json()).toMatchObject({ code: 'unknown_path' })
  })

  it('needs the token of --control-token, which it never prints', async () => {
    const server = await startConmock('--control-token', 'a-real-secret', '--verbose')
    expect(await controlStatus(server)).toBe(401)
    expect(await controlStatus(server, bearer('other'))).toBe(401)
    expect(await controlStatus(server, bearer('a-real-secret'))).toBe(200)
    expect((await fetch(`${server.url}/__conmock/health`)).status).toBe(200)
    const { code, stdout, stderr } = await server.command.stop()
    expect(code).toBe(0)
    expect(stdout + stderr).not.toContain('a-real-secret')
  })

  it('allows the hosts of --control-host, and those of the configuration file with its token', async () => {
    const file = temporaryFile('conmock.config.json', '{ "control": { "token": "in-file" } }')
    const hosts = ['--control-host', 'mock.test', '--control-host', 'Other.test']
    const server = await startConmock('--quiet', '--host', '0.0.0.0', '--config', file, ...hosts)
    // fetch cannot set the Host header.
    const { request } = await import('undici')
    const statusOf = async (host: string, token = 'in-file') =>
      (await request(server.url + SPACES, { headers: { host, ...bearer(token) } })).statusCode
    for (const host of ['mock.test:4020', 'other.test', 'localhost']) expect(await statusOf(host)).toBe(200)
    expect(await statusOf('evil.test')).toBe(403)
    expect(await statusOf('mock.test', 'other')).toBe(401)
  })

  it('refuses requests without a space with --spaces required', async () => {
    const server = await startConmock('--quiet', '--spaces', 'required')
    const headers = { 'content-type': 'application/json' }
    await fetch(`${server.url}${SPACES}/w1`, { method: 'PUT', headers, body: '{ "roles": 3 }' })
    expect((await fetchFrom(server, ROLES)).status).toBe(400)
    expect((await fetchFrom(server, `/~default${ROLES}`)).status).toBe(200)
    const response = await fetchFrom(server, `/~w1${ROLES}`)
    expect(((await response.json()) as { data: unknown[] }).data).toHaveLength(3)
    expect((await fetchFrom(await startConmock('--quiet', '--spaces', 'optional'), ROLES)).status).toBe(200)
  })
})
