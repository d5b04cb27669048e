import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bin, RunningCommand, runMain, type Outcome } from '../support/command.js'
import { createFolder } from '../support/temporary-folder.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

let folder: string

beforeEach(() => {
  folder = createFolder()
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
})

afterEach(() => rmSync(folder, { recursive: true }))

function start(args: readonly string[], ...command: readonly string[]): RunningCommand {
  return RunningCommand.start(process.execPath, [bin, 'needs', ...args, '--', ...command], folder, {
    TMPDIR: folder,
  })
}

/** Writes an app that reads these fields of a volunteer, with a mock, and runs `conmock needs` with it. */
function runApp(expressions: readonly string[], ...args: readonly string[]): Promise<Outcome> {
  const text = `import { createMock, personas } from '${new URL('../../dist/index.js', import.meta.url).href}'
const mock = createMock({ scenario: 'personas' })
const headers = { authorization: 'Bearer mock-all-scopes' }
const url = 'https://reg.example.com/api/v0/users/' + personas.plain.user.id + '/volunteer'
const volunteer = await (await mock.fetch(url, { headers })).json()
if (![${expressions.join(', ')}].every((value) => value !== undefined)) process.exit(1)
`
  writeFileSync(join(folder, 'app.mjs'), text)
  return start(args, process.execPath, 'app.mjs').ended()
}

test('prints the fields that an app needs, and writes them to a file', async () => {
  const { code, stdout, stderr } = await runApp(
    ['volunteer.user.email', 'volunteer.departments[0].name', 'volunteer.options'],
    '--out',
    'needs.json',
  )
  expect(code).toBe(0)
  expect(stdout).toMatch(
    /^GET \/api\/v0\/users\/:id\/volunteer {2}needs 3 fields\n {2}departments\.name {2}fails without it\n {2}user\.email {8}fails without it\n {2}options {11}fails without it\nGET \/api\/v0\/roles {2}needs 0 fields\n\d+ runs in \d+ s\. Your tests do not notice 20 fields: id, /,
  )
  expect(stderr).toMatch(/^Run 1\nRun 2 of about \d+, \d+ s left\n/)
  expect(readFileSync(join(folder, 'needs.json'), 'utf8')).toBe(
    `${JSON.stringify({ version: 1, needs: { getVolunteer: ['departments.name', 'options', 'user.email'] } }, null, 2)}\n`,
  )
  // Nothing is left behind.
  expect(readdirSync(folder).toSorted()).toEqual(['app.mjs', 'needs.json', 'node_modules'])
})

test('needs three runs if the tests need nothing', async () => {
  const { stdout } = await runApp(['1'])
  expect(stdout).toMatch(/\n3 runs in /)
})

test.each<[what: string, command: string, message: RegExp]>([
  [
    'tests that fail',
    'process.exit(1)',
    /^conmock: Your tests fail without any change\. Fix them first\.\n/m,
  ],
  ['tests without a mock', '', /^conmock: No mock has sent a successful response\./m],
  [
    'tests that create a mock, but ask another server',
    `import('${new URL('../../dist/index.js', import.meta.url).href}').then(({ createMock }) => createMock())`,
    /^conmock: No mock has sent a successful response\./m,
  ],
])('refuses %s', async (_, code, message) => {
  const outcome = await start([], process.execPath, '-e', code).ended()
  expect(outcome).toMatchObject({ code: 2, stdout: '' })
  expect(outcome.stderr).toMatch(message)
})

test('refuses a command that does not exist, and a file that cannot be written', async () => {
  expect((await start([], 'no-such-command').ended()).stderr).toMatch(/conmock: cannot start no-such-command/)
  for (const file of ['missing/needs.json', '.', '/proc/needs.json']) {
    expect((await start(['--out', file], 'true').ended()).stderr).toMatch(
      /^conmock: --out: cannot write .*\n$/,
    )
  }
  expect(readdirSync(folder)).toEqual(['node_modules'])
})

test.each<[what: string, options: string]>([
  ['in its process group', ''],
  ['in another one', ', detached: true'],
])('ends a command that hangs, and the processes that it has started %s', async (_, options) => {
  const fork = `process.on('SIGTERM', () => {}); require('node:child_process').spawn(process.execPath, ['-e', 'require("node:fs").writeFileSync("pid", String(process.pid)); setInterval(() => {}, 1000)'], { stdio: 'inherit'${options} }); setInterval(() => {}, 1000)`
  const outcome = await start(['--timeout', '1'], process.execPath, '-e', fork).ended()
  expect(outcome).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/took longer than 1 s\. Set a higher --timeout/) as string,
  })
  const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'))
  await expect.poll(() => isRunning(pid)).toBe(false)
})

test('Ctrl+C ends all processes, and leaves no file', async () => {
  const wait = `const { pid } = require('node:child_process').spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' }); require('node:fs').writeFileSync('pid', String(pid)); process.stderr.write('waits'); setInterval(() => {}, 1000)`
  const running = start(['--verbose', '--out', 'needs.json'], process.execPath, '-e', wait)
  await expect.poll(() => running.stderr).toContain('waits')
  await running.stop('SIGINT')
  const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'))
  await expect.poll(() => isRunning(pid)).toBe(false)
  expect(existsSync(join(folder, 'needs.json'))).toBe(false)
  expect(readdirSync(folder).filter((name) => name.startsWith('conmock-needs'))).toEqual([])
})

/** Whether a process runs. One that has ended may stay in the table until its parent has read its exit code. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout.trim() !== '' && !stdout.startsWith('Z')
}

test('a million lines of output do not matter', async () => {
  const print = `for (let i = 0; i < 1e6; i++) console.log('line'); process.exit(1)`
  expect(await start([], process.execPath, '-e', print).ended()).toMatchObject({ code: 2, stdout: '' })
})

test.each(['pact missing --consumer app', 'coverage missing --min 100'])(
  'in its runs, conmock %s does nothing',
  async (line) => {
    vi.stubEnv('CONMOCK_NEEDS', 'run.json')
    const outcome = await runMain(...line.split(' ')).finally(() => vi.unstubAllEnvs())
    expect(outcome).toEqual({ code: 0, stdout: '', stderr: '' })
  },
)
