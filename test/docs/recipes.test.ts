import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import type { HttpHandler } from 'msw'
import { format } from 'prettier'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import manifestFile from '../../package.json' with { type: 'json' }
import { startServer } from '../../src/server.js'
import { plainEnvironment, RunningCommand, startConmock } from '../support/command.js'
import { codeBlocks, codeOf } from './code-blocks.js'
import { compile, createSandbox, program, runCommands, runModule, runVitest } from './sandbox.js'

const run = promisify(execFile)
const blocks = codeBlocks(new URL('../../docs/guides/recipes.md', import.meta.url))
const sandbox = createSandbox(['msw', 'vitest', '@types/node', '@pact-foundation', '@playwright'])
const { version } = manifestFile as { version: string }
const headers = { authorization: 'Bearer mock-user-read' }

beforeAll(() => {
  for (const { note, code } of blocks) if (note.includes('.')) sandbox.write(note, code)
})

afterAll(() => sandbox.remove())

/** The arguments of the only command in a block. */
function argumentsOf(note: string): string[] {
  const [npx, name, ...args] = codeOf(blocks, 'sh', note).trim().split(' ')
  expect([npx, name]).toEqual(['npx', 'conmock'])
  return args
}

test('the recipes have exactly the tested code blocks', () => {
  const labels = blocks.map(({ language, note }) => `${language} ${note}`.trim())
  expect(labels).toEqual([
    'ts show-roles.ts',
    'ts mock.ts',
    'ts error-page.test.ts',
    'ts retry.test.ts',
    'ts second-page.test.ts',
    'ts spinner.test.ts',
    'ts connection.test.ts',
    'ts json.test.ts',
    'ts hang.test.ts',
    'sh faults',
    'ts conmock.config.ts',
    'ts maintenance.ts',
    'ts journal.test.ts',
    'text',
    'ts wait.test.ts',
    'sh control',
    'ts control.ts',
    'sh rate-limit',
    'ts',
    'ts client.ts',
    'ts client.test.ts',
    'ts playwright.config.ts',
    'js cypress.config.mjs',
    'ts parallel.test.ts',
    'ts e2e/test.ts',
    'js cypress/support/e2e.js',
    'sh start-server-and-test',
    'js jest.config.js',
    'js jest.commonjs.config.js',
    'py roles.py',
    'sh docker',
    'yaml .github/workflows/test.yml',
    'sh background',
    'sh replicas',
  ])
})

test('the code compiles as strict TypeScript', async () => {
  const files = blocks.filter(({ language }) => language === 'ts')
  const names = files.map(({ note, code }) => note || sandbox.write('rate-limit.ts', code))
  await expect(compile(sandbox, names)).resolves.toBeUndefined()
})

test('the tests of the recipes pass', async () => {
  const { url } = await startConmock()
  vi.stubEnv('CONMOCK_URL', url)
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(await runVitest(sandbox)).toMatch(/Tests +12 passed/)
})

/** The statuses of requests for roles. */
async function statusesFrom(url: string, count = 3): Promise<number[]> {
  const all: number[] = []
  for (let sent = 0; sent < count; sent++) all.push((await fetch(`${url}/api/v0/roles`, { headers })).status)
  return all
}

describe('slow and failing responses', () => {
  test('come from flags', async () => {
    const flags = argumentsOf('faults').map((flag) => (flag === '200-800' ? '20-80' : flag))
    const { url } = await startConmock(...flags)
    expect(await statusesFrom(url)).toEqual([200, 503, 200])
  })

  test('come from a configuration file', async () => {
    const command = RunningCommand.start(
      process.execPath,
      [program('dist/cli/bin.js'), '--port', '0', '--quiet'],
      sandbox.folder,
    )
    expect(await statusesFrom((await command.printed(/\n/)).trim())).toEqual([200, 503, 200])
    await command.stop()
  })

  test('come from an own handler', async () => {
    const { outputText } = ts.transpileModule(codeOf(blocks, 'ts', 'maintenance.ts'), {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 },
    })
    const file = sandbox.write('maintenance.js', outputText)
    const { maintenance } = (await import(/* @vite-ignore */ file)) as { maintenance: HttpHandler }
    const server = await startServer({ port: 0, handlers: [maintenance] })
    try {
      expect(await statusesFrom(server.url)).toEqual([502, 502, 502])
    } finally {
      await server.close()
    }
  })
})

test('rate limit', async () => {
  expect(await runModule(sandbox, codeOf(blocks, 'ts', ''))).toBe('')
  const { url } = await startConmock(...argumentsOf('rate-limit'))
  expect(await statusesFrom(url, 11)).toEqual([...Array<number>(10).fill(200), 429])
})

describe('end-to-end tests', () => {
  test('Playwright waits for the health of the server', async () => {
    const config = codeOf(blocks, 'ts', 'playwright.config.ts')
    expect(ts.transpileModule(config, { reportDiagnostics: true }).diagnostics).toEqual([])
    const [, path] = /url: 'http:\/\/127\.0\.0\.1:4020(.*)'/.exec(config)!
    const { url } = await startConmock()
    expect((await fetch(url + path)).status).toBe(200)
  })

  test('start-server-and-test waits for the same path, with HEAD', async () => {
    const block = codeOf(blocks, 'sh', 'start-server-and-test')
    const [, path] = / http:\/\/127\.0\.0\.1:4020(\S+)/.exec(block)!
    const { url } = await startConmock()
    expect((await fetch(url + path, { method: 'HEAD' })).status).toBe(200)
  })

  // Cypress is not installed here, so this test runs only conmock's part of the configuration.
  test('Cypress starts a server, creates records and resets them', async () => {
    sandbox.write('node_modules/cypress/package.json', '{ "type": "module", "exports": "./index.js" }')
    sandbox.write('node_modules/cypress/index.js', 'export const defineConfig = (config) => config')
    const config = codeOf(blocks, 'js', 'cypress.config.mjs')
    const printed = await runModule(
      sandbox,
      `${config.replace('export default', 'const config =').replace('startServer()', 'startServer({ port: 0 })')}
      let tasks
      const given = {}
      console.log(await config.e2e.setupNodeEvents((name, all) => (tasks = all), given) === given)
      console.log((await tasks.createVolunteer({ user: { id: '42' } })).user.id, await tasks.reset())
      process.exit()`,
    )
    expect(printed).toBe('true\n42 null\n')
  })
})

// The example's own tests run both configurations: npm run test:examples.
test.each(['jest.config.js', 'jest.commonjs.config.js'])('%s agrees with the example', (name) => {
  const example = readFileSync(program(`examples/jest/${name}`), 'utf8')
  expect(example.replaceAll(/^\/\/.*\n/gm, '').trim()).toBe(codeOf(blocks, 'js', name).trim())
})

test('Python walks all pages', async () => {
  const { url } = await startConmock()
  const file = sandbox.write(
    'roles.py',
    codeOf(blocks, 'py', 'roles.py').replace('http://127.0.0.1:4020', url),
  )
  expect((await run('python3', [file], { env: plainEnvironment() })).stdout).toBe('250 roles\n')
})

// These tests need no Docker daemon: they run the commands of the image.
describe('the Dockerfile', () => {
  const dockerfile = readFileSync(program('examples/docker/Dockerfile'), 'utf8')
  const [entry = '', ...flags] = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(dockerfile)![1]!) as string[]
  const check = JSON.parse(/^HEALTHCHECK .* CMD (.*)$/m.exec(dockerfile)![1]!) as string[]

  test('installs this version', () => {
    expect(dockerfile).toContain(`npm install --global conmock@${version}\n`)
    expect(entry).toBe('conmock')
  })

  test('has a health check that fails if the server does not answer', async () => {
    const { url, command } = await startConmock(...flags)
    const { port } = new URL(url)
    const [node = '', ...args] = check.map((part) => part.replace(':4020', `:${port}`))
    await expect(run(node, args)).resolves.toEqual({ stdout: '', stderr: '' })
    await command.stop()
    await expect(run(node, args)).rejects.toMatchObject({ code: 1 })
  })

  test('is named in the recipe, which passes flags', () => {
    const [build, start] = codeOf(blocks, 'sh', 'docker').trim().split('\n')
    expect(build).toContain('node_modules/conmock/examples/docker')
    expect(start).toMatch(/ conmock --scenario many-pages$/)
  })
})

describe('GitHub Actions', () => {
  const workflow = codeOf(blocks, 'yaml', '.github/workflows/test.yml')

  test('the workflow is valid YAML', async () => {
    await expect(format(workflow, { parser: 'yaml' })).resolves.toContain('runs-on')
  })

  test('the command of the workflow verifies pacts and writes a report', async () => {
    const [, args = ''] = /run: npx conmock (.*)/.exec(workflow)!
    const command = `npx conmock ${args.replace('pacts', `'${program('pacts')}'`)}`
    expect(await runCommands(sandbox, command)).toMatch(/^\d+ verified – against the mock$/m)
    expect(readFileSync(`${sandbox.folder}/pact-report.xml`, 'utf8')).toContain('<testsuites')
  })

  test('a job waits for a server in the background', async () => {
    const port = await freePort()
    const commands = codeOf(blocks, 'sh', 'background')
      .replace('npx conmock', `npx conmock --port ${port}`)
      .replace(':4020', `:${port}`)
    expect(await runCommands(sandbox, `${commands}\necho ready\nkill %1`)).toContain('ready')
  })
})

test('several replicas give the same data and accept the cursors of each other', async () => {
  const flags = /npx conmock --port \$port (.*) &/.exec(codeOf(blocks, 'sh', 'replicas'))![1]!.split(' ')
  const [first, second] = await Promise.all([startConmock(...flags), startConmock(...flags)])
  const page = await fetch(`${first.url}/api/v0/roles`, { headers })
  const { nextPage } = (await page.json()) as { nextPage: string }
  const query = `?nextPage=${encodeURIComponent(nextPage)}`
  const [own, other] = await Promise.all(
    [first, second].map(({ url }) => fetch(`${url}/api/v0/roles${query}`, { headers })),
  )
  expect(other!.status).toBe(200)
  expect(await other!.text()).toBe(await own!.text())
})

/** A port on which nothing listens. */
async function freePort(): Promise<number> {
  const server = await startServer({ port: 0 })
  await server.close()
  return server.port
}
