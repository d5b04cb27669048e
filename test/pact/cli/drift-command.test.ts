import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  both,
  drift,
  moon,
  skipped,
  startDifferentService,
  tokens,
  tooStrict,
} from '../support/drift-interactions.js'
import { pactFile } from '../support/pacts.js'
import { temporaryFolder } from '../../support/temporary-folder.js'
import { fixtures } from '../support/service-users.js'
import { runWithoutColors, type Outcome } from '../../support/command.js'

const given = ['--token-env', 'volunteer:read=VOLUNTEER_TOKEN', '--token-env', 'user:read=ROLE_TOKEN']

let service: Awaited<ReturnType<typeof startDifferentService>>

beforeAll(async () => {
  vi.stubEnv('VOLUNTEER_TOKEN', tokens['volunteer:read'])
  vi.stubEnv('ROLE_TOKEN', tokens['user:read'])
  service = await startDifferentService()
})

afterAll(async () => {
  vi.unstubAllEnvs()
  await service.close()
})

/** `conmock drift` in this process, without colors. */
function run(...args: readonly string[]): Promise<Outcome> {
  return runWithoutColors('drift', '--against', service.url, ...given, ...args)
}

function lastLine(text: string): string | undefined {
  return text.trimEnd().split('\n').at(-1)
}

describe('conmock drift', () => {
  it.each([
    [0, [both, skipped], '1 both pass, 1 SKIPPED'],
    [1, [both, drift], '1 both pass, 1 drift'],
    [1, [tooStrict], '0 both pass, 1 the mock is too strict'],
    [2, [both, drift, moon], '1 both pass, 1 drift, 1 problem'],
    [2, [skipped], '0 both pass, 1 SKIPPED'],
  ] as const)('exits with %i for %j', async (code, interactions, counts) => {
    const outcome = await run(pactFile(...interactions))
    expect(outcome).toMatchObject({ code, stderr: '' })
    expect(lastLine(outcome.stdout)).toBe(`${counts} – the mock compared with ${service.url}`)
    expect(outcome.stdout).not.toContain('secret-of')
  })

  it('exits with 2 when more are skipped than --max-skipped allows, and writes the --junit report', async () => {
    const file = path.join(temporaryFolder(), 'report.xml')
    const { code, stdout } = await run(pactFile(both, drift, skipped), '--max-skipped', '0', '--junit', file)
    expect(code).toBe(2)
    expect(stdout).toContain(
      'PROBLEM  1 of 3 interactions were skipped, but "maxSkipped" (--max-skipped) allows only 0\n',
    )
    expect(readFileSync(file, 'utf8')).toContain('tests="4" failures="1" errors="2" skipped="0">')
    expect(await run(pactFile(both, skipped), '--max-skipped', '1')).toMatchObject({ code: 0 })
  })

  it('accepts fixtures of the service and assumptions of the mock', async () => {
    const set = ['--set', 'cursor.invalid=first-page', '--fixture', `userId=${fixtures.userId}`]
    const outcome = await run(pactFile(skipped, tooStrict), ...set)
    expect(outcome).toMatchObject({ code: 0, stderr: '' })
    expect(lastLine(outcome.stdout)).toMatch(/^2 both pass – /)
  })

  it('prints a single JSON value with --json, and no token', async () => {
    const { code, stdout, stderr } = await run(pactFile(drift, skipped), '--json')
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    const report = { outcome: 'different', against: service.url, problems: [] }
    const found = { agreement: 'drift', mock: { outcome: 'verified' }, service: { outcome: 'broken' } }
    expect(JSON.parse(stdout)).toMatchObject({ ...report, interactions: [found, { agreement: 'skipped' }] })
    expect(stdout).not.toContain('secret-of')
  })
})
