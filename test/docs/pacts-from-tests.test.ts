import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { codeOf } from './code-blocks.js'
import { blocksOf } from './pages.js'
import { createSandbox, runCommands } from './sandbox.js'

const blocks = blocksOf('guides/pacts-from-tests')
const sandbox = createSandbox(['msw', 'vitest', '@types/node', '@pact-foundation'], blocks)

function descriptionsIn(file: string): string[] {
  const { interactions } = JSON.parse(readFileSync(join(sandbox.folder, file), 'utf8')) as {
    interactions: { description: string }[]
  }
  return interactions.map(({ description }) => description)
}

test('its tests give a pact that the mock fulfills', async () => {
  const printed = await runCommands(sandbox, codeOf(blocks, 'sh', 'record'))
  expect(printed).toMatch(/\d verified – against the mock/)
  expect(descriptionsIn('pacts/badge-printer-convention-read-api.json')).toEqual(
    expect.arrayContaining([
      'a request for the volunteer record of a user',
      'a request for the volunteer record of an unknown user',
    ]),
  )
})

test('a test with another runner gives a pact, and --check compares it', async () => {
  await runCommands(sandbox, codeOf(blocks, 'sh', 'node-test'))
  expect(descriptionsIn('recorded.json')).toEqual(['a request for the volunteer record of an unknown user'])
})

test('conmock needs finds the field that a test reads, and the pact demands only this field', async () => {
  const printed = await runCommands(sandbox, codeOf(blocks, 'sh', 'needs'))
  expect(printed).toContain(codeOf(blocks, 'text', '').trim())
  const pact = readFileSync(join(sandbox.folder, 'needed.json'), 'utf8')
  expect(pact).toContain('"name": "registration-staff"')
  expect(pact).not.toContain('"id"')
})
