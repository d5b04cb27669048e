import { readFileSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listen } from '../pact/support/servers.js'
import { writeFile } from '../support/temporary-folder.js'
import { runnableCells } from './projects.js'
import { conmock, start } from './run.js'

const PACTS = 'node_modules/conmock/pacts'

/** The part of a pact that these tests read and change. */
interface Pact {
  readonly interactions: { readonly description: string; readonly response: { status: number } }[]
}

/** The expected exit code of a verification, and the counts in its last line. */
function ending(code: number, counts: string): unknown {
  return { code, stdout: expect.stringContaining(`\n${counts} – against the mock\n`), stderr: '' }
}

describe.each(runnableCells())('%s', (_, cell) => {
  const { folder } = cell.project
  const [name] = readdirSync(join(folder, PACTS))
  const pact = JSON.parse(readFileSync(join(folder, PACTS, name!), 'utf8')) as Pact
  const all = pact.interactions.length

  it('verifies the reference pacts', async () => {
    expect(all).toBeGreaterThan(20)
    expect(await conmock(cell, 'verify', PACTS)).toEqual(ending(0, `${all} verified`))
  })

  it('exits with 1 for a pact that the mock does not fulfill', async () => {
    const file = `changed-${cell.node.version}/pact.json`
    pact.interactions[0]!.response.status = 201
    writeFile(folder, file, JSON.stringify(pact))
    expect(await conmock(cell, 'verify', file)).toEqual(ending(1, `${all - 1} verified, 1 broken`))
  })

  // Node 20 has no support for proxies.
  it.skipIf(cell.node.version.startsWith('20.'))('reaches a service through a proxy', async () => {
    const asked = new Set<string | undefined>()
    const proxy = createServer(({ url, method }, response) => {
      asked.add(`${method} ${url}`)
      const body = { data: [{ id: '1', name: 'staff' }], nextPage: null }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
    const file = `proxied-${cell.node.version}/pact.json`
    const chosen = pact.interactions.filter(({ description }) => description === 'a request for the roles')
    writeFile(folder, file, JSON.stringify({ ...pact, interactions: chosen }))
    const service = ['--against', 'http://service.example', '--token-env', 'user:read=TOKEN']
    const environment = { HTTP_PROXY: await listen(proxy), NODE_USE_ENV_PROXY: '1', TOKEN: 'of-roles' }
    const command = start(cell, 'node_modules/.bin/conmock', ['verify', file, ...service], environment)
    expect(await command.ended()).toMatchObject({ code: 0 })
    expect(asked).toContain('GET http://service.example/api/v0/roles')
  })
})
