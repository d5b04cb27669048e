import { describe, expect, it } from 'vitest'
import { personas } from '../../src/index.js'
import { runMain } from '../support/command.js'
import { temporaryFile } from '../support/temporary-folder.js'

/** Runs the command with a data file that contains the text, and returns the lines of the error. */
async function errorLines(text: string, ...flags: readonly string[]): Promise<string[]> {
  const file = temporaryFile('data.json', text)
  const { code, stdout, stderr } = await runMain('--data', file, ...flags)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/\n$/)
  return stderr
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(file, 'data.json'))
}

type Loose = Record<string, unknown>

/** Data with one volunteer and one role, and with changes that the types would not allow. */
function dataWith(change: (parts: { volunteer: Loose; user: Loose; roles: Loose[] }) => void): string {
  const volunteer: Loose = { ...structuredClone(personas.plain.volunteer) }
  const roles: Loose[] = [{ id: '1', name: 'staff' }]
  change({ volunteer, user: volunteer.user as Loose, roles })
  return JSON.stringify({ volunteers: [volunteer], roles })
}

describe('--data reports', () => {
  it('a file that is not JSON, with its name, in one line', async () => {
    const lines = await errorLines('{ "roles": [\n\n oops')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^conmock: --data: data\.json is not JSON: .+/)
    expect(await errorLines('')).toHaveLength(1)
  })

  it('each problem on a separate line, with the file and the JSON path', async () => {
    const lines = await errorLines(
      dataWith(({ volunteer, user }) => {
        volunteer.createdAt = 'yesterday'
        volunteer.departments = [{ id: '1', states: ['maybe'] }]
        volunteer.options = 'none'
        user.phone = '555-1234'
        user.nickname = 'Rob'
      }),
    )
    const places = ['createdAt', 'departments[0].states[0]', 'options', 'user.phone', 'user.nickname']
    for (const place of places) {
      const start = `conmock: --data: data.json: $.volunteers[0].${place}: `
      expect(lines.filter((line) => line.startsWith(start) && line.length > start.length)).toHaveLength(1)
    }
    expect(lines).toHaveLength(places.length)
  })

  it('a duplicate id and a duplicate name', async () => {
    const text = dataWith(({ roles }) => {
      roles.push({ id: '1', name: 'staff' })
    })
    expect(await errorLines(text)).toEqual([
      'conmock: --data: data.json: $.roles[1].id: the role id "1" is already used at $.roles[0].id',
      'conmock: --data: data.json: $.roles[1].name: the role name "staff" is already used at $.roles[0].name',
    ])
  })

  it('a value with a line break in one line', async () => {
    const text = dataWith(({ roles }) => {
      roles.push({ id: '2', name: 'two\nlines' }, { id: '3', name: 'two\nlines' })
    })
    expect(await errorLines(text)).toHaveLength(1)
  })

  it.each(['[]', 'null', '7', '"data"'])('%s, which is not an object with lists', async (text) => {
    const lines = await errorLines(text)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^conmock: --data: data\.json: \$: .+/)
  })

  it.each(['--scenario=personas', '--volunteers=3', '--roles=3'])('%s together with --data', async (flag) => {
    const lines = await errorLines(
      dataWith(() => undefined),
      flag,
    )
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('cannot be combined with "data"')
  })
})
