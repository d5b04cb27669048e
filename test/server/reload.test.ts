import { http, HttpResponse } from 'msw'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createMock } from '../../src/index.js'
import { StreamReader } from '../admin/event-reader.js'
import { RawConnection, rawRequest } from '../support/raw-connection.js'
import { bearer, fetchFrom, runServer } from '../support/running-server.js'

async function roleCount(server: { readonly url: string }): Promise<number> {
  const { data } = (await (await fetchFrom(server, '/api/v0/roles')).json()) as { data: unknown[] }
  return data.length
}

describe('reload()', () => {
  it('replaces the mock and the handlers at once', async () => {
    // The first handlers of a server load a module. An earlier test may have loaded it, so here it always takes time.
    const module = '../../src/server/custom-handlers.js'
    vi.doMock(module, (load) => new Promise((resolve) => void setTimeout(() => resolve(load()), 50)))
    onTestFinished(() => vi.doUnmock(module))
    const server = await runServer()
    const ask = async () => (await fetchFrom(server, '/api/v0/roles')).text()
    const before = await ask()
    const own = http.get('*/api/v0/roles', () => new HttpResponse('mine'))
    const reloading = server.reload({ data: 'empty', handlers: [own] })
    const seen = await Promise.all(Array.from({ length: 20 }, ask))
    await reloading
    expect([...seen, await ask()].filter((text) => text !== before && text !== 'mine')).toEqual([])
  })

  it('replaces the mock', async () => {
    const server = await runServer({ data: 'empty' })
    expect(await roleCount(server)).toBe(0)
    await server.reload({ data: { roles: [{ name: 'a' }, { name: 'b' }] } })
    expect(await roleCount(server)).toBe(2)
    expect(server.summary().roleCount).toBe(2)
    await server.mock.roles.create({ name: 'c' })
    expect(await roleCount(server)).toBe(3)
  })

  it('drops what was added since the start, and ids of entries and events go on counting', async () => {
    const server = await runServer({ admin: true })
    const events = new StreamReader(await fetch(`${server.url}/__conmock/v1/events`))
    const { token } = server.mock.tokens.issue({ scopes: ['user:read'], expiresIn: 60 })
    server.mock.tokens.issue({ token: 'named', scopes: ['user:read'] })
    server.mock.faults.add({ effect: { delay: 1 } })
    server.mock.clock.advance(60)
    server.mock.assume({ 'roles.pageSize': 1 })
    await server.mock.roles.create({ name: 'mine' })
    await roleCount(server)
    await server.reload({ seed: 1 })
    const fresh = createMock()
    expect(server.mock.export()).toEqual(fresh.export())
    expect(server.mock.tokens.all).toEqual(fresh.tokens.all)
    expect([server.mock.faults.all, server.mock.settings]).toEqual([[], fresh.settings])
    expect(server.mock.coverage()).toEqual(fresh.coverage())
    expect(server.mock.requests.all()).toEqual([])
    const statusOf = async (used: string) =>
      (await fetchFrom(server, '/api/v0/roles', { headers: bearer(used) })).status
    expect([await statusOf(token), await statusOf('named')]).toEqual([401, 401])
    await server.mock.reset()
    expect(await statusOf(token)).toBe(401)
    expect(server.mock.requests.last()).toMatchObject({ id: 4 })
    expect(await events.take(4)).not.toContain(undefined)
  })

  it('answers the requests that wait for the previous mock', async () => {
    const now = vi.fn<() => number>(() => Date.now())
    const faults = [{ effect: { delay: 100 } }]
    const tokens = { 'for-an-hour': { scopes: ['user:read'], expiresIn: 3600 } } as const
    const server = await runServer({ faults, data: 'empty', now, tokens })
    now.mockClear()
    const delayed = fetchFrom(server, '/api/v0/roles', { headers: bearer('for-an-hour') })
    // The mock asks for the time when a request arrives.
    await expect.poll(() => now.mock.calls.length, { interval: 1 }).toBeGreaterThan(0)
    const poll = '/__conmock/v1/default/requests.waitFor'
    const connection = await RawConnection.open(server)
    // The server reads both requests at once, so the second waits when the first is answered.
    const wait = '[{ "status": 418 }, { "timeout": 60000 }]'
    const lines = ['Host: localhost', 'Content-Type: application/json', `Content-Length: ${wait.length}`]
    connection.write(
      rawRequest('GET /__conmock/health HTTP/1.1', ['Host: localhost']) +
        rawRequest(`POST ${poll} HTTP/1.1`, lines, wait),
    )
    await connection.answer()
    await server.reload({})
    expect(await (await delayed).json()).toMatchObject({ data: [] })
    expect(JSON.parse((await connection.answer(2)).body)).toMatchObject({
      status: 409,
      detail: expect.stringContaining('the sandbox "default" was replaced') as string,
    })
  })

  it('replaces the handlers of the user', async () => {
    const server = await runServer()
    const options = { method: 'DELETE', headers: { origin: 'http://localhost:1' } }
    const own = http.delete('*/api/v0/roles', () => new HttpResponse('mine'))
    await server.reload({ handlers: [own] })
    expect(await (await fetchFrom(server, '/api/v0/roles', options)).text()).toBe('mine')
    await server.reload({})
    expect((await fetchFrom(server, '/api/v0/roles', options)).status).toBe(405)
  })

  it('changes nothing if an option is invalid', async () => {
    const server = await runServer({ data: 'single-page' })
    const before = [server.mock, await roleCount(server)]
    await expect(server.reload({ data: 'none' as never })).rejects.toThrow('data')
    await expect(server.reload({ port: 1 } as never)).rejects.toThrow('port')
    await expect(server.reload({ data: { roles: [{ name: 5 as never }] } })).rejects.toThrow(
      '$.roles[0].name',
    )
    await expect(server.reload(null as never)).rejects.toThrow('object')
    expect([server.mock, await roleCount(server)]).toEqual(before)
  })
})
