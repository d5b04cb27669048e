import { describe, expect, it } from 'vitest'
import { runMain } from '../support/command.js'
import { temporaryFile } from '../support/temporary-folder.js'

/** Runs the command with a data file that contains the text, and returns the lines of the error. */
async function errorLines(text: string, ...flags: readonly string[]): Promise<string[]> {
  const file = temporaryFile('data.json', text)
  const { code, stdout, stderr } = await runMain('--data', file, ...flags)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/\n$/)
  return stderr.replaceAll(file, 'data.json').trimEnd().split('\n')
}

describe('--data reports', () => {
  it('a file that is not JSON, with its name, in one line', async () => {
    const lines = await errorLines('{ "roles": [\n\n oops')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^conmock: --data: data\.json is not JSON: .+/)
    expect(await errorLines('')).toHaveLength(1)
  })

  it('each problem in one line, with the file and the JSON path', async () => {
    const role = { id: '1', name: 'two\nlines' }
    const volunteers = [{ user: { phone: '555-1234' } }]
    const lines = await errorLines(JSON.stringify({ volunteers, roles: [role, role] }))
    const starts = lines.map((line) => /^conmock: --data: data\.json: (\$\S+): ./.exec(line)?.[1])
    expect(starts).toEqual(['$.volunteers[0].user.phone', '$.roles[1].id', '$.roles[1].name'])
  })

  it('another flag for data', async () => {
    const combined: unknown = expect.stringContaining('cannot be combined with your own records in "data"')
    for (const flag of ['--volunteer-count=3', '--role-count=3'])
      expect(await errorLines('{}', flag)).toEqual([combined])
  })

  it('at most 1,000 of many problems', async () => {
    const roles = Array.from({ length: 1000 }, () => ({ id: '1', name: 'same' }))
    const lines = await errorLines(JSON.stringify({ roles }))
    expect(lines).toHaveLength(1001)
    expect(lines.at(-1)).toBe('conmock: and 998 more')
  })
})
