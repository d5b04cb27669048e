import manifestFile from '../../../package.json' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import { fileOf, pactFile, pactOf, type Interaction } from '../support/pacts.js'
import {
  runConmock,
  runMain,
  runWithoutColors,
  spawnConmock,
  type Outcome,
  bin,
  RunningCommand,
} from '../../support/command.js'
import { temporaryFile, temporaryFolder } from '../../support/temporary-folder.js'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { VerificationReport } from '../../../src/pact.js'
import { outcomesIn } from '../support/failure.js'

const roles: Interaction = {
  description: 'the roles',
  states: [['roles exist', { count: 3, pageSize: 2 }], 'the token has scope user:read'],
}
const rolesTitle = 'the roles [roles exist {count: 3, pageSize: 2}; the token has scope user:read]'
const noList: Interaction = {
  description: 'no list',
  states: [['no roles exist', { as: 'null' }]],
  body: { data: 'none' },
}
const teapot: Interaction = { description: 'a teapot', status: 418 }
const moon: Interaction = { description: 'a moon', states: ['a moon exists'] }

const rolesAssumptions = ' – depends on roles.pageSize, roles.order'
const { version } = manifestFile as { readonly version: string }
const mockLine = `mock: conmock ${version}, profile spec\n`
const allGreen = `${mockLine}ok  a consumer: ${rolesTitle}${rolesAssumptions}\n1 of 1 depends on assumptions (roles.order, roles.pageSize)\n1 verified – against the mock\n`

/** `conmock verify` in this process, without colors. */
function verify(...args: readonly string[]): Promise<Outcome> {
  return runWithoutColors('verify', ...args)
}

/** The built `conmock verify`, in a folder. */
function verifyIn(folder: string, ...args: readonly string[]): Promise<Outcome> {
  return spawnConmock(['verify', ...args], folder).ended()
}

describe('conmock verify', () => {
  it('exits with 0 when every interaction is verified, and prints a line for each', async () => {
    expect(await verify(pactFile(roles))).toEqual({ code: 0, stdout: allGreen, stderr: '' })
  })

  it('exits with 1 when a contract is broken, and prints the path, the expected and the actual value', async () => {
    const pact = pactFile(roles, noList, teapot, { ...teapot, pending: true }, moon)
    const { code, stdout, stderr } = await verify(pact)
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expect(stdout).toContain('\n    body $.data: expected "none", but was null\n')
    const lines = stdout
      .trimEnd()
      .split('\n')
      .filter((line) => !line.startsWith(' '))
    expect(lines.slice(1).map((line) => line.split('  ')[0])).toEqual([
      'ok',
      'BROKEN',
      'BROKEN',
      'PENDING (broken)',
      'PROBLEM',
      expect.stringMatching(/^1 of 1 depends on assumptions \(/),
      '1 verified, 2 broken, 1 not run (see PROBLEM above), 1 pending – against the mock',
    ])
  })

  it('exits with 2 when the set-up is wrong, and with 0 when only a pending interaction fails', async () => {
    expect(await verify(pactFile(roles, moon))).toMatchObject({ code: 2, stderr: '' })
    expect(await verify(pactFile({ ...teapot, pending: true }))).toMatchObject({ code: 0, stderr: '' })
  })

  it('loads states from TypeScript, keeps their output out of the JSON of --json, and accepts assumptions', async () => {
    const code = `
      const name: string = 'medic'
      console.log('loaded')
      export default {
        async 'a medic exists'(_: object, { mock }: { mock: any }) {
          console.log('set up')
          process.stdout.write('written')
          await mock.roles.create({ name })
        },
      }`
    const states = temporaryFile('states.ts', code)
    const medic = { states: ['no roles exist', 'a medic exists'], body: { data: [{ name: 'medic' }] } }
    const pact = pactFile(medic, { states: ['roles exist'], path: '/api/v0/roles?nextPage=bad' })
    const flags = ['--provider', 'a provider', '--set', 'cursor.invalid=first-page', '--timeout', '60']
    const outcome = await runConmock('verify', pact, '--states', states, '--json', ...flags)
    expect(JSON.parse(outcome.stdout)).toMatchObject({ outcome: 'verified' })
    expect(outcome).toMatchObject({ code: 0, stderr: 'loaded\nset up\nwritten' })
  })

  it('exits with 1 for a response that depends on an assumption, with --fail-on assumed', async () => {
    const { code, stdout } = await verify(pactFile(roles), '--fail-on', 'assumed')
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining('other roles.pageSize: ') })
  })
})

function folderWithTwoPacts(): string {
  const folder = temporaryFolder()
  fileOf(pactOf(4, [roles], { consumer: 'one', provider: 'p' }), folder, 'pacts/one.json')
  fileOf(pactOf(2, [{}], { consumer: 'two', provider: 'p' }), folder, 'pacts/deeper/two.json')
  return folder
}

it('pacts are those of the folder "pacts" by default', async () => {
  const { code, stdout } = await verifyIn(folderWithTwoPacts())
  expect(code).toBe(0)
  expect(stdout).toMatch(/\n2 verified – against the mock\n$/)
})

it('--help lists each flag once, and exits with 0', async () => {
  const { code, stdout, stderr } = await runMain('verify', '--help')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^Usage: conmock verify \[options\] \[pacts\.\.\.\]\n/)
  const flags = Array.from(stdout.matchAll(/^ +(?:-h, )?(--[\w-]+)/gm), ([, flag]) => flag!)
  expect(new Set(flags).size).toBe(flags.length)
  expect(Math.max(...stdout.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80)
})

const hostile = 'a\u001b[2J\u009b2J\u202eb\u0000"c" <d> & ]]> 🎉\r\ne'

describe('a report', () => {
  it('is a single JSON value with --json and a file with --junit, whatever the pact contains', async () => {
    const file = path.join(temporaryFolder(), 'report.xml')
    const pending: Interaction = { description: 'no list', body: { data: 'none' }, pending: true }
    const pact = pactFile({ ...teapot, description: hostile }, roles, { ...moon, description: '' }, pending)
    const { code, stdout, stderr } = await runMain('verify', pact, '--json', '--junit', file)
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    const report = JSON.parse(stdout) as VerificationReport
    expect(report).toMatchObject({ outcome: 'broken', target: { kind: 'mock' }, problems: [] })
    expect(report.interactions[0]?.description).toBe(hostile)
    expect(outcomesIn(report)).toEqual(['broken', 'verified', 'problem', 'broken'])

    const xml = readFileSync(file, 'utf8')
    expect(xml).toContain('<testsuites name="conmock" tests="4" failures="1" errors="1" skipped="1">')
    expect(xml).toContain('&#34;c&#34; &#60;d&#62; &#38; ]]&#62; 🎉')
  })

  it('is also written to a file when no pact is found', async () => {
    const file = path.join(temporaryFolder(), 'report.xml')
    expect(await runMain('verify', 'none.json', '--junit', file)).toMatchObject({ code: 2 })
    expect(readFileSync(file, 'utf8')).toContain(
      '<error message="no pact found: no file matches none.json"></error>',
    )
  })

  it.runIf(existsSync('/dev/full'))('that cannot be printed is no success', async () => {
    const command = `exec "$0" "$1" verify "$2" > /dev/full`
    const args = ['-c', command, process.execPath, bin, pactFile(roles)]
    const { code, stderr } = await RunningCommand.start('sh', args, temporaryFolder()).ended()
    expect(code).toBe(2)
    expect(stderr).toContain('conmock: cannot write: ')
  })
})
