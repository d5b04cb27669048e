import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { codeOf } from './code-blocks.js'
import { blocksOf } from './pages.js'
import { createSandbox, runCommands } from './sandbox.js'

const blocks = blocksOf('guides/find-untested-cases')
const sandbox = createSandbox(['msw', 'vitest', '@types/node'], blocks)
const plain = '--config plain.config.js'

const careless = codeOf(blocks, 'ts', 'careless.test.ts')
sandbox.write('robust.test.ts', careless.replace('./careless.js', './robust.js'))
sandbox.write('plain.config.js', 'export default {}')

test('the careless loop fails with the variant that the guide shows', async () => {
  await expect(runCommands(sandbox, `npx vitest run careless.test ${plain}`)).rejects.toMatchObject({
    stderr: expect.stringContaining(codeOf(blocks, 'text', 'error').trim()) as string,
  })
})

test('the robust loop passes, and the coverage of its tests is printed and written', async () => {
  const stdout = await runCommands(sandbox, 'npx vitest run robust.test empty.test')
  expect(stdout).toMatch(/Tests +2 passed/)
  expect(stdout).toContain(codeOf(blocks, 'text', 'coverage').trim())
  expect(existsSync(join(sandbox.folder, 'coverage.json'))).toBe(true)
})

test('the coverage is printed again', async () => {
  expect(await runCommands(sandbox, codeOf(blocks, 'sh', 'coverage'))).toMatch(/cases covered/)
})
