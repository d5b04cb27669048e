import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runnableCells } from './projects.js'
import { runSuite, type Conformance } from './suite.js'

declare module 'vitest' {
  interface TaskMeta {
    conformance?: Conformance
  }
}

const counts = new Set<string>()
const cells = runnableCells(({ node, project }) => `${node.version} ${project.stack.msw}`)

describe.each(cells)('%s', (_, cell) => {
  it('passes the conformance suite', { timeout: 300_000 }, async ({ task }) => {
    const { node, project } = cell
    const { seen, conformance, ...ending } = await runSuite(cell)
    expect(ending).toMatchObject({ failures: [], code: 0 })
    const entry = realpathSync(join(project.folder, 'node_modules/conmock/dist/index.js'))
    expect(seen).toEqual({ node: `v${node.version}`, entry, msw: project.stack.msw, isInstalled: true })
    expect(conformance.passed).toBeGreaterThan(0)
    task.meta.conformance = conformance
    counts.add(JSON.stringify(conformance))
    expect(Array.from(counts), 'each run has the same number of tests').toHaveLength(1)
  })
})
