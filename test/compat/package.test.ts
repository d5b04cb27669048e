import { readFileSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import * as mainEntry from '../../src/index.js'
import * as pactEntry from '../../src/pact.js'
import * as playwrightEntry from '../../src/playwright.js'
import * as serverEntry from '../../src/server.js'
import * as ssrEntry from '../../src/ssr.js'
import * as vitestEntry from '../../src/vitest.js'
import { fetchFrom } from '../support/running-server.js'
import { writeFile } from '../support/temporary-folder.js'
import { packageNames } from './matrix.js'
import { runnableCells } from './projects.js'
import { conmock, evaluate, start, vitest } from './run.js'
import { createOpenApiDocument } from '../support/convention.js'

const entries = {
  conmock: mainEntry,
  'conmock/server': serverEntry,
  'conmock/pact': pactEntry,
  'conmock/playwright': playwrightEntry,
  'conmock/ssr': ssrEntry,
  'conmock/vitest': vitestEntry,
}

/** Prints the installation of a project, as a program in it sees it. */
const inspection = `import { createRequire } from 'node:module'
const entry = import.meta.resolve('conmock')
const require = createRequire(entry)
const stack = {}
for (const [key, name] of ${JSON.stringify(Object.entries(packageNames))})
  stack[key] = require(name + '/package.json').version
const exports = {}
for (const name of ${JSON.stringify(Object.keys(entries))})
  exports[name] = Object.keys(await import(name)).sort()
console.log(JSON.stringify({ node: process.version, entry, stack, exports }))`

describe.each(runnableCells())('%s', (_, cell) => {
  const { node, project } = cell

  it('runs the entries of the tarball, with the exports of the source code', async () => {
    const entry = pathToFileURL(realpathSync(join(project.folder, 'node_modules/conmock/dist/index.js'))).href
    const exports = Object.fromEntries(
      Object.entries(entries).map(([name, source]) => [name, Object.keys(source).toSorted()]),
    )
    const { stack } = project
    expect(await evaluate(cell, inspection)).toEqual({ node: `v${node.version}`, entry, stack, exports })
  })

  it("starts a server that tries the user's msw handlers first, and closes it", async () => {
    const code = `import { http, HttpResponse } from 'msw'
      import { startServer } from 'conmock/server'
      const mine = http.get('*/api/v0/roles', ({ request }) => HttpResponse.text(request.url, { status: 418 }))
      const server = await startServer({ port: 0, handlers: [mine] })
      const init = { headers: { authorization: 'Bearer mock-all-scopes' } }
      const ask = (path) => fetch(server.url + path, init)
      const [first, second] = await Promise.all(['/api/v0/roles?x=1', '/api/v0/users/1/volunteer'].map(ask))
      const url = (await first.text()).replace(server.url, '')
      const { user } = await second.json()
      await server.close()
      const later = await ask('/').then(() => 'open', () => 'closed')
      console.log(JSON.stringify([first.status, url, second.status, user.id, later]))`
    expect(await evaluate(cell, code)).toEqual([418, '/api/v0/roles?x=1', 200, '1', 'closed'])
  })

  it('serves with a configuration file in TypeScript until it is stopped', async () => {
    const text = `import type { ServerOptions } from 'conmock/server'
      enum Roles { Few = 3 }
      export default { roleCount: Roles.Few } satisfies ServerOptions`
    writeFile(project.folder, 'config/conmock.config.ts', text)
    const args = ['serve', '--port', '0', '--json', '--config', 'config/conmock.config.ts']
    const command = start(cell, 'node_modules/.bin/conmock', args)
    const { url } = JSON.parse(await command.printed(/\n/)) as { url: string }
    const response = await fetchFrom({ url }, '/api/v0/roles')
    expect(((await response.json()) as { data: unknown[] }).data).toHaveLength(3)
    expect(await command.stop()).toMatchObject({ code: 0, stderr: '' })
  })

  // msw 2 accesses localStorage, which prints a warning in Node 26, so the command must not load msw.
  it('prints the OpenAPI document without a warning', async () => {
    const { stdout, ...rest } = await conmock(cell, 'openapi')
    expect(rest).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toEqual(createOpenApiDocument())
  })

  it('writes the coverage of a test run', async () => {
    const folder = `coverage-${node.version}`
    const config = `import { conmock } from 'conmock/vitest'
      export default { plugins: [conmock({ coverage: { file: 'coverage.json' } })] }`
    const test = `import { setupMock } from 'conmock/vitest'
      import { expect, test } from 'vitest'
      const { mock, server } = setupMock({ strict: true })
      const headers = { authorization: 'Bearer mock-all-scopes' }
      test('asks', async () => {
        expect((await fetch('https://reg.example.com/api/v0/roles', { headers })).status).toBe(200)
        expect(server.listHandlers().length).toBeGreaterThan(0)
      })
      test.fails('asks in vain', async () => {
        await fetch('https://reg.example.com/api/v0/role', { headers })
      })`
    writeFile(project.folder, `${folder}/vitest.config.js`, config)
    writeFile(project.folder, `${folder}/roles.test.js`, test)
    const stdout: unknown = expect.stringContaining(`v${project.stack.vitest}`)
    expect(await vitest(cell, ['--root', folder])).toMatchObject({ code: 0, stdout })
    const coverage: unknown = JSON.parse(readFileSync(join(project.folder, folder, 'coverage.json'), 'utf8'))
    expect(coverage).toMatchObject({ answers: [{ operation: 'listRoles', status: 200, count: 1 }] })
    rmSync(join(project.folder, folder), { recursive: true })
  })
})
