import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import type { Coverage, RoleList } from '../../src/index.js'
import { spawnConmock } from '../support/command.js'
import { bearer, fetchFrom } from '../support/running-server.js'
import { temporaryFolder, writeFile } from '../support/temporary-folder.js'

/** A busy machine needs seconds to start a process. */
const patience = { timeout: 120_000, interval: 20 }

/** Returns the names of the roles. On a connection that stays open, an old process could end between two requests. */
async function rolesOf(url: string): Promise<readonly string[]> {
  const headers = { ...bearer('mock-all-scopes'), connection: 'close' }
  const page = (await (await fetchFrom({ url }, '/api/v0/roles', { headers })).json()) as RoleList
  return page.data!.map(({ name }) => name)
}

function urlIn(text: string): string {
  return text.match(/http:\/\/[\w.:]+\d/g)!.at(-1)!
}

/** Starts a server with `--watch` in its own folder. */
async function watch(files: Readonly<Record<string, string>>, ...flags: readonly string[]) {
  const folder = temporaryFolder(files)
  const command = spawnConmock(['--watch', '--port', '0', ...flags], folder)
  const url = urlIn(await command.printed(/http.*\n/))
  const pathOf = (name: string) => path.join(folder, name)
  const write = (name: string, text: string) => void writeFile(folder, name, text)

  return {
    url,
    command,
    pathOf,
    write,
    roles: () => rolesOf(url),
    problems: () => command.stderr.split('\n').slice(0, -1),
    reloads: () => command.stdout.split('\n').filter((line) => /reloaded/i.test(line)),

    /** Waits until the server has as many roles on a page. */
    serves: (count: number) =>
      vi.waitFor(async () => expect(await rolesOf(url)).toHaveLength(count), patience),

    /** Waits until this text was printed as an error. */
    problem: (text: string) => vi.waitFor(() => expect(command.stderr).toContain(text), patience),
  }
}

const plain = (size: string) => `export default { assumptions: { 'roles.pageSize': ${size} } }`
const config = (size: string) => plain(`${size} satisfies number`)

const RELOADED = 'Reloaded. Records, tokens and faults that were added since the start are gone.'
const STILL_SERVING = 'conmock: the last valid options stay in use'

async function isClosed(url: string): Promise<void> {
  await vi.waitFor(() => expect(rolesOf(url)).rejects.toThrow(/fetch failed/), patience)
}

describe('conmock --watch', { timeout: 600_000 }, () => {
  it('starts again when the configuration file, or anything that it imports, changes', async () => {
    const server = await watch({
      'package.json': '{ "type": "module" }',
      'conmock.config.ts': `import { size } from './si [z] #e/size'\n${config('await size')}`,
      'si [z] #e/size.ts':
        "import { page } from '../page.mjs'\nexport const size = Promise.resolve(page.size)",
      'page.mjs': "export { page } from 'sizes'",
      'node_modules/sizes/package.json': '{ "type": "module", "exports": "./sizes.js" }',
      'node_modules/sizes/sizes.js': "import page from './page.json' with { type: 'json' }\nexport { page }",
      'node_modules/sizes/page.json': '{ "size": 1 }',
      'old.cjs': "module.exports = require('./old.json')",
      'old.json': '{ "size": 4 }',
    })
    expect(await server.roles()).toHaveLength(1)
    const changes: [name: string, text: string, size: number][] = [
      ['node_modules/sizes/page.json', '{ "size": 2 }', 2],
      ['si [z] #e/size.ts', 'export const size: number = 3', 3],
      ['conmock.config.ts', `import old from './old.cjs'\n${config('old.size')}`, 4],
      ['old.json', '{ "size": 5 }', 5],
    ]
    for (const [name, text, size] of changes) {
      server.write(name, text)
      await server.serves(size)
    }
    await vi.waitFor(() => expect(server.reloads()).toEqual(changes.map(() => RELOADED)), patience)
    expect(await server.command.stop('SIGINT')).toMatchObject({ code: 0, stderr: '' })
    await isClosed(server.url)
  })

  it('keeps its answers while a file is broken, and recovers', async () => {
    const server = await watch({ 'conmock.config.ts': config('1') }, '--quiet')
    const cases: [name: string, text: string, problem: string][] = [
      [
        'conmock.config.ts',
        `import { size } from './later'\n${config('size')}`,
        "Cannot find module './later'",
      ],
      // The configuration imports it, so it is read again.
      ['later.ts', 'export const size = = 1', 'conmock: cannot load conmock.config.ts: '],
      [
        'later.ts',
        'export const pageSize = 1',
        'conmock.config.ts imports "size", but "./later" does not export it',
      ],
      ['later.ts', "Promise.reject(new Error('stray'))", 'later.ts:1'],
    ]
    for (const [index, [name, text, problem]] of cases.entries()) {
      server.write(name, text)
      await server.problem(problem)
      const count = () => server.problems().filter((line) => line === STILL_SERVING).length
      await vi.waitUntil(() => count() === index + 1, patience)
      expect(await server.roles()).toHaveLength(1)
    }
    // This never ends, until a file changes.
    server.write('later.ts', 'for (;;) {}')
    await server.serves(1)
    server.write('later.ts', 'export const size = 2')
    await server.serves(2)
    expect((await server.command.stop()).stdout).toBe(`${server.url}\n`)
  })

  it('starts again when the operations of a team change, and counts their answers', async () => {
    const dist = new URL('../../dist/index.js', import.meta.url).href
    const extension = (name: string) => `
      import { extendApi } from '${dist}'
      export default { extend: extendApi().operation('${name}', 'GET /api/v0/${name}', {}, () => ({ id: '1' })) }`
    const server = await watch({ 'conmock.config.mjs': extension('first') }, '--coverage', 'coverage.json')
    const statusOf = async (name: string) => (await fetchFrom(server, `/api/v0/${name}`)).status
    expect(await statusOf('first')).toBe(200)
    server.write('conmock.config.mjs', extension('second'))
    await vi.waitFor(async () => expect(await statusOf('second')).toBe(200), patience)
    await server.command.stop()
    const { answers, cases } = JSON.parse(readFileSync(server.pathOf('coverage.json'), 'utf8')) as Coverage
    expect(answers).toContainEqual(expect.objectContaining({ operation: 'second', status: 200, count: 1 }))
    expect(cases).toContainEqual(expect.objectContaining({ operation: 'second', name: '200' }))
  })

  it('finds another configuration file, applies its host, and with --json prints the changed files and the new URL', async () => {
    const server = await watch({ 'conmock.config.mjs': 'export default {}' }, '--json')
    server.write('conmock.config.json', '{ "data": "empty", "host": "localhost" }')
    await server.problem('there are several configuration files: ')
    rmSync(server.pathOf('conmock.config.mjs'))
    const url = urlIn(await server.command.printed(/reloaded.*\n/))
    const files = ['conmock.config.json', 'conmock.config.mjs']
    expect(server.reloads().map((line) => JSON.parse(line) as unknown)).toEqual([
      { event: 'reloaded', files, url },
    ])
    expect([new URL(url).hostname, await rolesOf(url)]).toEqual(['localhost', []])
  })

  it('prints its URL although a file changes during the first start', async () => {
    const changing = `
      import { existsSync, writeFileSync } from 'node:fs'
      if (!existsSync('started')) {
        writeFileSync('started', '')
        // Longer than the time between two checks of this file.
        await new Promise((resolve) => setTimeout(resolve, 500))
        writeFileSync('conmock.config.mjs', "export default { data: 'empty' }")
      }
      export default {}`
    const server = await watch({ 'conmock.config.mjs': changing })
    expect([await server.roles(), server.reloads()]).toEqual([[], []])
  })

  it('starts again when a file changes after the server has ended', async () => {
    const crash = `
      import { existsSync } from 'node:fs'
      setInterval(() => existsSync('crash') && process.exit(1), 20)
      export default {}`
    const server = await watch({ 'conmock.config.mjs': crash })
    server.write('crash', '')
    await server.problem('the server has ended with exit code 2; it starts again when a file changes')
    server.write('conmock.config.mjs', "export default { data: 'empty' }")
    // Port 0 is another free port each time nothing uses the previous one.
    const printed = await server.command.printed(/Reloaded.*The server now listens on .*\n/)
    expect(await rolesOf(urlIn(printed))).toEqual([])
    expect(server.problems()).toContain(
      'conmock: a loaded module (such as the configuration) ended the process early',
    )
  })

  it('ends with the exit code of a first start that fails', async () => {
    const folder = temporaryFolder({
      'conmock.config.mjs': "void Promise.reject(new Error('no luck'))\nexport default {}",
    })
    const { code, stderr } = await spawnConmock(['--watch', '--port', '0'], folder).ended()
    expect(code).toBe(2)
    expect(stderr).toMatch(/^conmock: Error: no luck\n.*conmock\.config\.mjs:1/)
  })

  it('leaves no server if it is killed', async () => {
    const server = await watch({}, '--quiet')
    expect(await server.command.exited('SIGKILL')).toEqual([null, 'SIGKILL'])
    await isClosed(server.url)
    expect(server.command.stderr).toBe('')
  })
})
