import { describe, expect, it } from 'vitest'
import { startConmock } from '../support/command.js'
import { fetchFrom } from '../support/running-server.js'
import { main } from '../support/convention.js'

describe('the command', () => {
  it('exits within seconds if its output is not read', async () => {
    const { command, url } = await startConmock('--json')
    command.pauseReading()
    // More output than fits into the pipe and the buffer of its reader.
    for (let request = 0; request < 60; request++) {
      expect((await fetchFrom({ url }, `/${'x'.repeat(10_000)}`)).status).toBe(404)
    }
    expect(await command.exited('SIGTERM')).toEqual([0, null])
  })

  it('closes the server if it cannot print its URL', async () => {
    let printed = ''
    const code = await main(['serve', '--port', '0', '--json'], {
      out: (text) => {
        printed += text
        throw new Error('the disk is full')
      },
      err: () => undefined,
    })
    expect(code).toBe(2)
    const { url } = JSON.parse(printed) as { url: string }
    await expect(fetch(url)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
  })

  it.each([[['--json']], [[]]])('continues to serve after its output was closed, with %j', async (flags) => {
    const { command, url } = await startConmock(...flags)
    command.stopReading()
    for (let request = 0; request < 5; request++)
      expect((await fetchFrom({ url }, '/api/v0/roles')).status).toBe(200)
    expect(await command.stop()).toMatchObject({ code: 0, stderr: '' })
  })
})
