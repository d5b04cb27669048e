import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { unmetEngines, projectsByMsw } from './projects.js'
import { runSuite, type Conformance } from './suite.js'

declare module 'vitest' {
  interface TaskMeta {
    conformance?: Conformance
  }
}

const { nodes, projects } = inject('installations')
const counts = new Set<string>()

describe.each(nodes.map((node) => [node.version, node] as const))('Node %s', (_, node) => {
  const runnable = Array.from(projectsByMsw(projects)).filter(
    ([, project]) => unmetEngines(project, node.version).length === 0,
  )

  it.for(runnable)('msw %s', { timeout: 300_000 }, async ([msw, project], { task }) => {
    const { seen, conformance, ...ending } = await runSuite({ node, project })
    expect(ending).toMatchObject({ failures: [], code: 0 })
    const entry = realpathSync(join(project.folder, 'node_modules/conmock/dist/index.js'))
    expect(seen).toEqual({ node: `v${node.version}`, entry, msw, isInstalled: true })
    expect(conformance.passed).toBeGreaterThan(0)
    task.meta.conformance = conformance
    counts.add(JSON.stringify(conformance))
    expect(Array.from(counts), 'each run has the same number of tests').toHaveLength(1)
  })
})
