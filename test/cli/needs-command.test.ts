import { spawnSync } from 'node:child_process'
import { getEventListeners } from 'node:events'
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runTests } from '../../src/cli/needs/run-tests.js'
import { runMain, runMainIn, spawnConmock, type Outcome } from '../support/command.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import { collectGarbage } from '../support/used-memory.js'
import { leafFields } from '../support/convention.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const entry = new URL('../../dist/index.js', import.meta.url).href

let folder: string
let progress: () => string

beforeEach(() => {
  folder = temporaryFolder()
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  vi.stubEnv('TMPDIR', folder)
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  progress = () => write.mock.calls.join('')
})

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

function run(args: readonly string[], ...command: readonly string[]): Promise<Outcome> {
  return runMainIn(folder, 'needs', ...args, '--', ...command)
}

/** Runs the command with the code of a program in place of tests. */
function runWith(code: string, ...args: readonly string[]): Promise<Outcome> {
  return run(args, process.execPath, '-e', code)
}

/** Writes an app that reads these fields of a volunteer, with a mock, and runs `conmock needs` with it. */
function runApp(expressions: readonly string[], ...args: readonly string[]): Promise<Outcome> {
  const text = `import { createMock, edgeCases } from '${entry}'
const mock = createMock({ data: 'edge-cases' })
const headers = { authorization: 'Bearer mock-all-scopes' }
const url = 'https://reg.example.com/api/v0/users/' + edgeCases.plain.user.id + '/volunteer'
const volunteer = await (await mock.fetch(url, { headers })).json()
if (![${expressions.join(', ')}].every((value) => value !== undefined)) process.exit(1)
`
  writeFileSync(join(folder, 'app.mjs'), text)
  return run(args, process.execPath, 'app.mjs')
}

/** A program that does what a mock does, and fails without some fields. It starts faster than Node. */
const needing = (fields: string) => `
  touch "$(echo "$CONMOCK_NEEDS" | sed 's/.*"report":"\\([^"]*\\)".*/\\1/')"
  ! echo "$CONMOCK_NEEDS" | grep -qE '"(${fields})"'`

test('prints the fields that an app needs, and writes them to a file', async () => {
  const program = needing('user.email|departments.name|options')
  const { code, stdout } = await run(['--out', 'needs.json'], 'sh', '-c', program)
  expect(code).toBe(0)
  expect(stdout).toMatch(
    /^GET \/api\/v0\/users\/:id\/volunteer {2}needs 3 fields\n {2}departments\.name {2}fails if it is missing\n {2}options {11}fails if it is missing\n {2}user\.email {8}fails if it is missing\nGET \/api\/v0\/roles {2}needs 0 fields\n/,
  )
  // The field "options" is no leaf.
  const others = Object.values(leafFields).flat().length - 2
  expect(stdout).toContain(`\nYour tests do not need ${others} fields: id, `)
  expect(progress()).toMatch(/^Run 1\nRun 2\n/)
  const written = { version: 1, needs: { getVolunteer: ['departments.name', 'options', 'user.email'] } }
  expect(readFileSync(join(folder, 'needs.json'), 'utf8')).toBe(`${JSON.stringify(written, null, 2)}\n`)
  // Nothing is left behind.
  expect(readdirSync(folder).toSorted()).toEqual(['needs.json', 'node_modules'])
})

test('finds the needed fields of your own operations', async () => {
  const api = `import { extendApi } from '${entry}'
import * as z from 'zod'
const desk = z.object({ id: z.string(), 'full name': z.string(), parts: z.array(z.object({ kind: z.string() })) })
export default { extend: extendApi()
  .collection('desks', {
    one: 'desk', schema: desk, initial: () => [{}], factory: () => ({ 'full name': 'A', parts: [{ kind: 'screen' }] }),
  })
  .operation('createDesk', 'POST /api/v0/desks', { response: desk, replies: [201] }, ({ records, reply }) =>
    reply(201, records.desks.create()))
  .operation('listDesks', 'GET /api/v0/desks', { pages: 'desks' }, ({ page }) => page())
  .operation('closeDesk', 'POST /api/v0/close', { replies: [204] }, ({ reply }) => reply(204))
  .operation('readDesk', 'GET /api/v0/desk', {}, () => ({ ok: true })) }
`
  const app = `import { createMock } from '${entry}'
import config from './conmock.config.mjs'
const mock = createMock(config)
const send = async (method) => (await mock.fetch('http://localhost/api/v0/desks', {
  method, headers: { authorization: 'Bearer mock-all-scopes' },
})).json()
const created = await send('POST')
const { data } = await send('GET')
if (created['full name'] === undefined || data[0].parts[0].kind === undefined) process.exit(1)
`
  writeFileSync(join(folder, 'conmock.config.mjs'), api)
  writeFileSync(join(folder, 'app.mjs'), app)
  const { stdout } = await run(['--out', 'needs.json'], process.execPath, 'app.mjs')
  expect(stdout).toContain(`POST /api/v0/desks  needs 1 field
  full name  fails if it is missing
GET /api/v0/desks  needs 1 field
  data.parts.kind  fails if it is missing
`)
  expect(stdout).not.toContain('/api/v0/close')
  expect(stdout).toContain('\nWithout a schema of the response: readDesk\n')
  const { needs } = JSON.parse(readFileSync(join(folder, 'needs.json'), 'utf8')) as { needs: object }
  expect(needs).toEqual({ createDesk: ['full name'], listDesks: ['data.parts.kind'] })
})

test('names the other fields of which one is enough', async () => {
  const { stdout } = await runApp(['volunteer.user.firstName ?? volunteer.user.lastName'])
  expect(stdout).toContain(`needs 2 fields
  user.firstName  fails if it and user.lastName are missing
  user.lastName   fails if it and user.firstName are missing
`)
})

test('needs two runs if the tests need nothing', async () => {
  expect((await runApp(['1'])).code).toBe(0)
  expect(progress()).toBe('Run 1\nRun 2\n')
})

test('--check: 0 if the tests need no other fields than those in the file, 1 if they need more', async () => {
  const needs = { version: 1, needs: { getVolunteer: ['user.email', 'id'] } }
  writeFileSync(join(folder, 'needs.json'), JSON.stringify(needs))
  expect(await runApp(['volunteer.user.email'], '--check', 'needs.json')).toMatchObject({
    code: 0,
    stdout: 'needs.json: your tests need no other fields.\n',
  })
  const more = await runApp(['volunteer.user.email', 'volunteer.updatedAt'], '--check', 'needs.json')
  expect(more).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('your tests also need getVolunteer updatedAt.'),
  })
})

test.each<[what: string, command: string, message: RegExp]>([
  ['tests that fail', 'process.exit(1)', /^conmock: Your tests fail with all fields\./m],
  ['tests without a mock', '', /^conmock: No mock has sent a successful response\./m],
  [
    'tests that create a mock, but ask another server',
    `import('${entry}').then(({ createMock }) => createMock())`,
    /^conmock: No mock has sent a successful response\./m,
  ],
  [
    'tests with a fault that answers every request',
    `import('${entry}').then(({ createMock }) => {
      const mock = createMock({ faults: [{ effect: { status: 503 } }] })
      return mock.fetch('http://localhost/api/v0/roles', { headers: { authorization: 'Bearer mock-user-read' } })
    })`,
    /^conmock: No mock has sent a successful response\./m,
  ],
])('refuses %s', async (_, code, message) => {
  const outcome = await runWith(code)
  expect(outcome).toMatchObject({ code: 2, stdout: '' })
  expect(outcome.stderr).toMatch(message)
})

test('says that the command goes after --', async () => {
  const { code, stderr } = await runMain('needs', 'node', '--test')
  expect(code).toBe(2)
  expect(stderr).toMatch(
    /^conmock: unknown option '--test' .*\nconmock: the test command goes after --: .*\n$/,
  )
})

test('refuses a command that does not exist, and a file that cannot be written', async () => {
  expect((await run([], 'no-such-command')).stderr).toMatch(/conmock: cannot start no-such-command/)
  writeFileSync(join(folder, 'package.json'), '{ "name": "app" }')
  expect((await run(['--out', ''], 'true')).stderr).toMatch(/--out: expected the name of a file\n$/)
  for (const file of ['/proc/no/needs.json', '.', '/proc/needs.json', 'package.json', '/dev/full']) {
    const { stderr } = await run(['--out', file], 'true')
    expect(stderr).toMatch(/^conmock: --out: cannot write .*\n$/)
  }
  expect(readdirSync(folder)).toEqual(['node_modules', 'package.json'])
  expect(readFileSync(join(folder, 'package.json'), 'utf8')).toBe('{ "name": "app" }')
})

/** Code that starts a process in the group of its own process and one in another group, and does not end. At Ctrl+C it ends the latter. */
const forking = `
  const [child, server] = [false, true].map((detached) =>
    require('node:child_process').spawn('sleep', ['1000'], { detached, stdio: 'inherit' }))
  require('node:fs').writeFileSync('pids', [child.pid, server.pid].join())
  process.on('SIGINT', () => server.kill())
  process.stderr.write('waits')
  setInterval(() => {}, 1000)`

/** The states of the processes in the file `pids` that run. An ended one may stay in the table until its parent has read its exit code. */
function runningStates(): string[] {
  const pids = readFileSync(join(folder, 'pids'), 'utf8')
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', pids], { encoding: 'utf8' })
  return stdout.split('\n').filter((state) => state !== '' && !state.startsWith('Z'))
}

test('a run that takes too long ends with all its processes, also those that the tests end at Ctrl+C', async () => {
  const command = [process.execPath, '-e', `process.chdir(${JSON.stringify(folder)});${forking}`]
  const tests = { command, isVerbose: false, stopped: new AbortController().signal }
  const outcome = runTests(tests, {}, 999.5)
  // The time limit once had no effect after a collection of garbage.
  const collecting = setInterval(collectGarbage, 100)
  expect(await outcome).toBe('too long')
  clearInterval(collecting)
  // After ten of them, Node prints a warning.
  expect(getEventListeners(tests.stopped, 'abort')).toEqual([])
  await expect.poll(runningStates).toEqual([])
})

test('Ctrl+C ends all processes, and leaves no file', async () => {
  const code = `${forking};process.on('SIGINT', () => process.exit())`
  const args = ['needs', '--verbose', '--out', 'needs.json', '--', process.execPath, '-e', code]
  const running = spawnConmock(args, folder)
  await expect.poll(() => running.stderr).toContain('waits')
  expect(runningStates()).toHaveLength(2)
  await running.stop('SIGINT')
  await expect.poll(runningStates).toEqual([])
  expect(readdirSync(folder).toSorted()).toEqual(['node_modules', 'pids'])
})

test('a million lines of output do not matter', async () => {
  const print = `process.stdout.write('line\\n'.repeat(1e6)); process.exit(1)`
  expect(await runWith(print)).toMatchObject({ code: 2, stdout: '' })
})

test.each(['pact missing --consumer app', 'coverage missing --min 100'])(
  'in its runs, %s is idle',
  async (line) => {
    vi.stubEnv('CONMOCK_NEEDS', 'run.json')
    expect(await runMain(...line.split(' '))).toEqual({ code: 0, stdout: '', stderr: '' })
  },
)
