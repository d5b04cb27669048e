import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { RawConnection, rawRequest } from '../support/raw-connection.js'
import { fetchFrom, runServer } from '../support/running-server.js'

async function roleCount(server: { readonly url: string }): Promise<number> {
  const { data } = (await (await fetchFrom(server, '/api/v0/roles')).json()) as { data: unknown[] }
  return data.length
}

describe('reload()', () => {
  it('replaces the mock', async () => {
    const server = await runServer({ scenario: 'empty' })
    expect(await roleCount(server)).toBe(0)
    await server.reload({ data: { roles: [{ name: 'a' }, { name: 'b' }] } })
    expect(await roleCount(server)).toBe(2)
    expect(server.summary().roleCount).toBe(2)
    await server.mock.roles.create({ name: 'c' })
    expect(await roleCount(server)).toBe(3)
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

  it('also applies to malformed requests', async () => {
    const server = await runServer({ assumptions: { 'errors.body': 'empty' } })
    const malformed = async () => {
      const connection = await RawConnection.open(server)
      return connection.write('no HTTP\r\n\r\n').answer()
    }
    const ambiguous = async () => {
      const connection = await RawConnection.open(server)
      return connection.write(rawRequest('GET /api/v0/roles HTTP/1.1', ['Host: a', 'Host: b'])).answer()
    }
    const bodies = async () => [(await malformed()).body, (await ambiguous()).body]
    expect(await bodies()).toEqual(['', ''])
    await server.reload({})
    expect(await bodies()).not.toContain('')
  })

  it('changes nothing if an option is invalid', async () => {
    const server = await runServer({ scenario: 'single-page' })
    const before = [server.mock, await roleCount(server)]
    await expect(server.reload({ scenario: 'none' as never })).rejects.toThrow('scenario')
    await expect(server.reload({ port: 1 } as never)).rejects.toThrow('port')
    await expect(server.reload({ data: { roles: [{ name: 5 as never }] } })).rejects.toThrow(
      '$.roles[0].name',
    )
    await expect(server.reload(null as never)).rejects.toThrow('object')
    expect([server.mock, await roleCount(server)]).toEqual(before)
  })
})
