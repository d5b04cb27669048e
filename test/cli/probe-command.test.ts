import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openService } from '../pact/support/real-service.js'
import { errorLine, runWithoutColors, type Outcome } from '../support/command.js'
import { runServer } from '../support/running-server.js'
import { temporaryFolder } from '../support/temporary-folder.js'

// The pauses between two requests would take minutes.
vi.mock('node:timers/promises', () => ({ setTimeout: () => Promise.resolve() }))

const tokens = ['--token-env', 'user:read=ROLES', '--token-env', 'volunteer:read=VOLUNTEERS']
const users = ['userId=90017', 'userWithoutRecord=90050', 'unknownUser=nobody']
const fixtures = users.flatMap((text) => ['--fixture', text])

let folder: string
/** The profile that a test writes. */
let file: string

beforeEach(() => {
  folder = temporaryFolder()
  file = join(folder, 'conmock.profile.json')
  vi.stubEnv('ROLES', 'tok-user')
  vi.stubEnv('VOLUNTEERS', 'tok-volunteer')
})

afterEach(() => void vi.unstubAllEnvs())

/** `conmock probe` with the tokens. */
function run(url: string, ...args: readonly string[]): Promise<Outcome> {
  return runWithoutColors('probe', url, ...tokens, ...args)
}

describe('conmock probe', () => {
  it('prints what it has measured, and writes nothing without --out', async () => {
    const { url } = await openService()
    const { code, stdout, stderr } = await run(url, ...fixtures)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^auth\.missing +401 +measured +same as conmock$/m)
    expect(stdout).toMatch(/^roles\.pageSize +3 +measured +conmock: 100$/m)
    expect(stdout).toMatch(/^method\.notAllowed +not measured +needs a request that could write$/m)
    const counts =
      '19 measured (4 differ from profile spec), 3 inconclusive, 0 without a variant, 3 not measured'
    expect(stdout).toContain(`\n${counts}. 17 requests, only GET.\n`)
    expect(existsSync(file)).toBe(false)
  })

  it('writes the same profile each time, which every command takes', async () => {
    const { url } = await openService()
    const args = ['probe', '--against', url, ...tokens, ...fixtures, '--out', file]
    expect(await runWithoutColors(...args)).toMatchObject({ code: 0, stderr: '' })
    const first = readFileSync(file, 'utf8')
    expect(await runWithoutColors(...args)).toMatchObject({ code: 0 })
    expect(readFileSync(file, 'utf8')).toBe(first)
    const { assumptions, ...rest } = JSON.parse(first) as { assumptions: Record<string, unknown> }
    expect(rest).toEqual({
      $schema: './node_modules/conmock/profile.schema.json',
      conmock: expect.any(String) as string,
      extends: 'spec',
      measured: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) as string,
    })
    expect(Object.keys(assumptions)).toEqual(Object.keys(assumptions).toSorted())
    expect(assumptions['roles.pageSize']).toBe(3)
    const stdout = '19 the same, 0 changed, 0 not compared. 17 requests, only GET.\n'
    expect(await run(url, ...fixtures, '--check', file)).toEqual({ code: 0, stderr: '', stdout })
  })

  it('--check names what has changed, and what was not compared', async () => {
    const before = await openService()
    await run(before.url, ...fixtures, '--out', file)
    const now = await openService({
      pageSize: 2,
      change: (response) => (response.status === 400 ? { ...response, status: 418 } : response),
    })
    const { code, stdout } = await runWithoutColors('probe', now.url, ...tokens.slice(0, 2), '--check', file)
    expect(code).toBe(1)
    expect(stdout).toContain('roles.pageSize: 3, now 2\n')
    expect(stdout).toContain('volunteer.noRecord: 404, not compared: needs a token')
    expect(stdout).toContain('cursor.invalid: 400, now status 418, a JSON object\n')
    expect(stdout).toContain('2 changed')
  })

  it('--check fails if nothing was compared, or the probe ended early', async () => {
    const service = await openService()
    await run(service.url, '--out', file)
    const nothing = await runWithoutColors('probe', service.url, '--check', file)
    expect(nothing).toMatchObject({ code: 2, stderr: 'conmock: nothing was compared\n' })
    const limited = await openService({
      change: (response, operation) =>
        operation === 'roles' && response.status === 400 ? { ...response, status: 429 } : response,
    })
    const early = await run(limited.url, '--check', file)
    expect(early.code).toBe(2)
    expect(early.stdout).toContain('The probe ended early, because the service responded with 429.')
  })

  it('keeps the file if the probe ends early, or if nothing is measured', async () => {
    const service = await openService()
    await run(service.url, '--out', file)
    const before = readFileSync(file, 'utf8')
    const early = `conmock: the probe ended early, so ${file} was not written\n`
    expect(await run('http://127.0.0.1:1', '--out', file)).toMatchObject({ code: 2, stderr: early })
    const nothing = `conmock: nothing was measured, so ${file} was not written\n`
    const outcome = await runWithoutColors('probe', service.url, '--out', file)
    expect(outcome).toMatchObject({ code: 2, stderr: nothing })
    expect(readFileSync(file, 'utf8')).toBe(before)
  })

  it('--dry-run prints the requests and sends none', async () => {
    const { url, requests } = await openService()
    const { code, stdout } = await run(url, '--fixture', 'userId=123', '--dry-run')
    expect(code).toBe(0)
    expect(stdout).toContain('GET /api/v0/roles without Authorization\n')
    expect(stdout).toContain('GET /api/v0/users/{userId}/volunteer with the token for volunteer:read\n')
    expect(stdout).not.toMatch(/tok-|123|unknownUser/)
    expect(requests).toEqual([])
  })

  it('--json prints the findings', async () => {
    const { url } = await openService()
    const { stdout } = await run(url, '--json')
    const findings = { 'auth.missing': { verdict: 'measured', value: '401' } }
    expect(JSON.parse(stdout)).toMatchObject({ profile: 'spec', findings })
  })

  it('refuses conmock itself', async () => {
    const { url } = await runServer()
    const stderr = `conmock: The service at ${url} is conmock itself, so nothing was measured\n`
    expect(await run(url)).toMatchObject({ code: 2, stderr })
  })

  it.each<[what: string, args: string[], message: string]>([
    ['no URL', ['probe'], 'the URL of the real service is missing: conmock probe URL'],
    ['two URLs', ['probe', 'https://a', '--against', 'https://b'], 'name the same service'],
    ['plain http', ['probe', 'http://reg.example.com'], 'the URL must start with https://'],
    ['plain http by flag', ['probe', '--against', 'http://a'], '--against must start with https://'],
    ['both', ['probe', 'https://a', '--out', 'a', '--check', 'b'], '--out and --check cannot be combined'],
    ['no folder', ['probe', 'https://a', '--out', '/none/a.json'], '--out: cannot write /none/a.json'],
    ['another file', ['probe', 'https://a', '--out', 'OTHER'], '--out: OTHER: $ has an unknown field "name"'],
    ['no file', ['probe', 'https://a', '--check', 'none.json'], '--check: cannot read none.json'],
    ['no profile', ['verify', '--profile', 'specc'], '--profile: "specc" is neither a profile nor a file'],
    ['a bad profile', ['verify', '--profile', 'OTHER'], '--profile: OTHER: $ has an unknown field "name"'],
  ])('%s is refused in one line', async (_, args, message) => {
    const other = join(folder, 'other.json')
    writeFileSync(other, '{"name":"other"}')
    const named = (text: string) => text.replace('OTHER', other)
    expect(await errorLine(...args.map(named))).toContain(named(message))
  })
})
