import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestCase, Vitest } from 'vitest/node'
import { writeGeneratedSection } from '../support/generated-section.js'
import { markdownTable } from '../support/markdown-table.js'
import { cellsOf, type Installations } from './projects.js'

const file = fileURLToPath(new URL('../../contributing/compatibility.md', import.meta.url))

/**
 * The results of a cell, without the number of tests: a new test must not change the docs. The tables are only written
 * if all tests have passed.
 */
function resultsOf(tests: readonly TestCase[], cell: string): [tests: string, conformance: string] {
  const own = tests.filter(({ fullName }) => fullName.startsWith(`${cell} > `))
  if (own.length === 0) throw new Error(`no test has run in ${cell}`)
  const conformance = own.some((test) => test.meta().conformance !== undefined)
  return ['passed', conformance ? 'passed' : '']
}

/**
 * Writes the results of a run to contributing/compatibility.md if all tests have run and passed. With `CI=true`, the run
 * fails if this would change the file.
 */
export async function writeTables(
  vitest: Vitest,
  installations: Installations,
  version: string,
): Promise<void> {
  const modules = vitest.state.getTestModules()
  const tests = modules.flatMap((module) => Array.from(module.children.allTests()))
  const all = await vitest.globTestSpecifications()
  if (modules.length < all.length || tests.some((test) => test.result().state !== 'passed')) {
    const name = relative(process.cwd(), file)
    process.stdout.write(`${name} is not updated, because some tests were not run or have failed\n`)
    return
  }
  const rows = cellsOf(installations).map(({ name, node, project: { stack }, unmet }) => {
    const results = unmet.length > 0 ? [`not run: ${unmet.join('; ')}`, ''] : resultsOf(tests, name)
    return [node.version, stack.msw, stack.pact, stack.vitest, ...results]
  })
  const table = markdownTable(['Node', 'msw', 'pact', 'vitest', 'tests', 'conformance suite'], rows)
  const text = `Results for conmock ${version}.\n\n${table}`
  await writeGeneratedSection({ file, name: 'compat', text, command: 'npm run test:compat' })
}
