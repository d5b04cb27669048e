import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMock, type Coverage } from '../../src/index.js'
import { ask, roleNames, volunteerPath } from '../support/ask.js'
import { RunningCommand, bin, type Outcome } from '../support/command.js'
import { createFolder } from '../support/temporary-folder.js'

const FILE = 'pacts/badge-printer-convention-read-api.json'

let folder: string

beforeEach(() => {
  folder = createFolder()
})

afterEach(() => rmSync(folder, { recursive: true }))

function run(...args: readonly string[]): Promise<Outcome> {
  return RunningCommand.start(process.execPath, [bin, 'pact', ...args], folder).ended()
}

function write(name: string, content: unknown): void {
  mkdirSync(join(folder, name, '..'), { recursive: true })
  writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
}

function written(): string {
  return readFileSync(join(folder, FILE), 'utf8')
}

async function coverageOfRoles(): Promise<Coverage> {
  const mock = createMock({ roles: 3 })
  await roleNames(mock)
  return mock.coverage()
}

async function coverageOfVolunteer(): Promise<Coverage> {
  const mock = createMock()
  await ask(mock, volunteerPath('nobody'))
  return mock.coverage()
}

describe('conmock pact', () => {
  test('writes a pact from all files in conmock-coverage, and says what is new or gone', async () => {
    write('conmock-coverage/1.json', await coverageOfRoles())
    write('conmock-coverage/2.json', await coverageOfVolunteer())
    const first = await run('--consumer', 'badge-printer')
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(first.stdout).toBe(`${FILE}: 2 interactions.
  new: a request for the roles
  new: a request for the volunteer record of an unknown user
The coverage files do not say whether all tests ran and passed.
`)
    expect(JSON.parse(written())).toMatchObject({
      consumer: { name: 'badge-printer' },
      provider: { name: 'convention-read-api' },
      interactions: [{ type: 'Synchronous/HTTP' }, {}],
      metadata: { pactSpecification: { version: '4.0' } },
    })
    const second = await run('conmock-coverage/1.json', '--consumer', 'badge-printer')
    expect(second.stdout).toContain('  gone: a request for the volunteer record of an unknown user\n')
    expect(readdirSync(join(folder, 'pacts'))).toEqual(['badge-printer-convention-read-api.json'])
  })

  test('--check: 0 for the same pact, 1 with the differences for another one, 2 if nothing was compared', async () => {
    const check = () => run('coverage.json', '--consumer', 'badge-printer', '--check')
    write('coverage.json', await coverageOfRoles())
    expect(await check()).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('nothing was compared') as string,
    })
    await run('coverage.json', '--consumer', 'badge-printer')
    expect(await check()).toMatchObject({ code: 0, stderr: '' })
    const before = written()
    write('coverage.json', await coverageOfVolunteer())
    const { code, stdout } = await check()
    expect(code).toBe(1)
    expect(stdout).toContain('  gone: a request for the roles\n')
    expect(written()).toBe(before)
    write(FILE, before.replace('"status": 200', '"status": 201'))
    write('coverage.json', await coverageOfRoles())
    expect((await check()).stdout).toContain('  changed: a request for the roles\n')
  })

  test('demands only the fields in --needs', async () => {
    write('coverage.json', await coverageOfRoles())
    write('needs.json', { version: 1, needs: { listRoles: ['data.name'] } })
    await run('coverage.json', '--consumer', 'badge-printer', '--needs', 'needs.json')
    expect(JSON.parse(written())).toMatchObject({
      interactions: [{ response: { body: { content: { data: [{ name: 'registration-staff' }] } } } }],
    })
    write('needs.json', { version: 1, needs: { listRoles: ['data.nmae'] } })
    const { code, stderr } = await run(
      'coverage.json',
      '--consumer',
      'badge-printer',
      '--needs',
      'needs.json',
    )
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/^conmock: needs\.json: \$\.needs\.listRoles\[0\]: [^\n]*\n$/) as string,
    })
  })

  test.each([
    ['a pact that was written by hand', '{ "consumer": { "name": "badge-printer" }, "interactions": [] }'],
    ['another file', 'my notes'],
    [
      'a pact of another consumer',
      '{ "consumer": { "name": "other" }, "metadata": { "conmock": { "recorded": true, "complete": false } } }',
    ],
    [
      'the pact of the vitest plugin, which may have more interactions',
      '{ "consumer": { "name": "badge-printer" }, "metadata": { "conmock": { "recorded": true, "complete": true } } }',
    ],
  ])('does not overwrite %s', async (_, text) => {
    write('coverage.json', await coverageOfRoles())
    write(FILE, text)
    const { code, stderr } = await run('coverage.json', '--consumer', 'badge-printer')
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/^conmock: .* is not overwritten/) as string,
    })
    expect(written()).toBe(text)
  })

  test.each<[what: string, args: readonly string[], message: RegExp]>([
    ['no consumer', ['coverage.json'], /--consumer/],
    [
      'a name that is a path',
      ['coverage.json', '--consumer', '../../x'],
      /^conmock: --consumer must be a name/,
    ],
    ['no coverage', ['--consumer', 'x'], /no coverage found: conmock-coverage does not exist/],
    [
      'a folder that cannot be written',
      ['coverage.json', '--consumer', 'x', '--out', 'coverage.json/x.json'],
      /cannot write coverage\.json\/x\.json/,
    ],
    ['a device', ['coverage.json', '--consumer', 'x', '--out', '/dev/full'], /is not a regular file/],
    [
      'responses that are not in a pact',
      ['nothing.json', '--consumer', 'x'],
      /no response that can be in a pact/,
    ],
    ['another file', ['other.json', '--consumer', 'x'], /other\.json: \$\.answers/],
  ])('refuses %s, in one line', async (_, args, message) => {
    write('coverage.json', await coverageOfRoles())
    write('nothing.json', createMock().coverage())
    write('other.json', { version: 1, cases: [], percent: 0 })
    const { code, stdout, stderr } = await run(...args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(message)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(existsSync(join(folder, 'pacts'))).toBe(false)
  })

  test('prints nothing that could change the terminal, and writes no text of a file', async () => {
    const { answers, ...rest } = await coverageOfRoles()
    const hostile = { ...answers[0]!, cases: [...answers[0]!.cases, '\u001B[31mevil\n', '__proto__'] }
    write('coverage.json', { ...rest, answers: [hostile] })
    const { code, stdout } = await run('coverage.json', '--consumer', 'badge-printer')
    expect(code).toBe(0)
    expect(stdout).not.toContain('\u001B')
    expect(written()).not.toContain('evil')
  })
})
