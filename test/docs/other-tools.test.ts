import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { runInNewContext } from 'node:vm'
import { format } from 'prettier'
import { describe, expect, test } from 'vitest'
import manifestFile from '../../package.json' with { type: 'json' }
import { startConmock } from '../support/command.js'
import { bearer, fetchFrom, runServer } from '../support/running-server.js'
import { codeOf } from './code-blocks.js'
import { blocksOf } from './pages.js'
import { createSandbox, program, runCommands, runModule, runVitest } from './sandbox.js'

const run = promisify(execFile)
const sandbox = createSandbox(['msw', 'vitest', '@types/node'])
const ci = blocksOf('guides/ci-docker-offline')
const { version } = manifestFile as { version: string }

describe('Jest and other test runners', () => {
  const blocks = blocksOf('guides/jest-and-other-runners')

  // The example's own tests run both configurations: npm run test:examples.
  test.each(['jest.config.js', 'jest.commonjs.config.js'])('%s agrees with the example', (name) => {
    const example = readFileSync(program(`examples/jest/${name}`), 'utf8')
    expect(example.replaceAll(/^\/\/.*\n/gm, '').trim()).toBe(codeOf(blocks, 'js', name).trim())
  })

  // vitest has the same global functions as Jest.
  test('the test for Jest passes, also with VM threads', async () => {
    sandbox.write('jest.test.ts', codeOf(blocks, 'ts', 'jest.test.ts'))
    expect(await runVitest(sandbox, '--globals', 'jest.test.ts')).toMatch(/Tests +1 passed/)
    sandbox.write('vitest.config.ts', codeOf(blocks, 'ts', 'vitest.config.ts'))
    expect(await runVitest(sandbox, '--globals', 'jest.test.ts')).toMatch(/Tests +1 passed/)
  })

  test('the test for node:test passes', async () => {
    // As `npm init` of npm 11 writes it.
    sandbox.write('node/package.json', '{ "type": "commonjs" }')
    sandbox.write('node/roles.test.mjs', codeOf(blocks, 'js', 'roles.test.mjs'))
    expect(await runCommands(sandbox, 'cd node && node --test')).toMatch(/pass 1/)
  })
})

test('the command of msw writes the worker', async () => {
  const [install] = blocksOf('guides/storybook-and-browser')
  const command = install!.code.replace('npx msw', `node '${program('node_modules/msw/cli/index.js')}'`)
  await runCommands(sandbox, command)
  expect(readFileSync(`${sandbox.folder}/public/mockServiceWorker.js`, 'utf8')).toContain('Service Worker')
})

describe('the health check', () => {
  const playwright = codeOf(blocksOf('guides/playwright'), 'ts', 'server.config.ts')

  test.each([
    ['Playwright', 'GET', playwright],
    ['start-server-and-test', 'HEAD', codeOf(ci, 'sh', 'start-server-and-test')],
  ])('is the URL for which %s waits', async (_, method, code) => {
    const [, path] = /http:\/\/127\.0\.0\.1:4020(\/__conmock[^\s']*)/.exec(code)!
    const { url } = await startConmock()
    expect((await fetch(url + path, { method })).status).toBe(200)
  })
})

// Cypress is not installed here, so these tests run only conmock's part.
describe('Cypress', () => {
  const blocks = blocksOf('guides/cypress')

  test('starts a server, creates records and resets them', async () => {
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

  test('adds the header of a sandbox', async () => {
    const server = await runServer()
    const hooks: (() => void)[] = []
    const sent: Promise<Response>[] = []
    const request = { headers: bearer('mock-user-read') as Record<string, string> }
    const code = codeOf(blocks, 'js', 'cypress/support/e2e.js')
    runInNewContext(code.replace('http://127.0.0.1:4020', server.url), {
      Cypress: { env: (name: string) => (name === 'SANDBOX' ? 'w3' : undefined) },
      beforeEach: (hook: () => void) => hooks.push(hook),
      cy: {
        // Cypress runs commands one after the other.
        request: ({ method, url, body }: { method: string; url: string; body: unknown[] }) => {
          const headers = { 'content-type': 'application/json' }
          const before = sent.at(-1) ?? Promise.resolve()
          sent.push(before.then(() => fetch(url, { method, headers, body: JSON.stringify(body) })))
        },
        intercept: (_url: string, _options: object, handler: (given: typeof request) => void) =>
          handler(request),
      },
    })
    for (const hook of hooks) hook()
    const statuses = (await Promise.all(sent)).map(({ status }) => status)
    expect(statuses.every((status) => status < 300)).toBe(true)
    await fetchFrom(server, '/api/v0/roles', request)
    expect(server.mock.requests.count()).toBe(0)
  })
})

// These tests need no Docker daemon: they run the commands of the image.
describe('the Dockerfile', () => {
  const dockerfile = readFileSync(program('examples/docker/Dockerfile'), 'utf8')
  const [entry = '', ...flags] = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(dockerfile)![1]!) as string[]
  const check = JSON.parse(/^HEALTHCHECK .* CMD (.*)$/m.exec(dockerfile)![1]!) as string[]

  test('installs this version', () => {
    expect(dockerfile).toContain(`npm install --global ./conmock-${version}.tgz\n`)
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

  test('is named in the guide, which passes flags', () => {
    const [build, start] = codeOf(ci, 'sh', 'docker').trim().split('\n')
    expect(build).toContain('node_modules/conmock/examples/docker')
    expect(start).toMatch(/ conmock --data many-pages$/)
  })
})

test('the workflow for GitHub Actions is valid YAML', async () => {
  const workflow = codeOf(ci, 'yaml', '.github/workflows/test.yml')
  await expect(format(workflow, { parser: 'yaml' })).resolves.toContain('runs-on')
})
