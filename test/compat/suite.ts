import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { JsonAssertionResult, JsonTestResults } from 'vitest/node'
import { writeFile } from '../support/temporary-folder.js'
import type { Cell } from './projects.js'
import { vitest } from './run.js'

const tests = fileURLToPath(new URL('../conformance', import.meta.url))

/** Writes the versions and the origin of the tested code to a file, from inside the vitest worker. */
const probe = `import { realpathSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { createMock } from './src/index.js'
import { startServer } from './src/server.js'

const entry = realpathSync(createRequire(import.meta.url).resolve('conmock'))
const require = createRequire(entry)
const installed = {
  ...(await import(pathToFileURL(entry).href)),
  ...(await import(pathToFileURL(require.resolve('conmock/server')).href)),
}
const seen = {
  node: process.version,
  entry,
  msw: require('msw/package.json').version,
  isInstalled: installed.createMock === createMock && installed.startServer === startServer,
}
writeFileSync(process.env.PROBE_FILE, JSON.stringify(seen))
`

const config = `export default {
  test: { include: ['test/conformance/smoke.test.ts'], setupFiles: ['./probe.js'], testTimeout: 30_000 },
}
`

/** Copies the suite into a project, so that its imports of the source code lead to the installed package. */
function copySuite(folder: string, name: string): void {
  for (const part of ['smoke.ts', 'smoke.test.ts', 'transports.ts']) {
    cpSync(join(tests, part), join(folder, name, 'test/conformance', part))
  }
  writeFile(folder, `${name}/src/index.ts`, "export * from 'conmock'\n")
  writeFile(folder, `${name}/src/server.ts`, "export * from 'conmock/server'\n")
  writeFile(folder, `${name}/probe.js`, probe)
  writeFile(folder, `${name}/vitest.config.js`, config)
}

const MAX_FAILURES = 20

function lineOf({ fullName, failureMessages }: JsonAssertionResult): string {
  return `${fullName}: ${failureMessages?.[0]?.split('\n')[0]}`
}

/** The result of a run of the suite. */
interface SuiteRun {
  readonly code: number | null
  /** The first failures, one line each. */
  readonly failures: readonly string[]
  /** The output of `probe`. */
  readonly seen: unknown
  /** The number of tests that passed. */
  readonly passed: number
}

/**
 * Runs the suite with all transports against the package of the project.
 *
 * @throws Error If vitest does not start.
 */
export async function runSuite(cell: Cell): Promise<SuiteRun> {
  const { folder } = cell.project
  const name = `conformance-${cell.node.version}`
  const [report, probeFile] = [join(folder, name, 'report.json'), join(folder, name, 'probe.json')]
  copySuite(folder, name)
  const args = ['--root', name, '--reporter=json', `--outputFile=${report}`]
  const { code, stdout, stderr } = await vitest(cell, args, { PROBE_FILE: probeFile })
  if (!existsSync(report) || !existsSync(probeFile))
    throw new Error(`vitest ended with ${code}: ${stdout}${stderr}`)
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as JsonTestResults
  const seen: unknown = JSON.parse(readFileSync(probeFile, 'utf8'))
  rmSync(join(folder, name), { recursive: true })
  const results = testResults.flatMap(({ assertionResults }) => assertionResults)
  const passed = results.filter(({ status }) => status === 'passed')
  const failed = results.filter(({ status }) => status === 'failed')
  return {
    code,
    failures: failed.slice(0, MAX_FAILURES).map(lineOf),
    seen,
    passed: passed.length,
  }
}
