import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { pactFile, type Interaction } from '../support/pacts.js'
import { RunningCommand, runMain } from '../../support/command.js'
import { startIndependentService } from '../../support/independent-service.js'
import { temporaryFile, temporaryFolder } from '../../support/temporary-folder.js'

const bin = fileURLToPath(new URL('../../../dist/cli/bin.js', import.meta.url))

const roles: Interaction = { description: 'the roles', states: [['roles exist', { count: 3 }]] }
const noList: Interaction = { description: 'no list', body: { data: 'none' } }
const teapot: Interaction = { description: 'a teapot', status: 418 }
const moon: Interaction = { description: 'a moon', states: ['a moon exists'] }

const hostile = 'a\u001b[2J\u009b2J\u202eb\u0000"c" <d> & ]]> 🎉\r\ne'

describe('a report', () => {
  it('is a single JSON value with --json and a file with --junit, whatever the pact contains', async () => {
    const file = path.join(temporaryFolder(), 'report.xml')
    const pact = pactFile(
      { ...teapot, description: hostile },
      roles,
      { ...moon, description: '' },
      { ...noList, pending: true },
    )
    const { code, stdout, stderr } = await runMain('verify', pact, '--json', '--junit', file)
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    const report = JSON.parse(stdout) as {
      outcome: string
      interactions: { description: string; outcome: string }[]
    }
    expect(report).toMatchObject({ outcome: 'broken', target: { kind: 'mock' }, problems: [] })
    expect(report.interactions[0]?.description).toBe(hostile)
    expect(report.interactions.map(({ outcome }) => outcome)).toEqual([
      'broken',
      'verified',
      'problem',
      'broken',
    ])

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
    const service = await startIndependentService()
    onTestFinished(() => service.close())
    const file = path.join(temporaryFolder(), 'report.xml')
    const { code } = await runMain('verify', pactFile(roles), '--against', service.url, '--junit', file)
    expect(code).toBe(2)
    expect(readFileSync(file, 'utf8')).toContain('tests="1" failures="0" errors="1" skipped="0"')
  })

  it('of an earlier run is removed at the start', async () => {
    const file = temporaryFile('report.xml', 'of an earlier run')
    expect(
      await runMain('verify', '--junit', file, '--timeout', '60', '--provider-version', '1'),
    ).toMatchObject({ code: 2 })
    expect(existsSync(file)).toBe(false)
  })

  it.runIf(existsSync('/dev/full'))('that cannot be printed is no success', async () => {
    const command = `exec "$0" "$1" verify "$2" > /dev/full`
    const args = ['-c', command, process.execPath, bin, pactFile(roles)]
    const { code, stderr } = await RunningCommand.start('sh', args, temporaryFolder()).ended()
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('conmock: cannot write: ') as string,
    })
  })

  it('contains no control characters as JSON', async () => {
    const { stdout } = await runMain('verify', pactFile({ description: hostile }), '--json')
    expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })
})
