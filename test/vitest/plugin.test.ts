import { formatCoverage } from '../support/convention.js'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { createMock, InvalidOptionError, type Coverage } from '../../src/index.js'
import { conmock, type CoverageOptions, type PactOptions } from '../../src/vitest.js'
import { program } from '../docs/sandbox.js'
import { RunningCommand, type Outcome } from '../support/command.js'
import { thrownBy } from '../support/thrown.js'
import { createInstallation } from './installed.js'

const FILE = 'out/coverage.json'

/** A test file that requests these paths from its own mock. */
function testFile(...paths: readonly string[]): string {
  return `import { createMock } from 'conmock'
import { expect, test } from 'vitest'
test('asks', async () => {
  const mock = createMock({ roleCount: 5 })
  for (const path of ${JSON.stringify(paths)}) {
    const headers = { authorization: 'Bearer mock-all-scopes' }
    const { status } = await mock.fetch('https://reg.example.com/api/v0' + path, { headers })
    expect(status).toBe(200)
  }
})
`
}

const installation = createInstallation(['vitest'])
let folder: string

/** Creates a project below the installation, with a test file for each operation. */
beforeEach(({ task }) => {
  folder = join(installation.folder, 'projects', task.id)
  write('package.json', '{ "type": "module" }')
  write('roles.test.js', testFile('/roles', '/roles'))
  write('volunteer.test.js', testFile('/users/6/volunteer'))
  mkdirSync(join(folder, 'temporary'))
})

function write(name: string, text: string): void {
  installation.write(join('projects', folder.split('/').at(-1)!, name), text)
}

interface Run {
  readonly coverage?: CoverageOptions
  readonly pact?: PactOptions
  readonly variables?: Readonly<Record<string, string>>
  /** Further members of the configuration of the tests. */
  readonly more?: string
  readonly args?: readonly string[]
}

/** Runs the tests of the project, with their own folder for temporary files. */
function runVitest(run: Run = {}): Promise<Outcome> {
  const { coverage = { file: FILE }, pact, variables, more = '', args = ['run'] } = run
  const config = `import { conmock } from 'conmock/vitest'
export default { plugins: [conmock(${JSON.stringify({ coverage, pact })})], test: { ${more} } }
`
  write('vitest.config.js', config)
  const own = { ...variables, TMPDIR: join(folder, 'temporary') }
  const words = [program('node_modules/vitest/vitest.mjs'), ...args]
  return RunningCommand.start(process.execPath, words, folder, own).ended()
}

function written(): Coverage {
  return JSON.parse(readFileSync(join(folder, FILE), 'utf8')) as Coverage
}

const both = [
  { operation: 'getVolunteer', status: 200, count: 1 },
  { operation: 'listRoles', status: 200, count: 2 },
]
const refused = { operation: 'listRoles', status: 401, code: 'missing_credential', count: 1 }

test('prints the coverage of all test files after the run, and writes it over an earlier one', async () => {
  write(FILE, JSON.stringify(createMock().coverage()))
  const { code, stdout, stderr } = await runVitest()
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(written().answers).toMatchObject(both)
  expect(written().percent).toBeGreaterThan(0)
  expect(stdout.split(/Tests +2 passed/)[1]).toContain(`\n\n${formatCoverage(written())}\n`)
  expect(readdirSync(join(folder, 'temporary'))).toEqual([])
})

test.each([
  ['threads', "pool: 'threads'"],
  // Inlined, because conmock imports JSON, which vitest cannot do in a VM context.
  ['VM threads', "pool: 'vmThreads', server: { deps: { inline: ['conmock'] } }"],
  ['forks without isolation', "pool: 'forks', isolate: false, maxWorkers: 1"],
  ['threads without isolation', "pool: 'threads', isolate: false, maxWorkers: 1"],
])('counts each answer once: %s', async (_, more) => {
  write('third.test.js', testFile('/roles'))
  expect(await runVitest({ more })).toMatchObject({ code: 0, stderr: '' })
  expect(written().answers).toMatchObject([both[0], { ...both[1], count: 3 }])
})

test("keeps the user's own setup files, and counts the mocks of those files", async () => {
  write('setup.js', "import { createMock } from 'conmock'\nglobalThis.mock = createMock()\n")
  const ask = "() => globalThis.mock.fetch('https://reg.example.com/api/v0/roles')"
  write('own.test.js', `import { test } from 'vitest'\ntest('asks', ${ask})\n`)
  const run = { more: "setupFiles: './setup.js'", args: ['run', 'own'] }
  expect(await runVitest(run)).toMatchObject({ code: 0, stderr: '' })
  expect(written().answers).toMatchObject([refused])
})

test('counts the answers in failing tests and in hooks', async () => {
  const failing = `import { createMock } from 'conmock'
import { afterAll, expect, test } from 'vitest'
const mock = createMock()
afterAll(() => mock.fetch('https://reg.example.com/nowhere'))
test('fails', async () => {
  await mock.fetch('https://reg.example.com/api/v0/roles')
  expect(1).toBe(2)
})
`
  write('failing.test.js', failing)
  expect((await runVitest()).code).toBe(1)
  expect(written().answers).toMatchObject([...both, refused, { status: 404, code: 'unknown_path' }])
})

test('merges the shards of a run with --merge-reports', async () => {
  for (const shard of ['1/2', '2/2']) {
    const args = ['run', `--shard=${shard}`, '--reporter=blob', `--outputFile=blobs/${shard[0]}.json`]
    await runVitest({ coverage: { print: false }, args })
  }
  expect((await runVitest({ args: ['run', '--merge-reports=blobs'] })).code).toBe(0)
  expect(written().answers).toMatchObject(both)
})

test('fails a run below min, with the reason, and still writes the file', async () => {
  const { code, stdout, stderr } = await runVitest({ coverage: { min: 90, file: FILE } })
  expect(code).toBe(1)
  expect(stdout).toMatch(/Tests +2 passed/)
  expect(stderr).toMatch(/^conmock: [^\n]*"min" 90%$/m)
  expect(written().answers).toMatchObject(both)
})

test('fails a run without any mock if it has a min', async () => {
  write('none.test.js', "import { test } from 'vitest'\ntest('nothing', () => {})\n")
  const { code, stderr } = await runVitest({ coverage: { min: 1, file: FILE }, args: ['run', 'none'] })
  expect(code).toBe(1)
  expect(stderr).toContain(' 0%')
  expect(written()).toEqual(createMock().coverage())
})

test.each([
  ['skips all tests', ['run', 'roles'], "test.skip('asks', () => {})"],
  ['has no test of this name', ['run', 'roles', '-t', 'nothing'], "test('asks', () => {})"],
])('fails a run that %s if it has a min, and does not compare the pact', async (_, args, text) => {
  write('roles.test.js', `import { test } from 'vitest'\n${text}\n`)
  const run = { coverage: { min: 1 }, pact: { consumer: 'badge-printer' }, args, variables: { CI: 'true' } }
  const { code, stderr } = await runVitest(run)
  expect(code).toBe(1)
  expect(stderr).toContain('below "min" 1%')
  expect(stderr).toMatch(/was not compared, because/)
})

test.each<[string, Run]>([
  ['with print: false, and when min is reached', { coverage: { print: false, min: 10 } }],
  ['when tests are only listed', { coverage: { min: 90 }, args: ['list'] }],
  ['when there are no tests', { coverage: { min: 90 }, args: ['run', 'nowhere', '--passWithNoTests'] }],
])('is quiet %s', async (_, run) => {
  const { code, stdout, stderr } = await runVitest(run)
  expect(code).toBe(0)
  expect(stdout + stderr).not.toMatch(/cases covered|conmock: /)
})

test('knows the own operations of each project', async () => {
  const config = `import { extendApi } from 'conmock'
import { conmock } from 'conmock/vitest'
const project = (name) => {
  const extend = extendApi().operation(name, 'GET /api/v0/' + name, {}, () => ({ name }))
  return { plugins: [conmock({ extend, coverage: { print: false } })], test: { name, include: [name + '.test.js'] } }
}
export default { test: { projects: [project('one'), project('two')] } }
`
  for (const name of ['one', 'two']) {
    const extend = `extendApi().operation('${name}', 'GET /api/v0/${name}', {}, () => ({}))`
    const text = testFile(`/${name}`).replace('roleCount: 5', `extend: ${extend}`)
    write(`${name}.test.js`, text.replace('{ createMock }', '{ createMock, extendApi }'))
  }
  write('vitest.config.js', config)
  const words = [program('node_modules/vitest/vitest.mjs'), 'run']
  const { code, stderr } = await RunningCommand.start(process.execPath, words, folder, {}).ended()
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
})

test.each([
  ['contains something else', FILE, '{"name":"precious"}'],
  ['cannot be written', 'out', 'a file instead of the folder'],
])('fails a run if the file %s', async (_, name, text) => {
  write(name, text)
  const { code, stdout, stderr } = await runVitest()
  expect(code).toBe(1)
  expect(stderr).toMatch(/^conmock: .*coverage.*\n$/)
  expect(stdout).toContain('cases covered')
  expect(readFileSync(join(folder, name), 'utf8')).toBe(text)
})

test.each([
  { coverage: { files: 'coverage.json' } },
  { file: 'coverage.json' },
  ...[{ min: -1 }, { min: 101 }, { min: '50' }, { min: Number.NaN }].map((coverage) => ({ coverage })),
  ...[{ file: '' }, { file: 7 }].map((coverage) => ({ coverage })),
])('rejects the options %j', (options: object) => {
  const error = thrownBy(() => conmock(options))
  expect(error).toBeInstanceOf(InvalidOptionError)
  const [name] = /\w+(?=":[^{])/.exec(JSON.stringify(options))!
  expect((error as Error).message).toContain(name)
})

const PACT = 'pacts/badge-printer-convention-read-api.json'

function recordPact(run: Run = {}): Promise<Outcome> {
  return runVitest({ coverage: { print: false }, pact: { consumer: 'badge-printer' }, ...run })
}

function writtenPact(): string {
  return readFileSync(join(folder, PACT), 'utf8')
}

test('writes a pact that has the same bytes for any order and number of workers', async () => {
  const { code, stdout, stderr } = await recordPact()
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain(`${PACT}: 5 interactions.\n`)
  const first = writtenPact()
  for (const more of ['maxWorkers: 1, sequence: { shuffle: true }', 'maxWorkers: 4', "pool: 'threads'"]) {
    rmSync(join(folder, 'pacts'), { recursive: true })
    await recordPact({ more })
    expect(writtenPact()).toBe(first)
  }
})

test('with CI it compares the pact, and names an interaction whose test is gone', async () => {
  const variables = { CI: 'true' }
  const missing = await recordPact({ variables })
  expect(missing.code).toBe(1)
  expect(missing.stderr).toContain(`conmock: there is no ${PACT}; run without the variable CI to write it\n`)
  expect(existsSync(join(folder, PACT))).toBe(false)
  await recordPact()
  const before = writtenPact()
  expect(await recordPact({ variables })).toMatchObject({ code: 0, stderr: '' })
  rmSync(join(folder, 'roles.test.js'))
  const { code, stderr } = await recordPact({ variables })
  expect(code).toBe(1)
  expect(stderr).toContain('  gone: a request for the roles\n')
  expect(writtenPact()).toBe(before)
})

test.each([
  ['a hook fails', "afterAll(() => { throw new Error('late') })", 1, 'a test in roles.test.js failed'],
  [
    'a test should fail',
    "test.fails('x', () => expect(1).toBe(2))",
    0,
    'the test "x" in roles.test.js is expected to fail',
  ],
])('writes no pact if %s, and says so', async (_, code, exitCode, reason) => {
  write('roles.test.js', `import { afterAll } from 'vitest'\n${testFile('/roles')}${code}\n`)
  const outcome = await recordPact()
  expect(outcome.code).toBe(exitCode)
  expect(outcome.stderr).toContain(`conmock: ${PACT} was not written, because ${reason}`)
  expect(outcome.stderr).not.toContain('does not see')
})

// compat/vitest-plugin.test.ts has projects, and the runs after which no pact is written.
test('a pact of `conmock pact` is not overwritten, and the run fails', async () => {
  write(PACT, JSON.stringify({ metadata: { conmock: { recorded: true, complete: false } } }))
  const { code, stderr } = await recordPact()
  expect(code).toBe(1)
  expect(stderr).toMatch(
    /cannot write \S*: it exists and is not a pact .* that the vitest plugin has written, so it is not/,
  )
})
