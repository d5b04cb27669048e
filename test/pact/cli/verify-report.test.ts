import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { VerificationReport } from '../../../src/pact.js'
import { outcomesIn } from '../support/failure.js'
import { pactFile, type Interaction } from '../support/pacts.js'
import { openService } from '../support/real-service.js'
import { bin, RunningCommand, runMain } from '../../support/command.js'
import { temporaryFile, temporaryFolder } from '../../support/temporary-folder.js'

const roles: Interaction = { description: 'the roles', states: [['roles exist', { count: 3 }]] }
const teapot: Interaction = { description: 'a teapot', status: 418 }
const moon: Interaction = { description: 'a moon', states: ['a moon exists'] }

const hostile = 'a\u001b[2J\u009b2J\u202eb\u0000"c" <d> & ]]> 🎉\r\ne'

describe('a report', () => {
  it('is a single JSON value with --json and a file with --junit, whatever the pact contains', async () => {
    const file = path.join(temporaryFolder(), 'report.xml')
    const noList: Interaction = { description: 'no list', body: { data: 'none' }, pending: true }
    const pact = pactFile({ ...teapot, description: hostile }, roles, { ...moon, description: '' }, noList)
    const { code, stdout, stderr } = await runMain('verify', pact, '--json', '--junit', file)
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    const report = JSON.parse(stdout) as VerificationReport
    expect(report).toMatchObject({ outcome: 'broken', target: { kind: 'mock' }, problems: [] })
    expect(report.interactions[0]?.description).toBe(hostile)
    expect(outcomesIn(report)).toEqual(['broken', 'verified', 'problem', 'broken'])

    const xml = readFileSync(file, 'utf8')
    expect(xml).toContain('<testsuites name="conmock" tests="4" failures="1" errors="1" skipped="1">')
    expect(xml).toContain('&quot;c&quot; &lt;d&gt; &amp; ]]&gt; 🎉')
  })

  it('is also written to a file when no pact is found', async () => {
    const file = path.join(temporaryFolder(), 'report.xml')
    expect(await runMain('verify', 'none.json', '--junit', file)).toMatchObject({ code: 2 })
    expect(readFileSync(file, 'utf8')).toContain('<error message="no pact found: none.json does not exist">')
  })

  it('has an error for each skipped interaction of a run that ends with 2', async () => {
    const service = await openService()
    const file = path.join(temporaryFolder(), 'report.xml')
    const { code } = await runMain('verify', pactFile(roles), '--against', service.url, '--junit', file)
    expect(code).toBe(2)
    expect(readFileSync(file, 'utf8')).toContain('tests="1" failures="0" errors="1" skipped="0"')
  })

  it('of an earlier run is removed at the start', async () => {
    const file = temporaryFile('report.xml', 'of an earlier run')
    const { code } = await runMain('verify', '--junit', file, '--timeout', '60', '--provider-version', '1')
    expect(code).toBe(2)
    expect(existsSync(file)).toBe(false)
  })

  it.runIf(existsSync('/dev/full'))('that cannot be printed is no success', async () => {
    const command = `exec "$0" "$1" verify "$2" > /dev/full`
    const args = ['-c', command, process.execPath, bin, pactFile(roles)]
    const { code, stderr } = await RunningCommand.start('sh', args, temporaryFolder()).ended()
    expect(code).toBe(2)
    expect(stderr).toContain('conmock: cannot write: ')
  })
})
