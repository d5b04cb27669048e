import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writeFile } from '../support/temporary-folder.js'
import { runnableCells } from './projects.js'
import { conmock } from './run.js'

const PACTS = 'node_modules/conmock/pacts'

/** The part of a pact that these tests read and change. */
interface Pact {
  readonly interactions: { readonly response: { status: number } }[]
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
})
