import { describe, expect, it } from 'vitest'
import type { RoleList } from '../../src/index.js'
import { pactFile, type Interaction } from '../pact/support/pacts.js'
import { errorLine, errorLineOf, runMain, runMainIn, serveMain, spawnConmock } from '../support/command.js'
import { bearer, fetchFrom } from '../support/running-server.js'
import { temporaryFile, temporaryFolder } from '../support/temporary-folder.js'

/** Creates a folder with these files. `.js` files in it are ES modules. */
const folderWith = (files: Readonly<Record<string, string>>) =>
  temporaryFolder({ 'package.json': '{ "type": "module" }', ...files })

async function rolesOf(server: { readonly url: string }, token = 'mock-all-scopes'): Promise<RoleList> {
  return (await fetchFrom(server, '/api/v0/roles', { headers: bearer(token) })).json() as Promise<RoleList>
}

const json = JSON.stringify({ port: 0, data: { roles: [{ name: 'only' }] } })
const typed = `import type { ServerOptions } from 'conmock/server'

interface Role { readonly name: string }
enum Port { Any = 0 }
const role: Role | undefined = { name: 'only' as string }

export default {
  port: Port.Any,
  data: { roles: [role!] },
} satisfies ServerOptions
`

/** Every form of `import`. Types, and names of modules in a circle, are not exported when they are imported. */
const named = `import one, { name as only, type Kind } from './part.ts'
import { Role, makeRole } from './part.ts'
import * as all from './part.ts'
import fs, { readFileSync } from 'node:fs'
import { old } from './old.cjs'
import json from './some.json' with { type: 'json' }
import { size } from './some.json'
export { all as everything, only as text }
export { name, type Kind } from './part.ts'
export * as part from './part.ts'
export * from './part.ts'
const role: Role = makeRole(one)
const found: unknown[] = [fs.readFileSync, readFileSync, old, json.size, size, all.name, only]
export default { port: 0, data: { roles: found.every(Boolean) ? [role] : [] } }
`
const parts = {
  'part.ts': `import { back } from './circle.ts'
export type Kind = 'x'
export interface Role { readonly name: string }
export const name = 'only'
export default name
export const makeRole = (name: string): Role => back({ name })`,
  'circle.ts': `import { name } from './part.ts'
export const back = <T>(value: T) => name && value`,
  'old.cjs': 'exports.old = 1',
  'some.json': '{ "size": 1 }',
}

describe('a configuration file of serve', () => {
  it('is overridden by flags: built-in data by a file, and own data by built-in data', async () => {
    const own = '{ "roles": [{ "id": "1", "name": "only" }] }'
    for (const [inFile, data, count] of [
      ['"many-pages"', temporaryFile('d.json', own), 1],
      [own, 'edge-cases', 10],
    ] as const) {
      const file = temporaryFile('a.json', `{ "data": ${inFile} }`)
      const server = await serveMain('--quiet', '--config', file, '--data', data)
      expect((await rolesOf(server)).data).toHaveLength(count)
    }
  })

  it.each<[name: string, text: string, more?: Record<string, string>]>([
    ['conmock.config.ts', typed],
    ['conmock.config.js', `export default ${json}`],
    ['conmock.config.json', `\uFEFF${json}`],
    ['conmock.config.ts', named, parts],
    // Only the file that --config names is read.
    ['sub folder/my #1 %20.ts', typed, { 'conmock.config.json': '{ "sead": 1 }' }],
    ['mine.mts', typed, { 'conmock.config.json': '{ "sead": 1 }' }],
    ['mine.cjs', `module.exports = ${json}`],
  ])('can be %s', async (name, text, more = {}) => {
    const flags = name.startsWith('conmock.') ? [] : ['--config', name]
    const { stdout } = await runMainIn(folderWith({ [name]: text, ...more }), 'export', ...flags)
    expect(JSON.parse(stdout)).toMatchObject({ roles: [{ name: 'only' }] })
  })

  it('is read by the built command, too', async () => {
    const command = spawnConmock(['--quiet'], folderWith({ 'conmock.config.ts': typed }))
    const url = (await command.printed(/\n/)).trim()
    expect((await rolesOf({ url })).data).toMatchObject([{ name: 'only' }])
  })

  it('is merged with the flags, assumption by assumption and token by token', async () => {
    const config = {
      port: 1,
      profile: 'reported',
      data: 'single-page',
      cors: 'http://localhost:1',
      assumptions: { 'roles.pageSize': 2, 'path.trailingSlash': 'accepted' },
      tokens: { mine: ['user:read'], both: ['volunteer:read'] },
    }
    const file = temporaryFile('a.json', JSON.stringify(config))
    const cors = '--cors http://localhost:2 --cors http://localhost:3'
    const flags = `--config ${file} --profile spec --set roles.pageSize=3 ${cors}`
    const tokens = '--token theirs=user:read --token both=user:read'
    const server = await serveMain('--quiet', ...`${flags} ${tokens}`.split(' '))
    const page = await rolesOf(server)
    expect(page.data).toHaveLength(3)
    expect(page).not.toHaveProperty('hasMore')
    const origins = ['http://localhost:1', 'http://localhost:2', 'http://localhost:3']
    const responses = origins.map((origin) => fetchFrom(server, '/api/v0/roles/', { headers: { origin } }))
    const slashed = (await Promise.all(responses)).map(({ status, headers }) => [
      status,
      headers.get('access-control-allow-origin'),
    ])
    expect(slashed).toEqual(
      [200, 200, 200].map((status, index) => [status, [null, ...origins.slice(1)][index]]),
    )
    for (const token of ['mine', 'theirs', 'both'])
      expect((await rolesOf(server, token)).data).toHaveLength(3)
  })
})

/** In the expected messages, `FILE` stands for the path of the file. */
const broken: [name: string, text: string, message: RegExp][] = [
  ['a.json', '{ "seed": 1,\n "port": 1, }', /is not JSON: .* \(line 2, column 13\)$/],
  ['a.json', '{ "seed": "secret", ] }', /is not JSON: [^"]* \(line 1, column 21\)$/],
  ['a.json', '[]', /must contain an object/],
  ['a.mjs', 'export default {\n] ', /^cannot load FILE: ./],
  ['a.mjs', 'export const seed = 1', /must contain an object.*default export/],
  ['a.mjs', 'throw new Error("no\\nluck")', /^cannot load FILE: no luck$/],
  ['a.mjs', 'throw null', /^cannot load FILE: null$/],
  ['a.mjs', 'import "./not-there.mjs"', /^cannot load FILE: .*not-there/],
  ['a.ts', 'export default ({ ] as const', /^cannot load FILE: ./],
  ['a.json', '{ "sead": 1 }', /^FILE: unknown option "sead": did you mean "seed"\?/],
  ['a.json', '{ "mock": {} }', /^FILE: remove "mock"; only startServer/],
]

/** Files that import what no module exports, although each statement has another form. */
const missing = [
  ['conmock.config.mjs', "import { size } from './part.mjs'", 'size', './part.mjs'],
  ['conmock.config.ts', "import { type Page, size } from './part.mjs'", 'size', './part.mjs'],
  ['conmock.config.ts', "import size from './part.mjs'", 'default', './part.mjs'],
  [
    'conmock.config.ts',
    "import * as all from './part.mjs'\nimport { x as size } from 'node:fs'",
    'x',
    'node:fs',
  ],
  ['conmock.config.js', "import { size } from './old.cjs'", 'size', './old.cjs'],
  [
    'between.ts',
    "export { size } from './part.mjs'",
    'size',
    './part.mjs',
    "import { size } from './between'",
  ],
].map(([file, statement, name, from, first = statement]): [Record<string, string>, RegExp] => {
  const config = `${first}\nexport default { assumptions: { 'roles.pageSize': size } }`
  const main =
    file === 'between.ts' ? { 'conmock.config.ts': config, [file]: statement! } : { [file!]: config }
  const others = {
    'part.mjs': 'export const length = 1',
    'old.cjs': "module.exports = require('./none.json')",
  }
  return [
    { ...main, ...others, 'none.json': '{}' },
    new RegExp(
      `^cannot load conmock\\.config\\..*/${file} imports "${name}", but "${from}" does not export it$`,
    ),
  ]
})

it.each<[files: Record<string, string>, message: RegExp]>([
  [{ 'conmock.config.json': '{ "port": true }' }, /^conmock\.config\.json: "port" must be/],
  [{ 'conmock.config.json': json, 'conmock.config.ts': typed }, /config\.ts and conmock\.config\.json/],
  ...missing,
])('the files %j are refused in one line', async (files, message) => {
  expect(errorLineOf(await runMainIn(folderWith(files)))).toMatch(message)
})

// Vite would load these files in its own way.
it.each<[file: string, text: string, message: RegExp]>([
  ['a.yaml', 'seed: 1', /^--config: cannot load a\.yaml: ./],
  ['a.mjs', 'export default {\n[\n}', /Unexpected token .*a\.mjs:3:0$/],
])('the built command refuses %s with %j in one line', async (file, text, message) => {
  const command = spawnConmock(['--config', file], folderWith({ [file]: text }))
  expect(errorLineOf(await command.ended())).toMatch(message)
})

describe.each(['serve', 'verify'])('conmock %s prints one line, and exits with 2,', (command) => {
  const rows = command === 'serve' ? broken : broken.slice(0, 1)

  it.each(rows)('for %s with %j', async (name, text, message) => {
    const file = temporaryFile(name, text)
    const line = await errorLine(command, '--config', file)
    expect(line).toMatch(/^--config: /)
    expect(line).toContain(file)
    expect(line.slice('--config: '.length).replaceAll(file, 'FILE')).toMatch(message)
  })

  it('for a file that does not exist, and for a folder', async () => {
    const args = [command, '--config']
    expect(await errorLine(...args, 'not-there.json')).toBe('--config: not-there.json does not exist')
    expect(await errorLine(...args, '')).toContain('does not exist')
    const folder = temporaryFolder()
    expect(await errorLine(...args, folder)).toContain(`cannot load ${folder}: `)
  })
})

const slashed: Interaction = { path: '/api/v0/roles/', status: 200 }
const first: Interaction = { path: '/api/v0/roles?nextPage=bad', status: 200 }
const config = JSON.stringify({
  host: 'not.used.example',
  port: 1,
  cors: 'http://localhost:1',
  admin: { token: 'not-used' },
  sandboxes: 'required',
  assumptions: { 'path.trailingSlash': 'accepted' },
})

describe('a configuration file of verify', () => {
  it('configures the mock, and flags override single assumptions', async () => {
    const [file, pact] = [temporaryFile('a.json', config), pactFile(slashed, first)]
    const verify = (...flags: string[]) => runMain('verify', pact, ...flags)
    const flags = ['--config', file, '--set', 'cursor.invalid=first-page']
    expect(await verify(...flags)).toMatchObject({ code: 0, stderr: '' })
    expect(await verify(...flags, '--set', 'path.trailingSlash=404')).toMatchObject({ code: 1 })
  })

  it('is only read with --config, and the first line of the report names what it changes', async () => {
    const own = { profile: 'reported', data: { roles: [{ id: '1', name: 'only' }] } }
    const text = JSON.stringify({ ...own, assumptions: { 'path.trailingSlash': 'accepted' } })
    const [pact, folder] = [pactFile(slashed), folderWith({ 'conmock.config.json': text })]
    const without = await runMainIn(folder, 'verify', pact)
    expect(without).toMatchObject({ code: 1, stderr: '' })
    expect(without.stdout).toMatch(/^mock: conmock [\d.]+, profile spec\n/)
    const { code, stdout } = await runMainIn(folder, 'verify', pact, '--config', 'conmock.config.json')
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^mock: conmock [\d.]+, profile reported, path\.trailingSlash=accepted, own data\n/,
    )
  })

  it('has handlers and faults that take no part', async () => {
    const folder = folderWith({
      'a.js': `
        export default {
          faults: [{ effect: { status: 503 } }],
          handlers: [{ run: () => { throw new Error('a handler was used') } }],
        }`,
    })
    const outcome = await runMainIn(folder, 'verify', pactFile({}), '--config', 'a.js')
    expect(outcome).toMatchObject({ code: 0, stderr: '' })
    expect(outcome.stdout).toMatch(/^mock: conmock [\d.]+, profile spec\n/)
  })
})
