import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import manifestFile from '../../package.json' with { type: 'json' }
import { startServer, type RunningServer } from '../../src/server.js'
import { codeBlocks } from './code-blocks.js'
import { createSandbox, program } from './sandbox.js'

const run = promisify(execFile)
const guide = new URL('../../docs/pact.md', import.meta.url)
const blocks = codeBlocks(guide)
const sandbox = createSandbox(['msw', 'vitest', '@types/node', '@pact-foundation'])
const manifest = manifestFile as { bin: { conmock: string }; peerDependencies: Record<string, string> }

const tools: { readonly [command: string]: string } = {
  'npx conmock': `node '${program(manifest.bin.conmock)}'`,
  'npx vitest': `node '${program('node_modules/vitest/vitest.mjs')}'`,
}

let service: RunningServer

/** The commands of a block, changed to run the programs of this repository. */
function commandsOf(note: string): string {
  const block = blocks.find((each) => each.language === 'sh' && each.note === note)
  expect(block, `a block "sh ${note}"`).toBeDefined()
  return Object.entries(tools).reduce((text, [name, file]) => text.replaceAll(name, file), block!.code)
}

/** Runs the commands of a block as a reader would, and returns their output. */
async function runBlock(note: string): Promise<string> {
  const { stdout } = await run('bash', ['-e', '-c', commandsOf(note)], {
    cwd: sandbox.folder,
    env: {
      PATH: process.env['PATH'],
      NO_COLOR: '1',
      SERVICE_URL: service.url,
      VOLUNTEER_TOKEN: 'of-volunteers',
      ROLE_TOKEN: 'of-roles',
    },
  })
  return stdout
}

beforeAll(async () => {
  for (const { note, code } of blocks.filter(({ note: name }) => name.includes('.')))
    sandbox.write(note, code)
  const tokens = { 'of-volunteers': ['volunteer:read'], 'of-roles': ['user:read'] } as const
  service = await startServer({ port: 0, tokens })
})

afterAll(async () => {
  await service.close()
  sandbox.remove()
})

describe('the guide to Pact, step by step', () => {
  test('installs the packages that conmock needs', () => {
    const [command] = blocks.filter(({ note }) => note === 'install').map(({ code }) => code.trim())
    expect(command).toMatch(/^npm install --save-dev conmock msw vitest @pact-foundation\/pact@16\.2\.0$/)
    expect(manifest.peerDependencies['@pact-foundation/pact']).toContain('^16.2.0')
  })

  test('its code compiles as strict TypeScript', async () => {
    const files = blocks.filter(({ note }) => note.endsWith('.ts')).map(({ note }) => note)
    expect(files).toEqual(['pacts/volunteer.test.ts', 'vitest.config.ts', 'verify.test.ts', 'my-states.ts'])
    const options = '--strict --module nodenext --target es2023 --types node --noEmit --skipLibCheck'
    const tsc = program('node_modules/typescript/bin/tsc')
    await expect(
      run(process.execPath, [tsc, ...options.split(' '), ...files], { cwd: sandbox.folder }),
    ).resolves.toBeDefined()
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
    const command = `${tools['npx vitest']} run verify.test --config plain.config.js`
    const { stdout } = await run('bash', ['-c', command], {
      cwd: sandbox.folder,
      env: { PATH: process.env['PATH'], NO_COLOR: '1' },
    })
    expect(stdout).toMatch(/Tests +1 passed/)
  })

  test('a real service is verified, with tokens from the environment', async () => {
    expect(await runBlock('service')).toMatch(/^2 verified – against http/m)
  })

  test('the mock and the service are compared with the reference pacts', async () => {
    expect(await runBlock('drift')).toMatch(/^\d+ both hold, .*SKIPPED – the mock compared with http/m)
  })

  test('the CI job passes, and writes a report', async () => {
    expect(await runBlock('ci')).toMatch(/^2 verified/m)
    expect(readFileSync(join(sandbox.folder, 'pact-report.xml'), 'utf8')).toContain('failures="0" errors="0"')
  })

  test('provider states are loaded from a module of the user', async () => {
    const pact = {
      consumer: { name: 'cats' },
      provider: { name: 'convention-read-api' },
      interactions: [
        {
          description: 'a cat lover',
          providerState: 'user 77 likes cats',
          request: {
            method: 'GET',
            path: '/api/v0/users/77/volunteer',
            headers: { Authorization: 'Bearer any' },
          },
          response: { status: 200, body: { options: [{ name: 'Cats', type: 'select', value: 'yes' }] } },
        },
      ],
      metadata: { pactSpecification: { version: '2.0.0' } },
    }
    sandbox.write('cats.json', JSON.stringify(pact))
    const command = `${tools['npx conmock']} verify cats.json --states my-states.ts`
    const { stdout } = await run('bash', ['-c', command], {
      cwd: sandbox.folder,
      env: { PATH: process.env['PATH'], NO_COLOR: '1' },
    })
    expect(stdout).toMatch(/^1 verified/m)
  })
})
