import { describe, expect, it } from 'vitest'
import { createMock, personas, type WorldData } from '../../src/index.js'
import { runConmock, runMain } from '../support/command.js'
import { temporaryFile } from '../support/temporary-folder.js'

/** Runs on a file with this text, and gives back the lines of the complaint. */
async function complaints(text: string, ...flags: readonly string[]): Promise<string[]> {
  const file = temporaryFile('world.json', text)
  const { code, stdout, stderr } = await runMain('--data', file, ...flags)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/\n$/)
  return stderr
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(file, 'world.json'))
}

type Loose = Record<string, unknown>

/** A world of one volunteer and one role, with changes that no type would allow. */
function worldWith(change: (parts: { volunteer: Loose; user: Loose; roles: Loose[] }) => void): string {
  const volunteer: Loose = { ...structuredClone(personas.plain.volunteer) }
  const roles: Loose[] = [{ id: '1', name: 'staff' }]
  change({ volunteer, user: volunteer.user as Loose, roles })
  return JSON.stringify({ volunteers: [volunteer], roles })
}

describe('--data complains', () => {
  it('of a file that is not JSON, with its name, in one line', async () => {
    const lines = await complaints('{ "roles": [\n\n oops')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^conmock: --data: world\.json is not JSON: .+/)
    expect(await complaints('')).toHaveLength(1)
  })

  it('of every problem in a line of its own, with the file and the place', async () => {
    const lines = await complaints(
      worldWith(({ volunteer, user }) => {
        volunteer.createdAt = 'yesterday'
        volunteer.departments = [{ id: '1', states: ['maybe'] }]
        volunteer.options = 'none'
        user.phone = '555-1234'
        user.nickname = 'Rob'
      }),
    )
    const places = ['createdAt', 'departments[0].states[0]', 'options', 'user.phone', 'user.nickname']
    for (const place of places) {
      const start = `conmock: --data: world.json: $.volunteers[0].${place}: `
      expect(lines.filter((line) => line.startsWith(start) && line.length > start.length)).toHaveLength(1)
    }
    expect(lines).toHaveLength(places.length)
  })

  it('of a field that the document does not know', async () => {
    const text = worldWith(({ user }) => {
      user.nickname = 'Rob'
    })
    expect(await complaints(text)).toEqual([
      expect.stringMatching(
        /^conmock: --data: world\.json: \$\.volunteers\[0\]\.user\.nickname: unknown field; did you mean "\w+"\?/,
      ),
    ])
  })

  it('of an id and a name that are there twice', async () => {
    const text = worldWith(({ roles }) => {
      roles.push({ id: '1', name: 'staff' })
    })
    expect(await complaints(text)).toEqual([
      'conmock: --data: world.json: $.roles[1].id: the role id "1" is already used at $.roles[0].id',
      'conmock: --data: world.json: $.roles[1].name: the role name "staff" is already used at $.roles[0].name',
    ])
  })

  it('in one line, of a value that holds a line break', async () => {
    const text = worldWith(({ roles }) => {
      roles.push({ id: '2', name: 'two\nlines' }, { id: '3', name: 'two\nlines' })
    })
    expect(await complaints(text)).toHaveLength(1)
  })

  it.each(['[]', 'null', '7', '"world"'])('of %s, which is no world', async (text) => {
    const lines = await complaints(text)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^conmock: --data: world\.json: \$: .+/)
  })

  it.each(['--scenario=personas', '--volunteers=3', '--roles=3'])('of %s beside it', async (flag) => {
    const lines = await complaints(
      worldWith(() => undefined),
      flag,
    )
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('cannot be combined with "data"')
  })

  it('as a process, too, with nothing on stdout', async () => {
    const world: WorldData = createMock({ scenario: 'personas' }).export()
    const file = temporaryFile('world.json', JSON.stringify({ ...world, roles: [{ id: 1, name: null }] }))
    const { code, stdout, stderr } = await runConmock('--port', '0', '--data', file)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    const lines = stderr.trimEnd().split('\n')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toContain(`conmock: --data: ${file}: $.roles[0].id: `)
    expect(lines[1]).toContain(`conmock: --data: ${file}: $.roles[0].name: `)
  })
})
