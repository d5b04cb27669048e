import { readFileSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import * as mainEntry from '../../src/index.js'
import * as pactEntry from '../../src/pact.js'
import * as playwrightEntry from '../../src/playwright.js'
import * as serverEntry from '../../src/server.js'
import * as vitestEntry from '../../src/vitest.js'
import { fetchFrom } from '../support/running-server.js'
import { writeFile } from '../support/temporary-folder.js'
import { packageNames, type Stack } from './matrix.js'
import { rows } from './projects.js'
import { conmock, evaluate, start, vitest, type Cell } from './run.js'

const entries = {
  conmock: mainEntry,
  'conmock/server': serverEntry,
  'conmock/pact': pactEntry,
  'conmock/playwright': playwrightEntry,
  'conmock/vitest': vitestEntry,
}

/** The installation of a project, as a program in it sees it. */
interface Seen {
  readonly node: string
  readonly entry: string
  readonly stack: Stack
  readonly exports: Readonly<Record<string, readonly string[]>>
}

const inspectProgram = `import { createRequire } from 'node:module'
const entry = import.meta.resolve('conmock')
const require = createRequire(entry)
const stack = {}
for (const [key, name] of ${JSON.stringify(Object.entries(packageNames))})
  stack[key] = require(name + '/package.json').version
const exports = {}
for (const name of ${JSON.stringify(Object.keys(entries))}) exports[name] = Object.keys(await import(name))
console.log(JSON.stringify({ node: process.version, entry, stack, exports }))`

/** Starts the server in the project, requests a page of roles, and stops the server. */
async function serveOnce(cell: Cell, ...args: readonly string[]) {
  const command = start(cell, 'node_modules/.bin/conmock', ['serve', '--port', '0', '--json', ...args])
  const { url } = JSON.parse(await command.printed(/\n/)) as { url: string }
  const response = await fetchFrom({ url }, '/api/v0/roles')
  const { data } = (await response.json()) as { data: unknown[] }
  const { code, stderr } = await command.stop()
  return { status: response.status, roles: data.length, code, stderr }
}

describe.each(rows())('%s', (_, { node, projects }) => {
  describe.each(projects)('%s', (_name, project) => {
    const cell: Cell = { node, project }

    describe('entries', () => {
      let seen: Promise<Seen> | undefined
      const inspect = () => (seen ??= evaluate(cell, inspectProgram) as Promise<Seen>)

      it('come from the tarball, and run with the Node and the packages of this cell', async () => {
        const entry = pathToFileURL(realpathSync(join(project.folder, 'node_modules/conmock/dist/index.js')))
        const { stack } = project
        expect(await inspect()).toMatchObject({ node: `v${node.version}`, entry: entry.href, stack })
      })

      it.for(Object.entries(entries))('%s has the exports of the source code', async ([name, sources]) => {
        const { exports } = await inspect()
        expect(new Set(exports[name])).toEqual(new Set(Object.keys(sources)))
      })
    })

    describe('server', () => {
      it('answers, and closes', async () => {
        const code = `import { startServer } from 'conmock/server'
          const server = await startServer({ port: 0 })
          const init = { headers: { authorization: 'Bearer mock-all-scopes' } }
          const answer = await fetch(server.url + '/api/v0/users/1/volunteer', init)
          const { user } = await answer.json()
          await server.close()
          const later = await fetch(server.url, init).then(() => 'open', () => 'closed')
          console.log(JSON.stringify([answer.status, user.id, later]))`
        expect(await evaluate(cell, code)).toEqual([200, '1', 'closed'])
      })

      it("tries the user's msw handlers first", async () => {
        const code = `import { http, HttpResponse } from 'msw'
          import { startServer } from 'conmock/server'
          const mine = http.get('*/api/v0/roles', ({ request }) => HttpResponse.text(request.url, { status: 418 }))
          const server = await startServer({ port: 0, handlers: [mine] })
          const init = { headers: { authorization: 'Bearer mock-all-scopes' } }
          const ask = (path) => fetch(server.url + path, init)
          const [first, second] = await Promise.all(['/api/v0/roles?x=1', '/api/v0/users/1/volunteer'].map(ask))
          const url = (await first.text()).replace(server.url, '')
          await second.text()
          await server.close()
          console.log(JSON.stringify([first.status, url, second.status]))`
        expect(await evaluate(cell, code)).toEqual([418, '/api/v0/roles?x=1', 200])
      })
    })

    describe('command', () => {
      it('prints the version', async () => {
        const text = readFileSync(join(project.folder, 'node_modules/conmock/package.json'), 'utf8')
        const { version } = JSON.parse(text) as { version: string }
        expect(await conmock(cell, '--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
      })

      it('serves until it is stopped', async () => {
        expect(await serveOnce(cell)).toEqual({ status: 200, roles: 100, code: 0, stderr: '' })
      })

      it('reads a configuration file in TypeScript', async () => {
        const text = `import type { ServerOptions } from 'conmock/server'
          enum Roles { Few = 3 }
          export default { roles: Roles.Few } satisfies ServerOptions`
        writeFile(project.folder, 'config/conmock.config.ts', text)
        const served = await serveOnce(cell, '--config', 'config/conmock.config.ts')
        expect(served).toEqual({ status: 200, roles: 3, code: 0, stderr: '' })
      })

      it('prints the OpenAPI document', async () => {
        const { stdout, ...rest } = await conmock(cell, 'openapi')
        expect(rest).toMatchObject({ code: 0 })
        expect(JSON.parse(stdout)).toEqual(mainEntry.createOpenApiDocument())
      })

      // msw 2 accesses localStorage, which prints a warning in Node 26, so the command must not load msw.
      it('prints the OpenAPI document without a warning', async () => {
        expect(await conmock(cell, 'openapi')).toMatchObject({ stderr: '' })
      })

      it('exits with 2 for an unknown flag', async () => {
        const { code, stdout, stderr } = await conmock(cell, 'serve', '--prot', '1')
        expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
        expect(stderr).toMatch(/^conmock: unknown option '--prot'/)
      })
    })

    describe('ledger plugin', () => {
      it('writes the ledger of a test run', async () => {
        const folder = `ledger-${node.version}`
        const config = `import { conmockLedger } from 'conmock/vitest'
          export default { plugins: [conmockLedger({ file: 'ledger.json' })] }`
        const test = `import { createMock } from 'conmock'
          import { expect, test } from 'vitest'
          test('asks', async () => {
            const headers = { authorization: 'Bearer mock-all-scopes' }
            const answer = await createMock().fetch('https://reg.example.com/api/v0/roles', { headers })
            expect(answer.status).toBe(200)
          })`
        writeFile(project.folder, `${folder}/vitest.config.js`, config)
        writeFile(project.folder, `${folder}/roles.test.js`, test)
        const stdout: unknown = expect.stringContaining(`v${project.stack.vitest}`)
        expect(await vitest(cell, ['--root', folder])).toMatchObject({ code: 0, stdout })
        const ledger: unknown = JSON.parse(readFileSync(join(project.folder, folder, 'ledger.json'), 'utf8'))
        expect(ledger).toMatchObject({ answers: [{ operation: 'listRoles', status: 200, count: 1 }] })
        rmSync(join(project.folder, folder), { recursive: true })
      })
    })
  })
})
