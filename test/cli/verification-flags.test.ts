import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { errorLine } from '../support/command.js'
import { temporaryFile } from '../support/temporary-folder.js'
import { scopes } from '../support/convention.js'

/** Nothing listens at this URL, and no request should be sent to it. */
const url = 'http://127.0.0.1:9'
const service = ['verify', 'none.json', '--against', url]
const client = ['--client-id-env', 'NO_SUCH', '--client-secret-env', 'NO_SUCH', '--token-url', url]

beforeAll(() => void vi.stubEnv('TEST_SPACES', 'a b'))
afterAll(() => void vi.unstubAllEnvs())

const ofService = service.join(' ')
const ofClient = `${ofService} ${client.join(' ')}`

/** Flags that are useless without another one, separated by commas. */
function needing(other: string, flags: string): [args: string, expected: string][] {
  return flags.split(', ').map((flag) => [`verify ${flag}`, `${flag.split(' ')[0]} needs ${other}`])
}

describe('an invalid or useless flag is named in one line:', () => {
  it.each<[args: string, ...expected: string[]]>([
    [`${ofService} --token-env user:write=PATH`, 'unknown scope', `${scopes.join(', ')}, exp`],
    [
      `${ofService} --token-env user:read=NO_SUCH`,
      '--token-env',
      'the environment variable NO_SUCH is not set',
    ],
    [`${ofService} --token-env user:read=`, '--token-env', 'the environment variable'],
    [`${ofService} --token-env user:read=${'A'.repeat(65)}`, '--token-env', 'variable with this name'],
    [`${ofService} --token-env user:read`, '--token-env', 'SCOPE=VARIABLE'],
    [`${ofService} --fixture userId`, '--fixture', 'NAME=ID'],
    [`${ofService} --client-id-env PATH`, '--client-id-env, --client-secret-env and --token-url', 'together'],
    [`${ofService} --client-auth basic`, '--client-id-env, --client-secret-env and --token-url', 'together'],
    [`${ofService} --client-auth digest`, '--client-auth', 'post, basic'],
    [ofClient, '--client-id-env', 'the environment variable NO_SUCH is not set'],
    [
      `${ofClient} --client-id-env PATH`,
      '--client-secret-env',
      'the environment variable NO_SUCH is not set',
    ],
    [`${ofService} --set roles.lastPage=absent`, '--set', '--against'],
    [`${ofService} --profile spec`, '--profile', '--against'],
    [`${ofService} --config package.json`, '--config', '--against'],
    [`${ofService} --fail-on assumed`, '--fail-on is only for the mock'],
    ...needing('--against', `--token-env user:read=PATH, --fixture userId=1, --client-id-env PATH`),
    ...needing('--against', `--client-secret-env PATH, --token-url ${url}, --client-auth post`),
    ...['0', '-1', 'soon', '1e3', '', '86401'].flatMap((text): [string, string, string][] => [
      [`verify --timeout=${text}`, '--timeout', 'seconds'],
      [`verify --request-timeout=${text}`, '--request-timeout', 'seconds'],
    ]),
    ['verify --set roles.lastPage', '--set', 'NAME=VARIANT'],
    ['verify --states none.js', '--states', 'none.js', 'Cannot find module'],
    [`${ofService} --max-skipped some`, '--max-skipped', 'whole number'],
    ['verify --max-skipped 1', '--max-skipped needs "against"'],
    // Regression: these errors named the option of verifyPacts instead of the flag.
    [`verify none.json --against ${url}/api/v0`, '--against'],
    ['verify none.json --provider ', '--provider'],
    [`${ofService} --token-env user:read=TEST_SPACES`, '--token-env'],
    [`${ofService} --fixture userid=1`, '--fixture', 'userId'],
    [`${ofService} --fixture userId=`, '--fixture', 'userId'],
    ['verify none.json --set roles.lastPage=none', 'roles.lastPage', 'null, absent'],
  ])('%s', async (args, ...expected) => {
    const line = await errorLine(...args.split(' '))
    for (const words of expected) expect(line).toContain(words)
  })

  it.each([
    ['--against', ['verify', 'none.json']],
    ['--token-url', [...service, '--client-id-env', 'PATH', '--client-secret-env', 'PATH']],
  ])('%s with an invalid URL, or one with a password, a query or a fragment', async (flag, args) => {
    const wrong = 'example.com ftp://h http://u:s3cret@h http://s3cret@h http://h?s3cret http://h#s3cret'
    for (const address of [...wrong.split(' '), 'http://u:s3cret@h h']) {
      const line = await errorLine(...args, flag, address)
      expect(line).toMatch(new RegExp(`^${flag} must .*(URL|password)`))
      expect(line).not.toContain('s3cret')
    }
  })

  it('--junit removes the old report also if another flag is unknown', async () => {
    const file = temporaryFile('report.xml', '<testsuites name="conmock"/>')
    expect(await errorLine('verify', '--junit', file, '--verbos')).toContain("'--verbos'")
    expect(existsSync(file)).toBe(false)
  })

  it('--junit with another file, a device or the pact itself overwrites nothing', async () => {
    const [pact, other] = [temporaryFile('pact.json', '{}'), temporaryFile('report.xml', '<testsuites/>')]
    for (const file of [pact, other, '/dev/full']) {
      const line = await errorLine('verify', pact, '--junit', file)
      expect(line).toContain(`--junit: cannot write ${file}: it `)
    }
    expect([pact, other].map((file) => readFileSync(file, 'utf8'))).toEqual(['{}', '<testsuites/>'])
  })

  it('--junit in a folder that cannot be created', async () => {
    const below = path.join(temporaryFile('file', ''), 'report.xml')
    for (const file of [below, '/proc/no/such/report.xml']) {
      expect(await errorLine('verify', 'none.json', '--junit', file)).toContain(
        `--junit: cannot write ${file}:`,
      )
    }
  })
})

it.each([
  ['without a default export', 'export const states = {}', 'FILE must have a default export'],
  ['with a function', 'export default () => ({})', 'FILE must have a default export'],
  ['that throws', `throw new Error('not\\n\\u001b[2Jtoday')`, 'cannot load FILE: not \uFFFD[2Jtoday'],
  ['with a state that is not a function', `export default { 'a moon exists': true }`, 'a moon exists'],
  ['with a list', 'export default []', 'FILE must have a default export'],
])('a module of states is refused in one line %s', async (_, code, reason) => {
  const file = temporaryFile('states.mjs', code)
  const line = await errorLine('verify', 'none.json', '--states', file)
  expect(line).toContain('--states')
  expect(line.replace(file, 'FILE')).toContain(reason)
})

describe('a secret in the wrong place is not printed:', () => {
  const secret = 'eyJhbGciOiJIUzI1NiJ9.s3cret'

  it.each([
    [[...service, '--token-env', `user:read=${secret}`]],
    [[...service, '--token-env', secret]],
    [[...service, '--token-env', `${secret}=user:read`]],
    [[...service, `--tokn=user:read=${secret}`]],
    [[...service, ...client, '--client-id-env', 'PATH', '--client-secret-env', secret]],
    [[...service, ...client, '--client-id-env', secret]],
    [[...service, '--client-secret', secret]],
    [[...service, '--fixture', secret]],
  ])('%j', async (args) => {
    expect(await errorLine(...args)).not.toContain('s3cret')
  })
})
