import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestCase, Vitest } from 'vitest/node'
import { writeGeneratedSection } from '../support/generated-section.js'
import { markdownTable } from '../support/markdown-table.js'
import { nameOf, nodeVersions, strict } from './matrix.js'
import { unmetEngines, projectsByMsw, type Installations } from './projects.js'

const file = fileURLToPath(new URL('../../docs/compatibility.md', import.meta.url))

/** The names of the suites that run in each cell, and of the columns. */
const groups = ['entries', 'server', 'command', 'ledger plugin', 'verification']

/** The names of the suites that contain a test, outermost first, and its own name. */
function pathOf(test: TestCase): string[] {
  const names = [test.name]
  for (let { parent } = test; parent.type === 'suite'; { parent } = parent) names.unshift(parent.name)
  return names
}

/** The tables about a run in which all tests passed. */
class Tables {
  readonly #tests: readonly { readonly path: readonly string[]; readonly test: TestCase }[]
  readonly #installations: Installations

  constructor(tests: readonly TestCase[], installations: Installations) {
    this.#tests = tests.map((test) => ({ path: pathOf(test), test }))
    this.#installations = installations
  }

  /** The tests inside these suites. */
  #below(...names: readonly string[]): TestCase[] {
    const found = this.#tests.filter(({ path }) => names.every((name, index) => path[index] === name))
    if (found.length === 0) throw new Error(`no test has run in ${names.join(' > ')}`)
    return found.map(({ test }) => test)
  }

  packages(): string {
    const rows = nodeVersions.flatMap((node) =>
      this.#installations.projects.map((project) => {
        const { stack } = project
        const reasons = unmetEngines(project, node)
        const counts = groups.map((group) => {
          if (reasons.length > 0) return '–'
          const tests = this.#below(`Node ${node}`, nameOf(stack), group)
          const failing = tests.filter(({ options }) => options.fails).length
          return `${tests.length - failing}${failing === 0 ? '' : `, and ${failing} known to fail`}`
        })
        return [node, stack.msw, stack.pact, stack.vitest, ...counts, reasons.join('; ')]
      }),
    )
    return markdownTable(['Node', 'msw', 'pact', 'vitest', ...groups, 'not run'], rows)
  }

  /** The tests that are expected to fail, one line each. */
  knownFailures(): string {
    const failing = this.#tests.filter(({ test }) => test.options.fails)
    const lines = failing.map(({ path }) => `- ${path.join(', ')}`)
    return lines.toSorted().join('\n')
  }

  conformance(): string {
    const projects = Array.from(projectsByMsw(this.#installations.projects))
    const rows = nodeVersions.map((node) => {
      const results = projects.map(([msw, project]) => {
        const reasons = unmetEngines(project, node)
        if (reasons.length > 0) return `not run: ${reasons.join('; ')}`
        const [test] = this.#below(`Node ${node}`, `msw ${msw}`)
        const { passed, skipped } = test!.meta().conformance!
        return `${passed} passed, ${skipped} skipped`
      })
      return [node, ...results]
    })
    return markdownTable(['Node', ...projects.map(([msw]) => `msw ${msw}`)], rows)
  }

  defaultData(): string {
    const rows = nodeVersions.map((node) => {
      const tests = this.#below(`Node ${node}`, 'the default data')
      const { exported, served } = tests
        .map((test) => test.meta().hashes)
        .find((hashes) => hashes !== undefined)!
      return [node, `\`${exported}\``, `\`${served}\``]
    })
    return markdownTable(['Node', 'default data', 'responses of the server'], rows)
  }

  strict(): string {
    const { length } = this.#below(`pnpm ${strict.pnpm}`)
    return `pnpm ${strict.pnpm} without hoisting, Node ${strict.node}, ${nameOf(strict.stack)}: ${length} tests passed.`
  }
}

/**
 * Writes the results of a run to docs/compatibility.md if all tests have run and passed. With `CI=true`, the run
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
  const name = relative(process.cwd(), file)
  if (modules.length < all.length || tests.some((test) => test.result().state !== 'passed')) {
    process.stdout.write(`${name} is not updated, because some tests were not run or have failed\n`)
    return
  }
  const tables = new Tables(tests, installations)
  const failures = tables.knownFailures()
  const text = `Results for conmock ${version}. The numbers count the tests that passed.

### The package

${tables.packages()}
${failures === '' ? '' : `\nKnown to fail:\n\n${failures}\n`}
### The conformance suite

${tables.conformance()}

### The default data

${tables.defaultData()}

### Undeclared dependencies

${tables.strict()}`
  await writeGeneratedSection({ file, name: 'compat', text, command: 'npm run test:compat' })
}
