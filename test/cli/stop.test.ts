import { describe, expect, it } from 'vitest'
import { main } from '../../src/cli/main.js'
import { runConmock, startConmock } from '../support/command.js'
import { RawConnection, rawRequest } from '../support/raw-connection.js'
import { fetchFrom } from '../support/running-server.js'
import { temporaryFile } from '../support/temporary-folder.js'

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

  it('ends within seconds at a signal when nobody reads the output that waits', async () => {
    const { command, url } = await startConmock('--json')
    command.pauseReading()
    // More than the pipe and the buffer of its reader hold.
    for (let request = 0; request < 60; request++) {
      expect((await fetchFrom({ url }, `/${'x'.repeat(10_000)}`)).status).toBe(404)
    }
    expect(await command.exited('SIGTERM')).toEqual([0, null])
  })

  it('closes the server when it cannot print that it listens', async () => {
    let printed = ''
    const code = await main(['serve', '--port', '0', '--json'], {
      out: (text) => {
        printed += text
        throw new Error('no room')
      },
      err: () => undefined,
    })
    expect(code).toBe(2)
    const { url } = JSON.parse(printed) as { url: string }
    await expect(RawConnection.open({ port: Number(new URL(url).port) })).rejects.toThrow('ECONNREFUSED')
  })

  it('refuses data that no URL can hold before it listens', async () => {
    const file = temporaryFile(
      'data.json',
      '{"users":[{"id":"1"}],"volunteers":[{"user":{"id":"a\\ud800"}}]}',
    )
    const { code, stdout, stderr } = await runConmock('--port', '0', '--data', file)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(
      /^conmock: --data: \S*data\.json: \$\.volunteers\[0\]\.user\.id: a URL cannot contain half/,
    )
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
