import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { createMock, type Coverage } from '../../src/index.js'
import { ask, roleNames, volunteerPath } from '../support/ask.js'
import { errorLineOf, runMainIn, type Outcome } from '../support/command.js'
import { temporaryFolder, writeFile } from '../support/temporary-folder.js'

const FILE = 'pacts/badge-printer-convention-read-api.json'

let folder: string

beforeEach(() => {
  folder = temporaryFolder()
})

function run(...args: readonly string[]): Promise<Outcome> {
  return runMainIn(folder, 'pact', ...args)
}

function record(...args: readonly string[]): Promise<Outcome> {
  return run('coverage.json', '--consumer', 'badge-printer', ...args)
}

function write(name: string, content: unknown): void {
  writeFile(folder, name, typeof content === 'string' ? content : JSON.stringify(content))
}

function written(): string {
  return readFileSync(join(folder, FILE), 'utf8')
}

async function coverageOfRoles(): Promise<Coverage> {
  const mock = createMock({ roleCount: 3 })
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
    const check = () => record('--check')
    write('coverage.json', await coverageOfRoles())
    const unreadable: unknown = expect.stringContaining(`cannot read ${FILE}`)
    expect(await check()).toMatchObject({ code: 2, stderr: unreadable })
    await record()
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
    write(FILE, before.replace('"badge-printer"', '"other"'))
    expect((await check()).stdout).toContain('  changed: the consumer, the provider or the metadata\n')
  })

  test('--check compares what a pact says, and not its format', async () => {
    write('coverage.json', await coverageOfRoles())
    await record()
    const { interactions, ...others } = JSON.parse(written()) as { readonly interactions: object[] }
    const [{ description, ...members } = expect.fail()] = interactions as { readonly description: string }[]
    const text = JSON.stringify({ interactions: [{ ...members, description }], ...others }, null, 7)
    write(FILE, text)
    expect(await record('--check')).toMatchObject({ code: 0, stderr: '' })
    expect(await record()).toMatchObject({ code: 0 })
    expect(written()).toBe(text)
  })

  test('a consumer with the name of a scoped package has a file', async () => {
    write('coverage.json', await coverageOfRoles())
    await run('coverage.json', '--consumer', '@acme/badge-printer')
    expect(readdirSync(join(folder, 'pacts'))).toEqual(['acme-badge-printer-convention-read-api.json'])
  })

  test('demands only the fields in --needs', async () => {
    write('coverage.json', await coverageOfRoles())
    write('needs.json', { version: 1, needs: { listRoles: ['data.name'] } })
    await record('--needs', 'needs.json')
    expect(JSON.parse(written())).toMatchObject({
      interactions: [{ response: { body: { content: { data: [{ name: 'registration-staff' }] } } } }],
    })
    write('needs.json', { version: 1, needs: { listRoles: ['data.nmae'] } })
    const line = errorLineOf(await record('--needs', 'needs.json'))
    expect(line).toContain('needs.json: $.needs.listRoles[0]: ')
  })

  const [badge, other] = ['"consumer": { "name": "badge-printer" }', '"consumer": { "name": "other" }']
  const provider = '"provider": { "name": "convention-read-api" }'
  const [part, whole] = [false, true].map(
    (complete) => `"metadata": { "conmock": { "recorded": true, "complete": ${complete} } }`,
  )

  test.each([
    ['was not written by conmock', `{ ${badge}, "interactions": [] }`],
    ['is no JSON', 'my notes'],
    ['is a pact of another consumer', `{ ${other}, ${provider}, ${part} }`],
    ['is a pact of another provider', `{ ${badge}, "provider": { "name": "other" }, ${part} }`],
    // It may have more interactions.
    ['was written by the vitest plugin', `{ ${badge}, ${provider}, ${whole} }`],
  ])('does not overwrite a file that %s', async (_, text) => {
    write('coverage.json', await coverageOfRoles())
    write(FILE, text)
    expect(errorLineOf(await record())).toMatch(/it exists and is not a pact of .*so it is not overwritten/)
    expect(written()).toBe(text)
  })

  const given = ['coverage.json', '--consumer', 'x']

  test.each<[what: string, args: readonly string[], message: RegExp]>([
    ['no consumer', ['coverage.json'], /--consumer/],
    ['an empty name', ['--consumer', '', '--out', 'x.json'], /^--consumer must not be empty$/],
    ['a path', ['coverage.json', '--consumer', '../../x'], /^--consumer must be usable/],
    ['no coverage', ['--consumer', 'x'], /no coverage found: no file matches conmock-coverage$/],
    ['a file for a folder', [...given, '--out', 'coverage.json/x.json'], /cannot write coverage\.json\/x/],
    ['a device', [...given, '--out', '/dev/full'], /it is not a regular file/],
    ['an empty pact', ['nothing.json', '--consumer', 'x'], /no response that can be in a pact/],
    ['another file', ['other.json', '--consumer', 'x'], /other\.json: \$\.answers/],
  ])('refuses %s, in one line', async (_, args, message) => {
    write('coverage.json', await coverageOfRoles())
    write('nothing.json', createMock().coverage())
    write('other.json', { version: 1, cases: [], percent: 0 })
    expect(errorLineOf(await run(...args))).toMatch(message)
    expect(existsSync(join(folder, 'pacts'))).toBe(false)
  })

  test('prints nothing that could change the terminal, and writes no text of a file', async () => {
    const { answers, ...rest } = await coverageOfRoles()
    const hostile = { ...answers[0]!, cases: [...answers[0]!.cases, '\u001B[31mevil\n', '__proto__'] }
    write('coverage.json', { ...rest, answers: [hostile] })
    const { code, stdout } = await record()
    expect(code).toBe(0)
    expect(stdout).not.toContain('\u001B')
    expect(written()).not.toContain('evil')
  })
})
