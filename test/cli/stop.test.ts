import { describe, expect, it } from 'vitest'
import { startConmock } from '../support/command.js'
import { RawConnection, rawRequest } from '../support/raw-connection.js'
import { fetchFrom } from '../support/running-server.js'

describe('the command', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('ends well at %s', async (signal) => {
    const { command, greeting } = await startConmock()
    expect(await command.stop(signal)).toEqual({ code: 0, stdout: greeting, stderr: '' })
  })

  it('ends well at a signal while a client keeps its connection', async () => {
    const { command, url } = await startConmock('--quiet')
    const connection = await RawConnection.open({ port: Number(new URL(url).port) })
    await connection.write(rawRequest('GET /api/v0/roles HTTP/1.1', ['Host: conmock'])).answer()
    expect((await command.stop()).code).toBe(0)
    await connection.closed
  })

  it.each([[['--json']], [[]]])('goes on when nobody reads its output any more (flags %j)', async (flags) => {
    const { command, url } = await startConmock(...flags)
    command.stopReading()
    for (let request = 0; request < 5; request++) {
      expect((await fetchFrom({ url }, '/api/v0/roles')).status).toBe(200)
    }
    expect(await command.stop()).toMatchObject({ code: 0, stderr: '' })
  })
})
