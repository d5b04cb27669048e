import { expect, test } from 'vitest'
import { codeOf } from './code-blocks.js'
import { withoutTimes } from './log-lines.js'
import { blocksOf } from './pages.js'
import { createSandbox, runCommands } from './sandbox.js'

const blocks = blocksOf('tutorials/first-test')
const sandbox = createSandbox(['msw', 'vitest', '@types/node'], blocks)
const source = codeOf(blocks, 'ts', 'src/greeting.ts')
const config = codeOf(blocks, 'ts', 'vitest.config.ts')

sandbox.write('vitest.config.ts', 'export default {}')

/** Runs the tests of the tutorial, and returns what vitest prints, without times and durations. */
async function runTests(): Promise<string> {
  const printed = await runCommands(sandbox, `${codeOf(blocks, 'sh', 'run').trim()} 2>&1 || true`)
  return withoutTimes(printed)
}

test('only the test of the missing name fails at first, as the tutorial shows', async () => {
  const printed = await runTests()
  expect(printed).toContain(codeOf(blocks, 'text', 'failure').trim())
  expect(printed).toMatch(/Tests +1 failed \| 4 passed/)
})

test('all tests pass after the fix', async () => {
  const fixed = source.replace(/^ {2}return `Hello.*\n/m, codeOf(blocks, 'ts', 'fix'))
  expect(fixed).not.toBe(source)
  sandbox.write('src/greeting.ts', fixed)
  expect(await runTests()).toMatch(/Tests +5 passed/)
})

test('a wrong token is explained as in the tutorial, and the plugin prints the coverage', async () => {
  const first = codeOf(blocks, 'ts', 'test/greeting.test.ts')
  sandbox.write('test/greeting.test.ts', first.replace('mock-volunteer-read', 'mock-user-read'))
  const printed = await runTests()
  expect(printed).toContain("to be 'Hello, Sky!'")
  expect(printed).toContain(withoutTimes(codeOf(blocks, 'text', 'refused')).trim())
  sandbox.write('vitest.config.ts', config)
  expect(await runTests()).toMatch(/\d+ of \d+ cases covered/)
})
