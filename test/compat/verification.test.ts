import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writeFile } from '../support/temporary-folder.js'
import { rows, type Project } from './projects.js'
import { conmock, type Cell } from './run.js'

const PACTS = 'node_modules/conmock/pacts'

/** The parts of a pact that these tests change. */
interface Pact {
  readonly interactions: {
    readonly providerStates: { name: string }[]
    readonly response: { status: number }
  }[]
}

/** The reference pact of the tarball. */
function readPact({ folder }: Project): Pact {
  const [name] = readdirSync(join(folder, PACTS))
  return JSON.parse(readFileSync(join(folder, PACTS, name!), 'utf8')) as Pact
}

/** The expected exit code of a verification, and the counts in its last line. */
function ending(code: number, counts: string): unknown {
  return { code, stdout: expect.stringContaining(`\n${counts} – against the mock\n`), stderr: '' }
}

describe.each(rows())('%s', (_, { node, projects }) => {
  describe.each(projects)('%s', (_name, project) => {
    const cell: Cell = { node, project }
    const all = readPact(project).interactions.length

    /** Verifies the reference pact with a change in its first interaction. */
    function verifyChanged(change: (interaction: Pact['interactions'][number]) => void) {
      const pact = readPact(project)
      change(pact.interactions[0]!)
      const name = `changed-${node.version}/pact.json`
      writeFile(project.folder, name, JSON.stringify(pact))
      return conmock(cell, 'verify', name)
    }

    describe('verification', () => {
      it('passes the reference pacts', async () => {
        expect(all).toBeGreaterThan(20)
        expect(await conmock(cell, 'verify', PACTS)).toEqual(ending(0, `${all} verified`))
      })

      it('exits with 1 for a pact that the mock does not fulfill', async () => {
        const outcome = await verifyChanged(({ response }) => (response.status = 201))
        expect(outcome).toEqual(ending(1, `${all - 1} verified, 1 broken`))
      })

      it('exits with 2 for an unknown state', async () => {
        const outcome = await verifyChanged(({ providerStates }) => {
          providerStates[0]!.name = 'the moon is full'
        })
        expect(outcome).toEqual(ending(2, `${all - 1} verified, 1 not verified because of a problem`))
      })
    })
  })
})
