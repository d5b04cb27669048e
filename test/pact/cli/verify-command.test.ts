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
  states: [
    ['roles exist', { count: 3, pageSize: 2 }],
    ['the token has scope', { scope: 'user:read' }],
  ],
}
const rolesTitle = 'the roles [roles exist {count: 3, pageSize: 2}; the token has scope {scope: user:read}]'
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

describe('conmock verify', () => {
  it('exits with 0 when every interaction is verified, and prints a line for each', async () => {
    expect(await verify(pactFile(roles))).toEqual({ code: 0, stdout: allGreen, stderr: '' })
  })

  it.each<[code: number, summary: string, pacts: readonly Interaction[], ...flags: string[]]>([
    [
      1,
      '1 verified, 2 broken, 1 not run (see PROBLEM above), 1 pending',
      [roles, noList, teapot, { ...teapot, pending: true }, moon],
    ],
    [2, '1 verified, 1 not run (see PROBLEM above)', [roles, moon]],
    [0, '0 verified, 1 pending', [{ ...teapot, pending: true }]],
    [1, '0 verified, 1 broken', [roles], '--fail-on', 'assumed'],
  ])('exits with %i after "%s"', async (code, summary, interactions, ...flags) => {
    const outcome = await verify(pactFile(...interactions), ...flags)
    expect(outcome).toMatchObject({ code, stderr: '' })
    expect(outcome.stdout).toContain(`\n${summary} – against the mock\n`)
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
})

it('pacts are those of the folder "pacts" by default', async () => {
  const folder = temporaryFolder()
  fileOf(pactOf(4, [roles]), folder, 'pacts/one.json')
  expect(await spawnConmock(['verify'], folder).ended()).toMatchObject({ code: 0, stdout: allGreen })
})

it('--help lists each flag once, and exits with 0', async () => {
  const { code, stdout, stderr } = await runMain('verify', '--help')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^Usage: conmock verify \[options\] \[pacts\.\.\.\]\n/)
  const flags = Array.from(stdout.matchAll(/^ {2}(?:-h, )?(--[\w-]+)/gm), ([, flag]) => flag!)
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
