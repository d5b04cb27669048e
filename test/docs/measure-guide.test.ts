import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startIndependentService } from '../support/independent-service.js'
import { codeOf } from './code-blocks.js'
import { blocksOf } from './pages.js'
import { compile, createSandbox, program, runCommands } from './sandbox.js'

const blocks = blocksOf('guides/measure-a-real-service')
const sandbox = createSandbox(['msw', 'vitest', '@types/node', '@pact-foundation'], blocks)
let service: Awaited<ReturnType<typeof startIndependentService>>

beforeAll(async () => {
  service = await startIndependentService()
  mkdirSync(join(sandbox.folder, 'pacts'))
  await runCommands(sandbox, `cp '${program('pacts')}'/*.json pacts/`)
})

afterAll(() => service.close())

function run(note: string): Promise<string> {
  return runCommands(sandbox, codeOf(blocks, 'sh', note), {
    SERVICE: service.url,
    USER_TOKEN: 'tok-user',
    VOLUNTEER_TOKEN: 'tok-volunteer',
  })
}

test('a service is measured, the profile is used and checked, as the guide says', async () => {
  const [measured, verified] = blocks.filter(({ language }) => language === 'text').map(({ code }) => code)
  await run('script')
  expect(await run('dry-run')).toContain('GET /api/v0/users/{unknownUser}/volunteer')
  const lines = (await run('measure')).split('\n')
  for (const line of measured!.trim().split('\n')) expect(lines).toContain(line)
  expect(await run('use')).toContain(verified!.trim())
  await compile(sandbox, ['measured.test.ts'])
  await runCommands(sandbox, 'npx vitest run measured.test.ts')
  expect(await run('check')).toContain('21 the same, 0 different, 0 not measured.')
})
