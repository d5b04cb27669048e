import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { coverageOf, createMock, formatLedger, mergeLedgers, type Ledger } from '../../src/index.js'
import { ask, roleNames, volunteerPath } from '../support/ask.js'
import { runConmock, runMain, startConmock } from '../support/command.js'
import { bearer } from '../support/running-server.js'
import { createFolder, temporaryFile, writeFile } from '../support/temporary-folder.js'

function temporaryFolder(): string {
  const folder = createFolder()
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Two ledgers of different clients, and their files. */
async function twoLedgers() {
  const [roles, volunteers] = [createMock(), createMock()]
  await roleNames(roles)
  await ask(volunteers, volunteerPath('6'))
  await ask(volunteers, volunteerPath('unknown-user'))
  const ledgers = [roles.ledger(), volunteers.ledger()]
  const files = ledgers.map((ledger, index) => temporaryFile(`${index}.json`, JSON.stringify(ledger)))
  return { ledgers, files, sum: mergeLedgers(ledgers) }
}

describe('conmock ledger', () => {
  test('prints what was never received', async () => {
    const { ledgers, files } = await twoLedgers()
    const { code, stdout, stderr } = await runMain('ledger', files[0]!)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toBe(`${formatLedger(ledgers[0]!)}\n`)
  })

  test('prints the whole ledger as a table with --verbose', async () => {
    const { ledgers, files } = await twoLedgers()
    const { code, stdout, stderr } = await runMain('ledger', '--verbose', files[0]!)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toBe(`${formatLedger(ledgers[0]!, { verbose: true })}\n`)
    expect(stdout).toMatch(/^ +1 +roles\.page\.middle /m)
    expect(stdout).toMatch(/^ +never +404 unknown_user /m)
  })

  test('adds up several files', async () => {
    const { files, sum } = await twoLedgers()
    const { code, stdout } = await runMain('ledger', ...files)
    expect(code).toBe(0)
    expect(stdout).toBe(`${formatLedger(sum)}\n`)
    expect((await runMain('ledger', '--verbose', files[0]!, files[0]!)).stdout).toMatch(
      /^ +2 +roles\.page\.middle /m,
    )
  })

  test('prints the sum as JSON, which it reads again', async () => {
    const { files, sum } = await twoLedgers()
    const { code, stdout } = await runMain('ledger', '--json', ...files)
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual(sum)
    const again = await runMain('ledger', temporaryFile('sum.json', `\uFEFF${stdout}`))
    expect(again.stdout).toBe(`${formatLedger(sum)}\n`)
  })

  test('writes a page beside the table', async () => {
    const { files, sum } = await twoLedgers()
    const page = join(temporaryFolder(), 'ledger.html')
    const { code, stdout } = await runMain('ledger', ...files, '--html', page)
    expect(code).toBe(0)
    expect(stdout).toBe(`${formatLedger(sum)}\n`)
    const text = readFileSync(page, 'utf8')
    expect(text).toMatch(/^<!doctype html>/)
    expect(text).toContain(`>${coverageOf(sum).percent} %<`)
  })

  test('prints the same if it runs as a process', async () => {
    const { files, sum } = await twoLedgers()
    expect(await runConmock('ledger', ...files)).toEqual({
      code: 0,
      stdout: `${formatLedger(sum)}\n`,
      stderr: '',
    })
  })
})

describe('conmock ledger --min', () => {
  test('exits with 1 below the required percentage, and with 0 at it', async () => {
    const { files, sum } = await twoLedgers()
    const { percent } = coverageOf(sum)
    const enough = await runMain('ledger', ...files, '--min', String(percent))
    expect(enough).toEqual({ code: 0, stdout: `${formatLedger(sum)}\n`, stderr: '' })
    const { code, stdout, stderr } = await runMain('ledger', ...files, '--min', String(percent + 1))
    expect(code).toBe(1)
    expect(stdout + stderr).toContain(
      `the clients have covered ${percent} % of the API, but --min requires ${percent + 1} %\n`,
    )
  })

  test('accepts every ledger with 0, and refuses an incomplete one with 100', async () => {
    const nothing = temporaryFile('a.json', JSON.stringify(createMock().ledger()))
    expect((await runMain('ledger', nothing, '--min', '0')).code).toBe(0)
    expect((await runMain('ledger', nothing, '--min', '100')).code).toBe(1)
  })

  test('writes the page even if coverage is too low', async () => {
    const { files } = await twoLedgers()
    const page = join(temporaryFolder(), 'ledger.html')
    expect((await runMain('ledger', ...files, '--html', page, '--min', '100')).code).toBe(1)
    expect(existsSync(page)).toBe(true)
  })

  // Regression: the error was printed to stdout, after the JSON.
  test('prints only the JSON to stdout if coverage is too low', async () => {
    const { files, sum } = await twoLedgers()
    const { code, stdout } = await runMain('ledger', '--json', ...files, '--min', '100')
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toEqual(sum)
  })

  test.each(['101', '-1', '50.5', 'most', ''])('refuses an invalid percentage: %j', async (level) => {
    const { files } = await twoLedgers()
    const { code, stdout, stderr } = await runMain('ledger', files[0]!, `--min=${level}`)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^conmock: [^\n]*--min[^\n]*\n$/)
  })
})

describe('an invalid ledger file', () => {
  const valid = JSON.stringify(createMock().ledger())

  test.each([
    ['is not JSON', '{"version":\n1', /is not JSON: /],
    ['is empty', '', /is not JSON: /],
    ['is not an object', '[]', /: \$: expected a ledger \(an object\)$/],
    ['is of another version', valid.replace('"version":1', '"version":2'), /: not a ledger of version 1$/],
    ['is something else', '{"name":"consumer"}', /: not a ledger of version 1$/],
    [
      'has an invalid count',
      valid.replace('"shapes":{}', '"shapes":{"roles.page.only":-1}'),
      /: \$\.shapes: expected an/,
    ],
    [
      'has an invalid answer',
      valid.replace('"answers":[]', '"answers":[{}]'),
      /: \$\.answers\[0\]: expected an/,
    ],
  ])('is reported in one line if it %s', async (_, text, reason) => {
    const [file, other] = [temporaryFile('bad.json', text), temporaryFile('valid.json', valid)]
    for (const files of [[file], [other, file]]) {
      const { code, stdout, stderr } = await runMain('ledger', ...files)
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).toMatch(/^conmock: [^\n]+\n$/)
      expect(stderr).toContain(file)
      expect(stderr.trim()).toMatch(reason)
    }
  })

  test('is reported in one line if it does not exist', async () => {
    const missing = join(temporaryFolder(), 'none.json')
    const { code, stdout, stderr } = await runMain('ledger', missing)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^conmock: [^\n]*cannot read [^\n]*none\.json: ENOENT[^\n]*\n$/)
  })

  // Regression: the command reported only the first invalid file.
  test('is reported on a separate line beside another one', async () => {
    const files = ['{', '[]'].map((text, index) => temporaryFile(`${index}.json`, text))
    const { code, stderr } = await runMain('ledger', ...files)
    expect(code).toBe(2)
    expect(stderr).toMatch(/^conmock: [^\n]*0\.json[^\n]*\nconmock: [^\n]*1\.json[^\n]*\n$/)
  })

  test('prevents that the page is written', async () => {
    const page = join(temporaryFolder(), 'ledger.html')
    const { code } = await runMain('ledger', temporaryFile('bad.json', '{}'), '--html', page)
    expect(code).toBe(2)
    expect(existsSync(page)).toBe(false)
  })

  test('is printed without control characters', async () => {
    const ledger = { ...createMock().ledger(), assumptions: { '\u001B[2J': { '\u0007': 1 } } }
    const { code, stdout } = await runMain(
      'ledger',
      '--verbose',
      temporaryFile('a.json', JSON.stringify(ledger)),
    )
    expect(code).toBe(0)
    expect(stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
  })
})

describe('the command line of conmock ledger', () => {
  test('needs a file', async () => {
    const { code, stderr } = await runMain('ledger')
    expect(code).toBe(2)
    expect(stderr).toMatch(/^conmock: missing required argument 'files'\n$/)
  })

  test('names the page that it cannot write', async () => {
    const { files } = await twoLedgers()
    const page = join(temporaryFolder(), 'no', 'such', 'ledger.html')
    const { code, stdout, stderr } = await runMain('ledger', files[0]!, '--html', page)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^conmock: --html: cannot write [^\n]*ledger\.html: ENOENT[^\n]*\n$/)
  })
})

describe('conmock serve --ledger', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('writes the ledger at %s', async (signal) => {
    const file = join(temporaryFolder(), 'ledger.json')
    const { command, url } = await startConmock('--quiet', '--roles', '5', '--ledger', file)
    await (await fetch(`${url}/api/v0/roles`, { headers: bearer('mock-all-scopes') })).text()
    await (await fetch(`${url}/api/v0/roles`)).text()
    expect(readFileSync(file, 'utf8')).toBe('')
    const { code, stderr } = await command.stop(signal)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const ledger = JSON.parse(readFileSync(file, 'utf8')) as Ledger
    expect(ledger.answers).toEqual([
      { operation: 'listRoles', status: 200, count: 1 },
      { operation: 'listRoles', status: 401, code: 'missing_credential', count: 1 },
    ])
    expect((await runMain('ledger', '--verbose', file)).stdout).toMatch(/^ +1 +roles\.page\.only /m)
  })

  test('replaces an earlier ledger', async () => {
    const { sum } = await twoLedgers()
    const file = temporaryFile('ledger.json', JSON.stringify(sum, null, 2))
    const { command } = await startConmock('--quiet', '--ledger', file)
    await command.stop()
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(createMock().ledger())
    expect(readdirSync(dirname(file))).toEqual(['ledger.json'])
  })

  test('fails at the start if the folder does not exist', async () => {
    const file = join(temporaryFolder(), 'no', 'ledger.json')
    const { code, stderr } = await runConmock('--quiet', '--port', '0', '--ledger', file)
    expect(code).toBe(2)
    expect(stderr).toBe(`conmock: --ledger: cannot write ${file}: there is no such folder\n`)
  })

  test('fails at the start if the folder is a file, or the file is a folder', async () => {
    const folder = temporaryFolder()
    const below = join(writeFile(folder, 'file', ''), 'ledger.json')
    for (const [file, reason] of [
      [below, 'there is no such folder'],
      [folder, 'it is a folder'],
    ] as const) {
      const { code, stderr } = await runConmock('--quiet', '--port', '0', '--ledger', file)
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: `conmock: --ledger: cannot write ${file}: ${reason}\n`,
      })
    }
  })

  test.skipIf(process.platform === 'win32')('fails at the start if the file is a pipe', async () => {
    const file = join(temporaryFolder(), 'pipe')
    execFileSync('mkfifo', [file])
    const { code, stderr } = await runConmock('--quiet', '--port', '0', '--ledger', file)
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `conmock: --ledger: cannot write ${file}: it is not a regular file\n`,
    })
  })

  test('fails at the start if the file cannot be written', async () => {
    const folder = temporaryFolder()
    const link = join(folder, 'link')
    symlinkSync(join(folder, 'no', 'ledger.json'), link)
    for (const file of ['', join(folder, 'new', '/'), link]) {
      const { code, stderr } = await runConmock('--quiet', '--port', '0', '--ledger', file)
      expect(code).toBe(2)
      expect(stderr).toMatch(/^conmock: --ledger: cannot write [^\n]*\n$/)
      expect(readdirSync(folder)).toEqual(['link'])
    }
  })

  test.each(['{"name":"consumer"}', '[]', 'precious', '{"version":1}'])(
    'fails at the start if the file is not a ledger, and does not change it: %s',
    async (text) => {
      const file = temporaryFile('package.json', text)
      const { code, stderr } = await runConmock('--quiet', '--port', '0', '--ledger', file)
      expect(code).toBe(2)
      expect(stderr).toBe(
        `conmock: --ledger: ${file} exists and is not a ledger, so it is not overwritten; use another file, or remove it\n`,
      )
      expect(readFileSync(file, 'utf8')).toBe(text)
    },
  )

  test('does not overwrite another file that was written while the server ran', async () => {
    const file = join(temporaryFolder(), 'ledger.json')
    const { command } = await startConmock('--quiet', '--ledger', file)
    writeFileSync(file, 'precious')
    expect((await command.stop()).code).toBe(2)
    expect(readFileSync(file, 'utf8')).toBe('precious')
  })
})
