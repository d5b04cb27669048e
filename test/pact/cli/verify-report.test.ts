import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { pactFile, temporaryFolder, type Interaction } from '../support/pacts.js'
import { runMain } from '../../support/command.js'
import { elementsOf, parseXml } from '../support/xml.js'

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

    const root = parseXml(readFileSync(file, 'utf8'))
    expect(root).toMatchObject({
      name: 'testsuites',
      attributes: { tests: '4', failures: '1', errors: '1', skipped: '1' },
    })
    expect(
      elementsOf(root, 'testcase').map(({ attributes, children: [verdict] }) => [
        attributes['name'],
        verdict?.name,
      ]),
    ).toEqual([
      [expect.stringContaining('"c" <d> & ]]> 🎉 e'), 'failure'],
      ['the roles [roles exist {count: 3}]', 'properties'],
      [expect.stringContaining('[a moon exists]'), 'error'],
      [expect.stringContaining('no list'), 'skipped'],
    ])
  })

  it('is also written to a file when no pact is found', async () => {
    const file = path.join(temporaryFolder(), 'report.xml')
    expect(await runMain('verify', 'none.json', '--junit', file)).toMatchObject({ code: 2 })
    const errors = elementsOf(parseXml(readFileSync(file, 'utf8')), 'error')
    expect(errors.map(({ attributes }) => attributes['message'])).toEqual([
      'no pact found: none.json does not exist',
    ])
  })

  it('contains no control characters as JSON', async () => {
    const { stdout } = await runMain('verify', pactFile({ description: hostile }), '--json')
    expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })
})
