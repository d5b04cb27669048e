import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import type { RoleList } from '../../src/index.js'
import { spawnConmock } from '../support/command.js'
import { fetchFrom } from '../support/running-server.js'
import { temporaryFolder, writeFile } from '../support/temporary-folder.js'

const patience = { timeout: 10_000, interval: 20 }

/** Starts a server with `--watch` in its own folder. */
async function watch(files: Readonly<Record<string, string>>, ...flags: readonly string[]) {
  const folder = temporaryFolder(files)
  const command = spawnConmock(['--watch', '--port', '0', ...flags], folder)
  const url = /http:\/\/[\d.:]+/.exec(await command.printed(/http.*\n/))![0]
  const pathOf = (name: string) => path.join(folder, name)
  const write = (name: string, text: string) => void writeFile(folder, name, text)
  const problems = () => command.stderr.split('\n').slice(0, -1)

  async function roles(): Promise<readonly string[]> {
    const page = (await (await fetchFrom({ url }, '/api/v0/roles')).json()) as RoleList
    return page.data!.map(({ name }) => name)
  }

  return {
    pathOf,
    write,
    roles,
    problems,
    reloads: () => command.stdout.split('\n').filter((line) => /reloaded/i.test(line)),

    /** Saves as editors do that write another file first. */
    replace(name: string, text: string): void {
      write(`.${name}.tmp`, text)
      renameSync(pathOf(`.${name}.tmp`), pathOf(name))
    },

    /** Waits until the server has as many roles on a page. */
    serves: (count: number) => vi.waitUntil(async () => (await roles()).length === count, patience),

    /** Waits until this number of problems was printed, and returns the last one. */
    async problem(count: number): Promise<string> {
      await vi.waitUntil(() => problems().length >= count, patience)
      return problems().at(-1)!
    },
  }
}

const plain = (size: string) => `export default { assumptions: { 'roles.pageSize': ${size} } }`
const config = (size: string) => plain(`${size} satisfies number`)
const dataOf = (...names: readonly string[]) => JSON.stringify({ roles: names.map((name) => ({ name })) })

const RELOADED = 'Reloaded. Records, tokens and faults that were added since the start are gone.'

describe('conmock --watch', () => {
  it('starts again when the configuration file, anything that it imports, or the data file changes', async () => {
    const files = {
      'package.json': '{ "type": "module" }',
      'conmock.config.ts': `import { size } from './sizes/size'\n${config('size')}`,
      'sizes/size.ts': "import { page } from '../page.mjs'\nexport const size: number = page.size",
      'page.mjs': "import page from './page.json' with { type: 'json' }\nexport { page }",
      'page.json': '{ "size": 1 }',
      'old.cjs': "module.exports = require('./old.json')",
      'old.json': '{ "size": 6 }',
      'node_modules/sizes/package.json': '{ "type": "module", "exports": "./sizes.js" }',
      'node_modules/sizes/sizes.js': 'export const page = { size: 3 }',
      'data.json': dataOf('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'),
    }
    const server = await watch(files, '--data', 'data.json')
    expect(await server.roles()).toEqual(['a'])
    const changes: [name: string, text: string, size: number][] = [
      ['page.json', '{ "size": 2 }', 2],
      ['page.mjs', "export { page } from 'sizes'", 3],
      ['node_modules/sizes/sizes.js', 'export const page = { size: 4 }', 4],
      ['sizes/size.ts', 'export const size: number = 5', 5],
      ['conmock.config.ts', `import old from './old.cjs'\n${config('old.size')}`, 6],
      ['old.json', '{ "size": 7 }', 7],
      ['old.cjs', 'module.exports = { size: 8 }', 8],
      ['data.json', dataOf('x', 'y'), 2],
    ]
    for (const [name, text, size] of changes) {
      server.write(name, text)
      await server.serves(size)
    }
    expect(server.problems()).toEqual([])
    expect(server.reloads()).toEqual(changes.map(() => RELOADED))
  })

  it.each(['mjs', 'ts'])('names the file of a stray rejection: .%s', async (ending) => {
    const name = `conmock.config.${ending}`
    const text = "void Promise.reject(new Error('no luck'))\nexport default {}"
    const folder = temporaryFolder({ [name]: text })
    for (const [flag, place] of [
      ['--quiet', ''],
      ['--watch', `cannot load ${name}: `],
    ] as const) {
      const { code, stderr } = await spawnConmock(['--port', '0', flag], folder).ended()
      const line = `conmock: ${place}${path.join(folder, name)}:1: no luck\n`
      expect({ code, stderr }).toEqual({ code: 2, stderr: line })
    }
  })

  it('accepts every form of imports and exports', async () => {
    const server = await watch({
      'conmock.config.ts': `
        import { readFileSync } from 'node:fs'
        import path, { join } from 'node:path'
        import * as all from './other.ts'
        import number, { type Name, size as renamed, Another } from './other.ts'
        export { Another, size } from './other.ts'
        export * from './other.ts'
        const name: Name & Another = String(number) + readFileSync.name + path.sep + join('a', 'b')
        export default { ...all.absent, seed: name.length, assumptions: { 'roles.pageSize': renamed } }`,
      'other.ts': `
        export type Name = string
        export interface Another {}
        export const size = 7
        export default 1`,
    })
    expect(await server.roles()).toHaveLength(7)
  })

  it('prints one line for a broken file, keeps its answers, and recovers', async () => {
    const files = {
      'conmock.config.ts': `import { size } from './size.mjs'\n${config('size')}`,
      'size.mjs': 'export const size = 1',
      'data.json': dataOf('a', 'b', 'c'),
    }
    const server = await watch(files, '--data', 'data.json')
    const cases: [name: string, text: string, problem: RegExp][] = [
      ['conmock.config.ts', config('] 2'), /^conmock: cannot load conmock\.config\.ts: /],
      ['conmock.config.ts', 'export default { sead: 1 }', /did you mean "seed"/],
      ['conmock.config.ts', "throw new Error('no luck')", /no luck/],
      // An editor may empty a file before it writes it.
      ['conmock.config.ts', '', /must contain an object with options/],
      ['conmock.config.ts', 'export const seed = 1', /must contain an object with options/],
      ['conmock.config.ts', `import './later.js'\n${config('1')}`, /later/],
      ['conmock.config.ts', `const size = await Promise.resolve(1)\n${config('size')}`, /top-level await/],
      ['size.mjs', 'export const size = = 1', /size\.mjs/],
      ['size.mjs', 'export const sizes = 1', /"\.\/size\.mjs" has no export "size"/],
      ['size.mjs', "export const size = 2\nPromise.reject(new Error('stray'))", /size\.mjs:2: stray/],
      ['size.mjs', "export const size = 'many'", /roles\.pageSize/],
      ['data.json', '{ "roles": [', /^conmock: --data: data\.json is not JSON: /],
      ['data.json', '{ "roles": [{ "name": 1 }, { "id": 2 }] }', /\$\.roles\[0\]\.name: .* \(and 1 more\); /],
    ]
    let size = 1
    for (const [index, [name, text, problem]] of cases.entries()) {
      server.write(name, text)
      expect(await server.problem(index + 1)).toMatch(problem)
      expect(server.problems().at(-1)).toMatch(/; still serving the last valid options$/)
      await server.serves(size)
      size = size === 1 ? 2 : 1
      const valid = { ...files, 'size.mjs': `export const size = ${size}` }
      for (const [file, content] of Object.entries(valid).toReversed()) server.write(file, content)
      await server.serves(size)
    }
    expect(server.problems()).toHaveLength(cases.length)
  })

  it('follows files that are replaced, and files and folders that disappear and come back', async () => {
    const files = {
      'conmock.config.mjs': `import { size } from './parts/size.mjs'\n${plain('size')}`,
      'parts/size.mjs': 'export const size = 10',
      'data.json': dataOf('a'),
    }
    const server = await watch(files, '--data', 'data.json')
    for (const names of [['a', 'b'], ['a'], ['a', 'b', 'c']]) {
      server.replace('data.json', dataOf(...names))
      await server.serves(names.length)
    }
    rmSync(server.pathOf('data.json'))
    expect(await server.problem(1)).toMatch(/--data: cannot read data\.json: /)
    await server.serves(3)
    server.write('data.json', dataOf('a', 'b'))
    await server.serves(2)
    rmSync(server.pathOf('parts'), { recursive: true })
    expect(await server.problem(2)).toContain('size.mjs')
    server.write('parts/size.mjs', 'export const size = 1')
    await server.serves(1)
  })

  it('starts again when a file appears that a module already imports', async () => {
    const server = await watch({ 'conmock.config.mjs': plain('1') })
    server.write('conmock.config.mjs', `import { size } from './later.mjs'\n${plain('size')}`)
    expect(await server.problem(1)).toContain('later.mjs')
    server.write('later.mjs', 'export const size = 2')
    await server.serves(2)
  })

  it('applies a configuration file that appears, and the defaults when it disappears', async () => {
    const server = await watch({})
    await server.serves(100)
    server.write('conmock.config.json', '{ "assumptions": { "roles.pageSize": 3 } }')
    await server.serves(3)
    server.write('conmock.config.mjs', 'export default {}')
    expect(await server.problem(1)).toMatch(/there are several configuration files: /)
    rmSync(server.pathOf('conmock.config.json'))
    await server.serves(100)
  })

  it('serves the last of many saves', async () => {
    const server = await watch({ 'data.json': dataOf('a') }, '--data', 'data.json')
    for (let names = 1; names <= 200; names++) {
      writeFileSync(server.pathOf('data.json'), '{ "roles": ')
      server.replace('data.json', dataOf(...Array.from({ length: names }, (_, index) => `r${index}`)))
      if (names % 50 === 0) await server.serves(Math.min(names, 100))
    }
    server.write('data.json', dataOf('last'))
    await server.serves(1)
    expect(await server.roles()).toEqual(['last'])
    // Few on a fast machine. A slow one may see a file between two steps of saving it.
    expect(server.reloads().length).toBeLessThan(100)
  })

  it('says which options need a restart, and applies all others', async () => {
    const files = { 'a.json': '{ "assumptions": { "roles.pageSize": 1 } }' }
    const server = await watch(files, '--config', 'a.json', '--json')
    const more = { host: 'localhost', cors: ['http://localhost:1'] }
    server.write('a.json', JSON.stringify({ ...more, port: 1, assumptions: { 'roles.pageSize': 2 } }))
    await server.serves(2)
    expect(await server.problem(1)).toBe(
      'conmock: Restart conmock to apply "host" and "cors". All other changes are applied.',
    )
    expect(server.reloads()).toEqual(['{"event":"reloaded","files":["a.json"]}'])
    server.write('a.json', JSON.stringify({ ...more, assumptions: { 'roles.pageSize': 3 } }))
    await server.serves(3)
    expect(server.problems()).toHaveLength(1)
  })

  it('is not affected by other files, and prints nothing with --quiet', async () => {
    const server = await watch({ 'data.json': dataOf('a') }, '--data', 'data.json', '--quiet')
    mkdirSync(server.pathOf('data.json.d'))
    server.write('other.json', '{')
    server.write('data.json', dataOf('a', 'b'))
    await server.serves(2)
    expect({ problems: server.problems(), reloads: server.reloads() }).toEqual({ problems: [], reloads: [] })
  })
})
