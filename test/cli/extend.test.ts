import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Coverage } from '../../src/index.js'
import { errorLineOf, runMain, runMainIn, serveMain } from '../support/command.js'
import { fetchFrom } from '../support/running-server.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const root = new URL('../../', import.meta.url)

/** A configuration file, whose extension another copy of conmock makes than the one that runs. */
const config = `
  import { extendApi } from '${new URL('dist/index.js', root).href}'
  import * as z from '${new URL('node_modules/zod/index.js', root).href}'
  export const extend = extendApi()
    .collection('badges', {
      one: 'badge',
      schema: z.object({ id: z.string(), note: z.string().optional() }),
      factory: ({ index }) => ({ note: 'badge ' + index }),
      initial: () => [{}, {}],
    })
    .assumption('badge.lost', { question: 'Which status has a lost badge?', variants: ['404', '410'] })
    .operation('getBadge', 'GET /api/v0/badges/:id', { scope: 'badge:read', params: { id: 'badges.id' } }, ({ found }) => found.badge)`
/** The other options are only for the server. Commands that take no options from the file do not check them. */
const own = `${config}\nexport default { extend, sead: 1 }`
const served = `${config}\nexport default { extend, roleCount: 5 }`

const folderWith = (text: string, name = 'conmock.config.mjs') => temporaryFolder({ [name]: text })

describe('the operations and collections in a configuration file', () => {
  it('are served, flags may name them, and a coverage has them', async () => {
    const folder = folderWith(served)
    const [file, coverage] = ['conmock.config.mjs', 'coverage.json'].map((name) => path.join(folder, name))
    const flags = ['--token', 'mine=badge:read', '--set', 'badge.lost=410', '--fault', 'getBadge:nth=2:hang']
    const server = await serveMain('--quiet', '--config', file!, '--coverage', coverage!, ...flags)
    const headers = { authorization: 'Bearer mine' }
    const badge = await fetchFrom(server, '/api/v0/badges/2', { headers })
    expect(await badge.json()).toEqual({ id: '2', note: 'badge 1' })
    expect(await (await fetchFrom(server, '/__conmock/v1/default/faults.all', call)).json()).toHaveLength(1)
    expect(await (await fetchFrom(server, '/__conmock/v1/default/settings', call)).json()).toMatchObject({
      'badge.lost': '410',
    })
    await server.command.stop()
    // Other tests of this process may have counted operations of other extensions.
    const saved = JSON.parse(readFileSync(coverage!, 'utf8')) as Coverage
    const answers = saved.answers.filter((answer) => String(answer.operation) === 'getBadge')
    writeFileSync(coverage!, JSON.stringify({ ...saved, answers }))
    const { stdout } = await runMainIn(folder, 'coverage', coverage!, '--json')
    expect(JSON.parse(stdout)).toHaveProperty(
      'answers',
      expect.arrayContaining([expect.objectContaining({ operation: 'getBadge', status: 200 })]),
    )
    expect(await runMain('coverage', coverage!)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/unknown operations: .*getBadge.*"extend"/) as string,
    })
  })

  it.each([
    [['--token', 'mine=badge:write'], /unknown scope.* badge:read$/],
    [['--set', 'badge.lost=200'], /badge\.lost has no variant "200"; allowed: 404, 410/],
    [['--fault', 'getBadges:hang'], /--fault.*"getBadges": did you mean "getBadge"/],
  ])('an unknown name in %j gets a message with theirs', async (flags, message) => {
    expect(errorLineOf(await runMainIn(folderWith(served), ...flags))).toMatch(message)
  })

  it('are exported, with the options for data', async () => {
    const { stdout } = await runMainIn(folderWith(served), 'export', '--seed', '2')
    const data = JSON.parse(stdout) as Record<string, object[]>
    expect(data['badges']).toEqual([
      { id: '1', note: 'badge 0' },
      { id: '2', note: 'badge 1' },
    ])
    expect(data['roles']).toHaveLength(5)
  })

  it('are in the OpenAPI document', async () => {
    for (const flags of [[], ['--config', 'own.mjs']]) {
      const folder = folderWith(own, flags[1] ?? 'conmock.config.mjs')
      const { stdout } = await runMainIn(folder, 'openapi', ...flags)
      expect(JSON.parse(stdout)).toMatchObject({
        paths: { '/api/v0/badges/{id}': { get: { operationId: 'getBadge' } } },
      })
    }
  })

  it('have scopes that verify --against has tokens for', async () => {
    const flags = ['--against', 'http://127.0.0.1:9', '--token-env', 'badge:read=NO_SUCH']
    const verify = (...more: string[]) => runMainIn(folderWith(own), 'verify', 'none', ...flags, ...more)
    const known = '--token-env: the environment variable NO_SUCH is not set, or empty'
    expect(errorLineOf(await verify())).toBe(known)
    expect(errorLineOf(await verify('--config', 'conmock.config.mjs'))).toBe(known)
    const without = await runMainIn(temporaryFolder(), 'verify', 'none', ...flags)
    expect(errorLineOf(without)).toContain('unknown scope')
  })
})

const call = { method: 'POST', body: '[]', headers: { 'content-type': 'application/json' } }

it.each([
  ['export default { extend: {} }', 'conmock.config.mjs: "extend" must be what extendApi() returns'],
  ['export default { extend: () => 1 }', 'conmock.config.mjs: "extend" must be what extendApi() returns'],
  ['export default 1', 'conmock.config.mjs must contain an object with options'],
  ["import './none.mjs'", "cannot load conmock.config.mjs: Cannot find module './none.mjs'"],
])(
  'a configuration file with %j is refused by each command that takes its extension',
  async (text, start) => {
    for (const args of ['serve', 'export', 'openapi', 'coverage a', 'pact --consumer a', 'verify a']) {
      const line = errorLineOf(await runMainIn(folderWith(text), ...args.split(' ')))
      expect(line.startsWith(start) || line).toBe(true)
    }
  },
)
