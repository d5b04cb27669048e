import { chmodSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { errorLine, RunningCommand, spawnConmock } from '../support/command.js'
import { temporaryFile, writeFile } from '../support/temporary-folder.js'

/** A folder for PATH whose programs only write their argument to a file. They stand for those that open the browser. */
function fakeBrowser(lastLine = ''): { readonly folder: string; readonly opened: () => string } {
  const file = temporaryFile('opened.txt', '')
  const folder = path.dirname(file)
  // The programs of Linux and macOS.
  for (const name of ['xdg-open', 'open']) {
    chmodSync(writeFile(folder, name, `#!/bin/sh\necho "$*" >> '${file}'\n${lastLine}\n`), 0o755)
  }
  return { folder, opened: () => readFileSync(file, 'utf8') }
}

function eventually(check: () => void): Promise<void> {
  return vi.waitFor(check, { timeout: 20_000 })
}

/** Runs `conmock --open`. Only the programs of one folder can be found. */
function startOpening(folder: string, ...args: readonly string[]): RunningCommand {
  return spawnConmock(['--port', '0', '--open', ...args], undefined, { PATH: folder })
}

describe('--open', () => {
  it.each([[[]], [['--host', '0.0.0.0', '--admin-token', 'secret']], [['--watch', '--json']]])(
    'opens the dashboard once, with %j',
    async (args) => {
      const { folder, opened } = fakeBrowser()
      const command = startOpening(folder, ...args)
      await eventually(() => expect(opened()).toMatch(/\n/))
      expect(opened()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\n$/)
      const page = await fetch(opened().trim())
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
      expect(await command.stop()).toMatchObject({ code: 0, stderr: '' })
      expect(opened().trim().split('\n')).toHaveLength(1)
    },
  )

  it.each([
    ['no program that opens a browser', () => path.dirname(temporaryFile('none.txt', '')), 'ENOENT'],
    ['a program that fails', () => fakeBrowser('exit 3').folder, 'exit code 3'],
  ])('prints one line if there is %s, and serves', async (_, prepare, reason) => {
    const command = startOpening(prepare(), '--quiet')
    const url = (await command.printed(/\n/)).trim()
    await eventually(() => expect(command.stderr).toMatch(/\n/))
    expect(command.stderr).toMatch(/^conmock: --open: [^\n]+\n$/)
    for (const words of [reason, `open ${url}/ yourself`]) expect(command.stderr).toContain(words)
    expect((await fetch(url)).status).toBe(200)
    expect(await command.stop()).toMatchObject({ code: 0, stdout: `${url}\n` })
  })

  it('stops while the browser is open, and leaves it open', async () => {
    const pipe = fakeBrowser('read -r line < "$0.pipe"; echo "$line" >> "${0%/*}/opened.txt"')
    await RunningCommand.start('mkfifo', [`${pipe.folder}/xdg-open.pipe`, `${pipe.folder}/open.pipe`]).ended()
    const command = startOpening(pipe.folder)
    await eventually(() => expect(pipe.opened()).toMatch(/\n/))
    expect(await command.stop('SIGINT')).toMatchObject({ code: 0, stderr: '' })
    const name = process.platform === 'darwin' ? 'open' : 'xdg-open'
    await RunningCommand.start('sh', ['-c', `echo still open > '${pipe.folder}/${name}.pipe'`]).ended()
    await eventually(() => expect(pipe.opened()).toContain('still open'))
  })

  it.each([
    [['--no-admin'], '{}', '--open cannot be combined with --no-admin'],
    [[], '{ "admin": false }', '--open: the dashboard is off'],
    [['--host', '0.0.0.0'], '{}', '--admin-token TOKEN'],
  ])('is an error with %j and the configuration %s', async (flags, config, reason) => {
    const args = [...flags, '--config', temporaryFile('conmock.config.json', config)]
    const line = await errorLine('--port', '0', '--open', ...args)
    expect(line).toMatch(/^--open[: ]/)
    expect(line).toContain(reason)
  })
})
