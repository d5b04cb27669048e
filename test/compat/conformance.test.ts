import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runnableCells } from './projects.js'
import { runSuite } from './suite.js'

const counts = new Set<number>()
const cells = runnableCells(({ node, project }) => `${node.version} ${project.stack.msw}`)

describe.each(cells)('%s', (_, cell) => {
  it('passes the smoke tests of the conformance suite', { timeout: 300_000 }, async () => {
    const { node, project } = cell
    const { seen, passed, ...ending } = await runSuite(cell)
    expect(ending).toMatchObject({ failures: [], code: 0 })
    const entry = realpathSync(join(project.folder, 'node_modules/conmock/dist/index.js'))
    expect(seen).toEqual({ node: `v${node.version}`, entry, msw: project.stack.msw, isInstalled: true })
    expect(passed).toBeGreaterThan(75)
    counts.add(passed)
    expect(Array.from(counts), 'each run has the same number of tests').toHaveLength(1)
  })
})
