import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Coverage } from '../../src/index.js'
import { chromiumArguments, chromiumPath } from '../support/chromium.js'
import type { Outcome } from '../support/command.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import { cellOf, type NodeProgram, type Project } from './projects.js'
import { start } from './run.js'

/** Where the plugin is, how the projects are declared, and where the tests of each project run. */
export interface Layout {
  readonly plugin: 'root' | 'project' | 'both'
  readonly declared: 'inline' | 'inline with extends' | 'in files'
  readonly environments: readonly ('Node' | 'Chromium')[]
}

export const PACT = 'pacts/app-convention-read-api.json'

/** The options of the plugin in these projects. */
export const OPTIONS = `{ coverage: { file: 'coverage.json' }, pact: { consumer: 'app' } }`

/** A test file that requests this path. */
export function asking(path: string): string {
  return `import { createMock } from 'conmock'
import { expect, test } from 'vitest'
test('asks for ${path}', async () => {
  const headers = { authorization: 'Bearer mock-all-scopes' }
  const { status } = await createMock().fetch('https://reg.example.com/api/v0' + '${path}', { headers })
  expect(status).toBe(200)
})
`
}

/** The options of a project that runs its tests in Chromium. */
function browserOptions(version: string): string {
  const launch = { executablePath: chromiumPath(), args: chromiumArguments }
  const isOld = version.startsWith('3.')
  const [provider, instance] = isOld
    ? [`'playwright'`, { browser: 'chromium', launch }]
    : [`playwright(${JSON.stringify({ launchOptions: launch })})`, { browser: 'chromium' }]
  const instances = JSON.stringify([instance])
  return `browser: { enabled: true, headless: true, screenshotFailures: false, provider: ${provider}, instances: ${instances} },`
}

/** The packages that the tests of a version of vitest need to run in Chromium. */
export function browserPackages(version: string, playwright: string): string[] {
  const provider = version.startsWith('3.') ? '@vitest/browser' : '@vitest/browser-playwright'
  return [`vitest@${version}`, `${provider}@${version}`, `playwright@${playwright}`]
}

const PATHS = ['/roles', '/users/6/volunteer']

/** Returns the files of a workspace with a project for each environment, which asks for a path of its own. */
export function workspace(version: string, layout: Layout): Record<string, string> {
  const { plugin, declared, environments } = layout
  const files: Record<string, string> = {}
  const provider =
    environments.includes('Chromium') && !version.startsWith('3.')
      ? `import { playwright } from '@vitest/browser-playwright'\n`
      : ''
  const head = `import { conmock } from 'conmock/vitest'\n${provider}`
  const plugins = `plugins: [conmock(${OPTIONS})],`
  const projects = environments.map((environment, index) => {
    const folder = declared === 'in files' ? `project${index}/` : ''
    files[`${folder}${index}.test.js`] = asking(PATHS[index]!)
    // Otherwise Vite finds the dependency during the tests, and reloads the page.
    const optimized = environment === 'Chromium' ? `optimizeDeps: { include: ['conmock'] },` : ''
    const browser = environment === 'Chromium' ? browserOptions(version) : ''
    const options = `${plugin === 'root' ? '' : plugins} ${optimized}
      test: { name: 'project${index}', include: ['${index}.test.js'], ${browser} }`
    if (declared !== 'in files') return `{ ${declared === 'inline' ? '' : 'extends: true,'} ${options} }`
    files[`${folder}vitest.config.js`] = `${head}export default { ${options} }\n`
    return `'./project${index}'`
  })
  const root = `${plugin === 'project' ? '' : plugins} test: { projects: [${projects.join(', ')}] }`
  return { ...files, 'vitest.config.js': `${head}export default { ${root} }\n` }
}

/** What a run has left. */
export interface Run extends Outcome {
  /** How often the coverage was printed. */
  readonly printed: number
  /** The operations in the coverage file; `undefined` if it was not written. */
  readonly covered: readonly unknown[] | undefined
  readonly isPactWritten: boolean
}

/** Runs vitest on these files, which are removed at the end of the test. */
export async function runFiles(
  node: NodeProgram,
  project: Project,
  files: Readonly<Record<string, string>>,
  args: readonly string[],
): Promise<Run> {
  const folder = temporaryFolder({ 'package.json': '{ "type": "module" }', ...files }, project.folder)
  const program = join(project.folder, 'node_modules/.bin/vitest')
  const outcome = await start(cellOf(node, { ...project, folder }), program, args).ended()
  const file = join(folder, 'coverage.json')
  const coverage = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Coverage) : undefined
  return {
    ...outcome,
    printed: outcome.stdout.match(/cases covered/g)?.length ?? 0,
    covered: coverage?.answers.map(({ operation, count }) => [operation, count]),
    isPactWritten: existsSync(join(folder, PACT)),
  }
}
