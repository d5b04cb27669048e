import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startServer, type RunningServer } from '../../../src/server.js'
import { both, drift, moon, neither, skipped, tooStrict } from '../support/drift-interactions.js'
import { fileOf, pactFile, pactOf, temporaryFolder } from '../support/pacts.js'
import { deadUrl, startHttpServer } from '../support/servers.js'
import { RunningCommand, runMain, type Outcome } from '../../support/command.js'
import { elementsOf, parseXml } from '../support/xml.js'

const bin = fileURLToPath(new URL('../../../dist/cli/bin.js', import.meta.url))

const given = ['--token-env', 'volunteer:read=VOLUNTEER_TOKEN', '--token-env', 'user:read=ROLE_TOKEN']

/** A real service with small pages that differs from the mock in its last page and in invalid cursors. */
let service: RunningServer

beforeAll(async () => {
  vi.stubEnv('VOLUNTEER_TOKEN', 'secret-of-volunteers')
  vi.stubEnv('ROLE_TOKEN', 'secret-of-roles')
  service = await startServer({
    port: 0,
    roles: 5,
    tokens: { 'secret-of-volunteers': ['volunteer:read'], 'secret-of-roles': ['user:read'] },
    assumptions: { 'roles.lastPage': 'absent', 'cursor.invalid': 'first-page', 'roles.pageSize': 2 },
  })
})

afterAll(async () => {
  vi.unstubAllEnvs()
  await service.close()
})

/** `conmock drift` in this process, without colors. */
async function run(...args: readonly string[]): Promise<Outcome> {
  const outcome = await runMain('drift', '--against', service.url, ...given, ...args)
  return { ...outcome, stdout: stripVTControlCharacters(outcome.stdout) }
}

/** Removes colors only, and no other control sequence. */
function withoutColors(text: string): string {
  return text.replaceAll(new RegExp(String.raw`\u001b\[\d+m`, 'g'), '')
}

function lastLine(text: string): string | undefined {
  return text.trimEnd().split('\n').at(-1)
}

describe('conmock drift', () => {
  it('prints a table with aligned columns, the mismatches below each row, and a summary', async () => {
    const pact = pactFile(both, drift, tooStrict, neither, skipped, moon)
    const { code, stdout, stderr } = await run(pact)
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' })
    const lines = stdout.trimEnd().split('\n')
    const rows = lines.slice(0, -1).filter((line) => !line.startsWith(' '))
    const [heading = ''] = rows
    const starts = ['mock', 'service', 'result', 'interaction'].map((name) => heading.indexOf(name))
    const cells = rows.map((row) =>
      starts.map((start, column) => row.slice(start, starts[column + 1]).trimEnd()),
    )
    expect(cells).toEqual([
      ['mock', 'service', 'result', 'interaction'],
      ['holds', 'holds', 'both hold', 'a consumer: the roles [roles exist]'],
      [
        'holds',
        'broken',
        'drift: only the mock fulfills the pact',
        'a consumer: the only page [roles exist {count: 3}]',
      ],
      ['broken', 'holds', 'the mock is too strict', 'a consumer: an invalid cursor'],
      ['broken', 'broken', 'neither holds: the pact is probably wrong', 'a consumer: a teapot'],
      ['holds', 'skipped', 'skipped', 'a consumer: a volunteer [a volunteer exists for user 1]'],
      ['problem', 'problem', 'problem', 'a consumer: a moon [a moon exists]'],
    ])
    expect(lines).toContain('    mock: status: expected 200, but was 400')
    expect(lines).toContain('    mock: status: expected 418, but was 200')
    expect(lines).toContain('    service: status: expected 418, but was 200')
    expect(lines.some((line) => /^ {4}service: .*--fixture userId=…$/.test(line))).toBe(true)
    expect(lines.at(-1)).toBe(
      `1 both hold, 1 drift, 1 the mock is too strict, 1 neither holds, 1 SKIPPED, 1 problem – the mock compared with ${service.url}`,
    )
  })

  it.each([
    [0, [both, skipped], '1 both hold, 1 SKIPPED'],
    [1, [both, drift], '1 both hold, 1 drift'],
    [1, [tooStrict], '0 both hold, 1 the mock is too strict'],
    [2, [both, drift, moon], '1 both hold, 1 drift, 1 problem'],
    [2, [skipped], '0 both hold, 1 SKIPPED'],
  ] as const)('exits with %i for %j', async (code, interactions, counts) => {
    const outcome = await run(pactFile(...interactions))
    expect(outcome).toMatchObject({ code, stderr: '' })
    expect(lastLine(outcome.stdout)).toBe(`${counts} – the mock compared with ${service.url}`)
  })

  it('exits with 2 when more are skipped than --max-skipped allows, and writes the --junit report', async () => {
    const file = path.join(temporaryFolder(), 'report.xml')
    const { code, stdout } = await run(pactFile(both, drift, skipped), '--max-skipped', '0', '--junit', file)
    expect(code).toBe(2)
    expect(stdout).toContain(
      'PROBLEM  1 of 3 interactions were skipped, but "maxSkipped" (--max-skipped) allows only 0\n',
    )
    const root = parseXml(readFileSync(file, 'utf8'))
    expect(root.attributes).toMatchObject({ tests: '4', failures: '1', errors: '1', skipped: '1' })
    const verdicts = elementsOf(root, 'testcase').map(({ attributes: { name }, children }) => [
      name,
      children.map((each) => each.name),
    ])
    expect(verdicts).toEqual([
      ['the roles [roles exist]', ['properties']],
      ['the only page [roles exist {count: 3}]', ['failure']],
      [expect.stringContaining('a volunteer'), ['skipped']],
      ['set-up', ['error']],
    ])
    expect(await run(pactFile(both, skipped), '--max-skipped', '1')).toMatchObject({ code: 0 })
  })

  it('accepts fixtures of the service and assumptions of the mock', async () => {
    const set = ['--set', 'cursor.invalid=first-page', '--fixture', 'userId=1']
    const outcome = await run(pactFile(skipped, tooStrict), ...set)
    expect(outcome).toMatchObject({ code: 0, stderr: '' })
    expect(lastLine(outcome.stdout)).toMatch(/^2 both hold – /)
  })

  it('prints a single JSON value with --json, and no token', async () => {
    const { code, stdout, stderr } = await run(pactFile(drift, skipped), '--json')
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({
      outcome: 'different',
      against: service.url,
      problems: [],
      interactions: [
        { agreement: 'drift', mock: { outcome: 'verified' }, service: { outcome: 'broken' } },
        { agreement: 'skipped' },
      ],
    })
    expect(stdout).not.toContain('secret-of')
  })

  it('uses the reference pacts by default, as the built command in any folder', async () => {
    const folder = temporaryFolder()
    const command = [bin, 'drift', '--against', service.url, ...given]
    const { code, stdout, stderr } = await RunningCommand.start(process.execPath, command, folder).ended()
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(lastLine(stdout)).toMatch(/^\d+ both hold, \d+ SKIPPED – the mock compared with http/)
    expect(stdout).not.toContain('secret-of')
  })

  it('accepts folders and patterns', async () => {
    const folder = temporaryFolder()
    fileOf(pactOf(4, [both]), folder, 'pacts/one.json')
    fileOf(pactOf(3, [neither]), folder, 'pacts/two.json')
    expect(lastLine((await run(path.join(folder, 'pacts'))).stdout)).toMatch(
      /^1 both hold, 1 neither holds – /,
    )
    const { stdout } = await run(path.join(folder, '*/one.json'))
    expect(lastLine(stdout)).toMatch(/^1 both hold – /)
  })
})

describe('a problem is reported', () => {
  it('in one line and at once when the service is down', async () => {
    const url = deadUrl
    const began = performance.now()
    const { code, stdout, stderr } = await runMain('drift', pactFile(both), '--against', url)
    expect(performance.now() - began).toBeLessThan(3000)
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' })
    expect(stripVTControlCharacters(stdout)).toBe(
      `PROBLEM  the service: ${url} cannot be reached: ECONNREFUSED\n0 both hold – the mock compared with ${url}\n`,
    )
  })

  it('and not drift when the service closes the connection', async () => {
    const url = await startHttpServer((request) => void request.socket.destroy())
    const { code, stdout } = await runMain(
      'drift',
      pactFile({ authorization: false, status: 401 }),
      '--against',
      url,
    )
    expect(code).toBe(2)
    expect(stdout).toMatch(/the service: http:.* cannot be reached: /)
    expect(stdout).not.toContain('drift: the mock')
  })
})

it('control characters from the pact and from the service are not printed', async () => {
  const hostile = 'a\u001b[2J\u009b2J\u202e\u0000b'
  const url = await startHttpServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data: hostile }))
  })
  const pact = pactFile({ description: hostile, authorization: false, status: 401, body: { data: hostile } })
  const { stdout } = await runMain('drift', pact, '--against', url)
  // The command itself prints colors.
  const plain = withoutColors(stdout).replaceAll('\n', '')
  expect(plain).toContain('expected 401, but was 200')
  expect(plain).not.toMatch(/[\p{Cc}\p{Cf}]/u)
})
