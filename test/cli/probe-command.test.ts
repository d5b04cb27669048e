import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import timers from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openService } from '../pact/support/real-service.js'
import { errorLine, runWithoutColors, type Outcome } from '../support/command.js'
import { runServer } from '../support/running-server.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import { assumptionNames } from '../support/convention.js'

// The pauses between two requests would take minutes.
beforeAll(() => {
  vi.spyOn(timers, 'setTimeout').mockResolvedValue(undefined)
  syncBuiltinESMExports()
})

afterAll(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

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
    expect(stdout).toMatch(/^auth\.missing +401 +same as conmock *$/m)
    expect(stdout).toMatch(/^roles\.pageSize +3 +conmock: 100 *$/m)
    expect(stdout).toMatch(/^method\.notAllowed +needs a request that could write *$/m)
    expect(stdout).toMatch(
      /^user\.preferredNameUnset +an id is missing: --fixture userWithPreferredNameAbsent=ID *$/m,
    )
    const others = assumptionNames.length - 15 - 4
    expect(stdout).toContain(`\n15 the same, 4 different, ${others} not measured. 17 requests, only GET.\n`)
    expect(existsSync(file)).toBe(false)
  })

  it('writes the same profile each time, which every command takes', async () => {
    const { url } = await openService()
    expect(await run(url, ...fixtures, '--out', file)).toMatchObject({ code: 0, stderr: '' })
    const first = readFileSync(file, 'utf8')
    expect(await run(url, ...fixtures, '--out', file)).toMatchObject({ code: 0 })
    expect(readFileSync(file, 'utf8')).toBe(first)
    const { measured, assumptions } = JSON.parse(first) as { measured: string; assumptions: object }
    expect(measured).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    expect(assumptions).toHaveProperty(['roles.pageSize'], 3)
    const { code, stdout } = await run(url, ...fixtures, '--check', file)
    expect(code).toBe(0)
    expect(stdout).toContain('\n19 the same, 0 different, 0 not measured. 17 requests, only GET.\n')
  })

  it('--check names what has changed, and what was not measured', async () => {
    const before = await openService()
    await run(before.url, ...fixtures, '--out', file)
    const now = await openService({
      pageSize: 2,
      change: (response) => (response.status === 400 ? { ...response, status: 418 } : response),
    })
    const { code, stdout } = await runWithoutColors('probe', now.url, ...tokens.slice(0, 2), '--check', file)
    expect(code).toBe(1)
    expect(stdout).toMatch(/^roles\.pageSize +2 +the file: 3 *$/m)
    expect(stdout).toMatch(/^volunteer\.noRecord +an id is missing: --fixture userWithoutRecord=ID *$/m)
    expect(stdout).toMatch(
      /^path\.malformedEncoding +a token is missing: --token-env volunteer:read=VARIABLE *$/m,
    )
    expect(stdout).toMatch(/^cursor\.invalid +418 +conmock has no such variant *$/m)
    expect(stdout).toContain(' 2 different, ')
  })

  it('--check fails if nothing was compared', async () => {
    const service = await openService()
    await run(service.url, '--out', file)
    const nothing = await runWithoutColors('probe', service.url, '--check', file)
    expect(nothing).toMatchObject({ code: 2, stderr: 'conmock: nothing was compared\n' })
  })

  it('a service that is down is one line, and keeps the file; so does one where nothing is measured', async () => {
    const service = await openService()
    await run(service.url, '--out', file)
    const before = readFileSync(file, 'utf8')
    const down =
      'GET /api/v0/roles with a token for user:read: http://127.0.0.1:1 cannot be reached: ECONNREFUSED'
    const stderr = `conmock: no response to ${down}\n`
    expect(await run('http://127.0.0.1:1', '--out', file)).toEqual({ code: 2, stdout: '', stderr })
    const nothing = await runWithoutColors('probe', service.url, '--out', file)
    expect(nothing).toMatchObject({ code: 2, stderr: 'conmock: nothing was measured\n' })
    expect(readFileSync(file, 'utf8')).toBe(before)
  })

  it('--dry-run prints the requests and sends none', async () => {
    const { url, requests } = await openService()
    const { code, stdout } = await run(url, '--fixture', 'userId=123', '--dry-run')
    expect(code).toBe(0)
    expect(stdout).toContain('GET /api/v0/roles without Authorization\n')
    expect(stdout).toContain('GET /api/v0/users/{userId}/volunteer with a token for volunteer:read\n')
    expect(stdout).not.toMatch(/tok-|123/)
    expect(requests).toEqual([])
  })

  it('--json prints the findings', async () => {
    const { url } = await openService()
    const { stdout } = await run(url, '--json')
    expect(JSON.parse(stdout)).toMatchObject({ findings: { 'auth.missing': { value: '401' } } })
  })

  it('refuses conmock itself', async () => {
    const { url } = await runServer()
    const stderr = `conmock: The service at ${url} is conmock itself, so nothing was compared with a real service\n`
    expect(await run(url)).toMatchObject({ code: 2, stderr })
  })

  it.each<[what: string, args: string[], message: string]>([
    ['no URL', ['probe'], "missing required argument 'url'"],
    ['plain http', ['probe', 'http://reg.example.com'], 'the URL must start with https://'],
    ['both', ['probe', 'https://a', '--out', 'a', '--check', 'b'], '--out and --check cannot be combined'],
    [
      'no folder',
      ['probe', 'https://a', '--out', '/proc/none/a.json'],
      '--out: cannot write /proc/none/a.json',
    ],
    ['another file', ['probe', 'https://a', '--out', 'OTHER'], 'OTHER: it exists and is not a profile'],
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
