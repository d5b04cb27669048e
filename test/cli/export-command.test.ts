import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { createMock, type MockDataInput } from '../../src/index.js'
import { bin, runMain, runShell } from '../support/command.js'
import { temporaryFile } from '../support/temporary-folder.js'

const schemaFile = fileURLToPath(new URL('../../data.schema.json', import.meta.url))

async function exported(...flags: readonly string[]): Promise<{ text: string; data: MockDataInput }> {
  const { code, stdout, stderr } = await runMain('export', ...flags)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return { text: stdout, data: JSON.parse(stdout) as MockDataInput }
}

function isValid(data: unknown): boolean {
  const schema = JSON.parse(readFileSync(schemaFile, 'utf8')) as object
  return new Ajv2020({ strict: true, allowUnionTypes: true }).validate(schema, data)
}

describe('conmock export', () => {
  it('writes the data that the flags select', async () => {
    const { data } = await exported('--seed', '7', '--volunteer-count', '30', '--role-count', '12')
    const { $schema, ...rest } = data
    expect(rest).toEqual(createMock({ seed: 7, volunteerCount: 30, roleCount: 12 }).export())
    expect($schema).toBe('./node_modules/conmock/data.schema.json')
  })

  it('writes a file from which a mock gets the same data', async () => {
    const { text, data } = await exported('--data', 'edge-cases')
    expect(createMock({ data }).export()).toEqual(createMock({ data: 'edge-cases' }).export())
    expect((await exported('--data', temporaryFile('data.json', text))).text).toBe(text)
  })

  it('reads a configuration file', async () => {
    const config = temporaryFile('conmock.config.json', '{ "data": "empty", "port": 1 }')
    expect((await exported('--config', config)).data.roles).toEqual([])
    expect((await exported('--config', config, '--data', 'edge-cases')).data.roles).toHaveLength(10)
  })

  it('exits with 0 if the reader of its output closes the pipe early', async () => {
    const line = `'${process.execPath}' '${bin}' export | head -c 100`
    const { code, stderr } = await runShell(`set -o pipefail; ${line}`)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })
})

it('data.schema.json accepts what is exported, and partial files', async () => {
  expect(isValid((await exported()).data)).toBe(true)
  expect(isValid({ volunteers: [{ user: { id: '1' } }, {}], roles: [{ name: 'staff' }] })).toBe(true)
  expect(isValid({})).toBe(true)
})

it.each([
  { people: [] },
  { users: [{ nick: 'x' }] },
  { roles: [{ id: 1 }] },
  { volunteers: [{ departments: [{ states: ['maybe'] }] }] },
  { users: [{ phone: '555-1234' }] },
])('data.schema.json refuses %j', (data) => expect(isValid(data)).toBe(false))
