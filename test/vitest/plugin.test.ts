import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMock, formatLedger, InvalidOptionError, type Ledger } from '../../src/index.js'
import { conmockLedger, type LedgerPluginOptions } from '../../src/vitest.js'
import { program, type Sandbox } from '../docs/sandbox.js'
import { RunningCommand, type Outcome } from '../support/command.js'
import { thrownBy } from '../support/thrown.js'
import { createInstallation } from './installed.js'

/** A test file that requests these paths from its own mock. */
function testFile(...paths: readonly string[]): string {
  return `import { createMock } from 'conmock'
import { expect, test } from 'vitest'
test('asks', async () => {
  const mock = createMock({ roles: 5 })
  for (const path of ${JSON.stringify(paths)}) {
    const headers = { authorization: 'Bearer mock-all-scopes' }
    const { status } = await mock.fetch('https://reg.example.com/api/v0' + path, { headers })
    expect(status).toBe(200)
  }
})
`
}

function config(options: string, more = ''): string {
  return `import { conmockLedger } from 'conmock/vitest'
import { defineConfig } from 'vitest/config'
export default defineConfig({ plugins: [conmockLedger(${options})], test: { ${more} } })
`
}

const LEDGER = 'out/ledger.json'
const toFile = `{ file: '${LEDGER}' }`

let installation: Sandbox
let folder: string

beforeAll(() => {
  installation = createInstallation(['vitest'])
})

afterAll(() => installation.remove())

/** Creates a project below the installation, with a test file for each operation. */
beforeEach(({ task }) => {
  const name = `projects/${task.id}`
  folder = join(installation.folder, name)
  installation.write(`${name}/package.json`, '{ "type": "module" }')
  write('roles.test.js', testFile('/roles', '/roles'))
  write('volunteer.test.js', testFile('/users/6/volunteer'))
  mkdirSync(join(folder, 'temporary'))
})

function write(name: string, text: string): void {
  installation.write(join('projects', folder.split('/').at(-1)!, name), text)
}

/** Runs the tests of the project, with their own folder for temporary files. */
function runVitest(configuration: string, ...args: readonly string[]): Promise<Outcome> {
  write('vitest.config.js', configuration)
  const words = [process.execPath, program('node_modules/vitest/vitest.mjs'), ...args]
  const line = `TMPDIR="$PWD/temporary" ${words.map((word) => `'${word}'`).join(' ')}`
  return RunningCommand.start('bash', ['-c', line], folder).ended()
}

function written(): Ledger {
  return JSON.parse(readFileSync(join(folder, LEDGER), 'utf8')) as Ledger
}

/** The answers of both test files. */
const both = [
  { operation: 'getVolunteer', status: 200, count: 1 },
  { operation: 'listRoles', status: 200, count: 2 },
]

describe('the plugin', () => {
  test('prints the ledger of all test files after the run, and writes it', async () => {
    const { code, stdout, stderr } = await runVitest(config(toFile), 'run')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(written().answers).toEqual(both)
    expect(written().shapes).toMatchObject({ 'roles.page.only': 2, 'department.unnamed': 1 })
    expect(stdout.split(/Tests +2 passed/)[1]).toContain(`\n\n${formatLedger(written())}\n`)
    expect(readdirSync(join(folder, 'temporary'))).toEqual([])
  })

  test('does not overwrite a file that is not a ledger', async () => {
    write(LEDGER, '{"name":"precious"}')
    const { code, stderr } = await runVitest(config(toFile), 'run')
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `conmock: ${LEDGER} exists and is not a ledger, so it is not overwritten\n`,
    })
    expect(readFileSync(join(folder, LEDGER), 'utf8')).toBe('{"name":"precious"}')
  })

  test.each([
    ['threads', "pool: 'threads'"],
    // Inlined, because conmock imports JSON, which vitest cannot do in a VM context.
    ['VM threads', "pool: 'vmThreads', server: { deps: { inline: ['conmock'] } }"],
    ['forks without isolation', "pool: 'forks', isolate: false, maxWorkers: 1"],
    ['threads without isolation', "pool: 'threads', isolate: false, maxWorkers: 1"],
  ])('counts each answer once: %s', async (_, more) => {
    write('third.test.js', testFile('/roles'))
    const { code, stderr } = await runVitest(config(toFile, more), 'run')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(written().answers).toEqual([both[0], { ...both[1], count: 3 }])
  })

  test("keeps the user's own setup files and environment, and counts the mocks of those files", async () => {
    write(
      'setup.js',
      `import { createMock } from 'conmock'
globalThis.mock = createMock({ roles: 5 })
globalThis.fromSetup = process.env.OWN
`,
    )
    const own = `import { expect, test } from 'vitest'
test('has them', async () => {
  expect(globalThis.fromSetup).toBe('kept')
  await globalThis.mock.fetch('https://reg.example.com/api/v0/roles')
})
`
    write('own.test.js', own)
    const more = "setupFiles: './setup.js', env: { OWN: 'kept' }"
    const { code, stderr } = await runVitest(config(toFile, more), 'run', 'own')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const refused = { operation: 'listRoles', status: 401, code: 'missing_credential', count: 1 }
    expect(written().answers).toEqual([refused])
  })

  test('counts the answers in failing tests and in hooks', async () => {
    write(
      'failing.test.js',
      `import { createMock } from 'conmock'
import { afterAll, expect, test } from 'vitest'
const mock = createMock()
afterAll(() => mock.fetch('https://reg.example.com/nowhere'))
test('fails', async () => {
  await mock.fetch('https://reg.example.com/api/v0/roles')
  expect(1).toBe(2)
})
`,
    )
    const { code } = await runVitest(config(toFile), 'run')
    expect(code).toBe(1)
    expect(written().answers).toEqual([
      ...both,
      { operation: 'listRoles', status: 401, code: 'missing_credential', count: 1 },
      { status: 404, code: 'unknown_path', count: 1 },
    ])
  })

  test('merges the projects that extend a configuration into one ledger', async () => {
    const more = `projects: [
      { extends: true, test: { name: 'one', include: ['roles.test.js'] } },
      { extends: true, test: { name: 'two', include: ['volunteer.test.js'] } },
    ]`
    const { code, stdout, stderr } = await runVitest(config(toFile, more), 'run')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.match(/behaviours of the API covered/g)).toHaveLength(1)
    expect(written().answers).toEqual(both)
  })

  test('merges the shards of a run with --merge-reports', async () => {
    for (const shard of ['1/2', '2/2']) {
      const name = `--outputFile=blobs/${shard[0]}.json`
      await runVitest(config('{ print: false }'), 'run', `--shard=${shard}`, '--reporter=blob', name)
    }
    const { code, stdout } = await runVitest(config(toFile), 'run', '--merge-reports=blobs')
    expect(code).toBe(0)
    expect(written().answers).toEqual(both)
    expect(stdout).toContain(formatLedger(written()))
  })
})

describe('min', () => {
  test('fails a run below it, with the reason', async () => {
    const { code, stdout, stderr } = await runVitest(config(`{ min: 90, file: '${LEDGER}' }`), 'run')
    expect(code).toBe(1)
    expect(stdout).toMatch(/Tests +2 passed/)
    expect(stderr).toMatch(/^conmock: the tests have covered \d+ % of the API, but "min" requires 90 %$/m)
    expect(existsSync(join(folder, LEDGER))).toBe(true)
  })

  test('fails a run without any mock, and does not crash', async () => {
    write('none.test.js', "import { test } from 'vitest'\ntest('nothing', () => {})\n")
    const { code, stdout, stderr } = await runVitest(config(`{ min: 1, file: '${LEDGER}' }`), 'run', 'none')
    expect(code).toBe(1)
    expect(stderr).toBe('conmock: the tests have covered 0 % of the API, but "min" requires 1 %\n')
    expect(stdout).toMatch(/^0 of \d+ behaviours of the API covered \(0 %\)$/m)
    expect(written().answers).toEqual([])
  })
})

describe('the plugin is quiet', () => {
  test('with print: false, and when min is reached', async () => {
    const options = `{ print: false, min: 10, file: '${LEDGER}' }`
    const { code, stdout, stderr } = await runVitest(config(options), 'run')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).not.toContain('behaviours of the API')
    expect(written().answers).toEqual(both)
  })

  test('when tests are only listed', async () => {
    const { code, stdout } = await runVitest(config(`{ min: 90, file: '${LEDGER}' }`), 'list', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toHaveLength(2)
    expect(existsSync(join(folder, LEDGER))).toBe(false)
  })

  test('when there are no tests', async () => {
    const { code, stdout } = await runVitest(config('{ min: 90 }', 'passWithNoTests: true'), 'run', 'nowhere')
    expect(code).toBe(0)
    expect(stdout).not.toContain('behaviours of the API')
  })
})

describe('the file of the ledger', () => {
  test('that cannot be written fails the run, with the reason', async () => {
    write('out', 'a file instead of the folder')
    const { code, stdout, stderr } = await runVitest(config(toFile), 'run')
    expect(code).toBe(1)
    expect(stderr).toMatch(/^conmock: cannot write the ledger: (?:EEXIST|ENOTDIR)/m)
    expect(stdout).toContain('behaviours of the API covered')
  })

  test('replaces an earlier ledger', async () => {
    write(LEDGER, JSON.stringify(createMock({ scenario: 'empty' }).ledger()))
    rmSync(join(folder, 'roles.test.js'))
    expect((await runVitest(config(toFile), 'run')).code).toBe(0)
    expect(written().answers).toEqual([both[0]])
  })
})

test('the plugin rejects an unknown option', () => {
  const error = thrownBy(() => conmockLedger({ files: 'ledger.json' } as LedgerPluginOptions))
  expect(error).toBeInstanceOf(InvalidOptionError)
  expect((error as Error).message).toMatch(/^unknown option "files": did you mean "file"\?/)
})

test.each([{ min: -1 }, { min: 101 }, { min: '50' }, { min: Number.NaN }, { file: '' }, { file: 7 }])(
  'the plugin rejects %j',
  (options) => {
    const error = thrownBy(() => conmockLedger(options as LedgerPluginOptions))
    expect(error).toBeInstanceOf(InvalidOptionError)
    expect((error as Error).message).toContain(`"${Object.keys(options)[0]}" must be`)
  },
)
