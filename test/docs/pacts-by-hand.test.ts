import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import manifestFile from '../../package.json' with { type: 'json' }
import { pactOf } from '../pact/support/pacts.js'
import { users } from '../pact/support/service-users.js'
import { startIndependentService } from '../support/independent-service.js'
import { codeOf } from './code-blocks.js'
import { blocksOf } from './pages.js'
import { createSandbox, runCommands, runModule } from './sandbox.js'

const guide = new URL('../../docs/guides/pacts-by-hand.md', import.meta.url)
const blocks = [
  ...blocksOf('guides/pacts-by-hand'),
  ...blocksOf('guides/compare-with-the-real-service'),
  ...blocksOf('guides/pact-broker'),
]
const sandbox = createSandbox(['msw', 'vitest', '@types/node', '@pact-foundation'], blocks)
const { peerDependencies } = manifestFile as { peerDependencies: Record<string, string> }

let service: Awaited<ReturnType<typeof startIndependentService>>

/** Runs the commands of a block as a reader would, and returns their output. */
function runBlock(note: string): Promise<string> {
  const tokens = { VOLUNTEER_TOKEN: 'of-volunteers', USER_TOKEN: 'of-roles' }
  return runCommands(sandbox, codeOf(blocks, 'sh', note), { SERVICE_URL: service.url, ...tokens })
}

beforeAll(async () => {
  const tokens = { 'of-volunteers': ['volunteer:read'], 'of-roles': ['user:read'] } as const
  const [complete] = users
  const user = { ...complete!, user: { ...complete!.user, id: '1' } }
  service = await startIndependentService({ tokens, users: [user] })
})

afterAll(() => service.close())

describe('the guide to Pact, step by step', () => {
  test('installs the packages that conmock needs', () => {
    expect(codeOf(blocks, 'sh', 'install').trim()).toMatch(
      /^npm install --save-dev \.\/conmock-[\d.]+\.tgz msw vitest @pact-foundation\/pact@16\.2\.0$/,
    )
    expect(peerDependencies['@pact-foundation/pact']).toContain('^16.2.0')
  })

  test('its tests write a pact', async () => {
    expect(await runBlock('write')).toMatch(/Tests +2 passed/)
    expect(existsSync(join(sandbox.folder, 'pacts/badge-printer-convention-read-api.json'))).toBe(true)
  })

  test('the mock fulfills the pact, and the output agrees with the guide', async () => {
    const printed = await runBlock('verify')
    expect(readFileSync(guide, 'utf8')).toContain(printed.trim())
  })

  test('a test verifies the pact', async () => {
    sandbox.write('plain.config.js', 'export default {}')
    const printed = await runCommands(sandbox, 'npx vitest run verify.test --config plain.config.js')
    expect(printed).toMatch(/Tests +1 passed/)
  })

  test('the verifier of Pact verifies them with the states and tokens of conmock', async () => {
    const source = "const source = { pactUrls: ['pacts/badge-printer-convention-read-api.json'] }"
    const code = codeOf(blocks, 'ts', 'broker.test.ts').replace(/const source = .*?\n\}/s, source)
    expect(code).toContain(source)
    sandbox.write('broker.test.ts', code)
    const printed = await runCommands(sandbox, 'npx vitest run broker.test --config plain.config.js')
    expect(printed).toMatch(/Tests +1 passed/)
  })

  test('a real service is verified, with tokens from the environment', async () => {
    expect(await runBlock('service')).toMatch(/^2 verified – against http/m)
  })

  test('the service is verified with the reference pacts', async () => {
    await expect(runBlock('reference')).rejects.toThrow('Command failed')
  })

  test('the CI job passes, and writes a report', async () => {
    expect(await runBlock('ci')).toMatch(/^2 verified/m)
    expect(readFileSync(join(sandbox.folder, 'pact-report.xml'), 'utf8')).toContain('failures="0" errors="0"')
  })

  test('provider states are loaded from a module of the user', async () => {
    const body = { options: [{ name: 'Cats', type: 'select', value: 'yes' }] }
    const catLover = { states: ['user 77 likes cats'], path: '/api/v0/users/77/volunteer', body }
    const pact = pactOf(2, [catLover])
    sandbox.write('cats.json', JSON.stringify(pact))
    const printed = await runCommands(sandbox, 'npx conmock verify cats.json --states my-states.ts')
    expect(printed).toMatch(/^1 verified/m)
  })

  test('the clock of the state is an hour ahead', async () => {
    const states = codeOf(blocks, 'ts', 'my-states.ts').replace('export default states', '')
    const printed = await runModule(
      sandbox,
      `${states}
      import { createMock } from 'conmock'
      const mock = createMock({ now: 0 })
      await states['the clock is an hour ahead'].setup({}, { mock })
      console.log(mock.clock.now() / 60_000, 'minutes')`,
    )
    expect(printed).toBe('60 minutes\n')
  })
})
