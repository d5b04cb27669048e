import { fileURLToPath } from 'node:url'
import { expect, it, vi } from 'vitest'
import { RunningCommand } from '../support/command.js'
import { fetchFrom } from '../support/running-server.js'
import { temporaryFolder, writeFile } from '../support/temporary-folder.js'

const entry = fileURLToPath(new URL('../library/entry.mjs', import.meta.url))

/** A busy machine needs seconds to start a process. */
const patience = { timeout: 120_000, interval: 50 }

function config(count: number): string {
  return `export default { bookCount: ${count} }`
}

it(
  '--watch serves another API, and starts again with the changed configuration',
  { timeout: 600_000 },
  async () => {
    const folder = temporaryFolder({ 'conmock.config.mjs': config(1) })
    const args = [entry, '--watch', '--json', '--port', '0']
    const command = RunningCommand.start(process.execPath, args, folder)
    const start = JSON.parse(await command.printed(/\n/)) as {
      readonly url: string
      readonly bookCount: number
    }
    expect(start.bookCount).toBe(1)
    writeFile(folder, 'conmock.config.mjs', config(2))
    await vi.waitFor(async () => {
      const headers = { connection: 'close' }
      const books = await (await fetchFrom(start, '/library/v2/books', { headers })).json()
      expect(books).toMatchObject({ data: { length: 2 } })
    }, patience)
    expect(await command.printed(/"event":"reloaded".*\n/)).toContain('conmock.config.mjs')
    expect(await command.stop('SIGINT')).toMatchObject({ code: 0, stderr: '' })
  },
)
