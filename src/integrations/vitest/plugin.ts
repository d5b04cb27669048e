import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestModule, TestProject, Vitest, VitestPluginContext } from 'vitest/node'
import * as z from 'zod/mini'
import { checkOptions, flag, optionsSchema, text } from '../../common/check-options.js'
import type { CompiledApi } from '../../contract/compile.js'
import { createCoverage, describeUnknown, type Coverage } from '../../coverage/coverage.js'
import type { CollectedAnswers } from '../../coverage/coverage-counter.js'
import { readCoverage } from '../../coverage/coverage-file.js'
import { isNeedsRun } from '../../coverage/needs-run.js'
import { formatCoverage } from '../../coverage/coverage-sections.js'
import { checkOutput, writeOutput } from '../../node/output-file.js'
import { extensionSchema } from '../../mock/options.js'
import type { PactApi } from '../../pact/parts/pact-api.js'
import type { PactOptions } from '../../pact/recording/recorded-file.js'
import { whyIncomplete } from './why-incomplete.js'

/** What the plugin does with the coverage of a run. */
export interface CoverageOptions {
  /**
   * JSON file for the coverage, for `conmock coverage`.
   *
   * Relative to the root of the project. An earlier coverage is overwritten, other files are not.
   *
   * @default not written
   */
  readonly file?: string | undefined
  /**
   * Whether to print the coverage after the run.
   *
   * @default true
   */
  readonly print?: boolean | undefined
  /**
   * Minimum coverage in percent, from 0 to 100. Below it, the run fails.
   *
   * @default 0
   */
  readonly min?: number | undefined
}

/** Options of `conmock`. */
export interface VitestPluginOptions {
  /**
   * Writes a pact of the received responses, if all tests ran and passed. With the environment variable `CI`, fails the run
   * instead if the file differs.
   */
  readonly pact?: PactOptions | undefined
  /** What to do with the coverage. @default {} */
  readonly coverage?: CoverageOptions | undefined
  /**
   * Your own operations and collections, to include in coverage and pact.
   *
   * @default none
   */
  readonly extend?: object | undefined
}

/** A Vite plugin. */
export interface ConmockPlugin {
  readonly name: string
  /** For the other instances of the plugin. */
  readonly api: object
  readonly enforce: 'pre'
  readonly config: { readonly order: 'pre'; handler(): object }
  configResolved(config: {
    readonly plugins: readonly { readonly name: string }[]
    readonly server: { readonly fs: { readonly allow: string[] } }
  }): void
  /** @param context `VitestPluginContext` of vitest, whose types may not be installed. */
  configureVitest(context: object): void
  closeBundle(): void
}

/** The report of a worker after a test file. */
interface WorkerReport {
  /** Id of the JavaScript realm of the mocks. Without isolation, several test files share one. */
  readonly realm: string
  /** Number of the report in its realm. Later reports include the earlier ones. */
  readonly number: number
  readonly answers: CollectedAnswers
}

/** The metadata of a test file, which vitest sends to the main process. */
export interface TestFileMeta {
  conmock?: WorkerReport
}

const NAME = 'conmock'

const setup = fileURLToPath(new URL('../vitest/conmock-setup.js', import.meta.url))

/** What an instance of the plugin was created with. */
interface PluginParts {
  readonly api: CompiledApi
  readonly loadPacts: () => Promise<PactApi>
  readonly options: VitestPluginOptions
}

function isSetup(file: string): boolean {
  return file.endsWith('/vitest/conmock-setup.js')
}

/** The plugins with the same options: what they promise, and the projects whose tests count for it. */
interface Group extends PluginParts {
  readonly projects: Set<TestProject>
}

/**
 * The groups of a run, by options. vitest reads the root configuration once for each project that extends it, so each of these
 * projects has its own instance of the plugin.
 */
const runs = new WeakMap<Vitest, Map<string, Group>>()

/** What the other instances of the plugin may know, as the member `api`. */
interface PluginState extends PluginParts {
  /** Whether it is in a root configuration, and no project has the plugin. vitest does not tell it about the run. */
  isUnreached: boolean
}

const PERCENTAGE = 'must be a percentage from 0 to 100'

const schema = optionsSchema<VitestPluginOptions>({
  extend: extensionSchema,
  pact: z.optional(
    optionsSchema<PactOptions>({
      consumer: text,
      provider: z.optional(text),
      needs: z.optional(text),
      file: z.optional(text),
    }),
  ),
  coverage: z.optional(
    optionsSchema<CoverageOptions>({
      file: z.optional(text),
      print: z.optional(flag),
      min: z.optional(z.number(PERCENTAGE).check(z.minimum(0, PERCENTAGE), z.maximum(100, PERCENTAGE))),
    }),
  ),
})

function metaOf(module: TestModule): TestFileMeta & { readonly typecheck?: boolean } {
  return module.meta()
}

/** Whether a run has ended in which every test was left out. `vitest list` does not run tests, either, but leaves them pending. */
function skippedAll(modules: readonly TestModule[]): boolean {
  const tests = modules.filter((module) => !metaOf(module).typecheck)
  return tests.length > 0 && tests.every((module) => ['skipped', 'failed'].includes(module.state()))
}

/** Returns the coverage of test files, or `undefined` if there are no tests, or if they were only listed. */
function coverageIn(api: CompiledApi, modules: readonly TestModule[]): Coverage | undefined {
  const last = new Map<string, WorkerReport>()
  for (const module of modules) {
    const { conmock: report } = metaOf(module)
    if (report && report.number > (last.get(report.realm)?.number ?? 0)) last.set(report.realm, report)
  }
  return last.size === 0 && !skippedAll(modules)
    ? undefined
    : createCoverage(
        api,
        [...last.values()].flatMap(({ answers }) => answers[api.title] ?? []),
      )
}

/** Whether tests of the file ran without the setup file of the plugin. Checks of types need none. */
function isUnseen(module: TestModule): boolean {
  const { conmock: report, typecheck } = metaOf(module)
  // After an error in a hook of the user, vitest does not run that of the setup file.
  if (report || typecheck || module.errors().length > 0) return false
  return Array.from(module.children.allTests()).some((each) => each.result().state === 'passed')
}

function fail(reason: string): void {
  process.stderr.write(`conmock: ${reason}\n`)
  process.exitCode = 1
}

function writeCoverage(api: CompiledApi, coverage: Coverage, file: string, root: string): void {
  try {
    const place = path.resolve(root, file)
    const isCoverage = (json: string) => readCoverage(api, JSON.parse(json), file)
    checkOutput(place, 'a coverage file', isCoverage, file)
    writeOutput(place, `${JSON.stringify(coverage, null, 2)}\n`, file)
  } catch (error) {
    fail((error as Error).message)
  }
}

/** Writes the pact, or compares it with its file. */
async function finishPact(
  loadPacts: () => Promise<PactApi>,
  coverage: Coverage,
  options: PactOptions,
  root: string,
  incomplete: string | undefined,
): Promise<void> {
  const [{ getPactFile, recordPactFile }, pacts] = await Promise.all([
    import('../../pact/recording/recorded-file.js'),
    loadPacts(),
  ])
  const check = !['', '0', 'false'].includes(process.env['CI'] ?? '')
  try {
    const file = getPactFile(pacts, options)
    if (incomplete !== undefined) {
      process.stderr.write(
        `conmock: ${file} was not ${check ? 'compared' : 'written'}, because ${incomplete}\n`,
      )
      return
    }
    if (check && !existsSync(path.resolve(root, file))) {
      fail(`there is no ${file}; run without the variable CI to write it`)
      return
    }
    const { isSame, lines } = recordPactFile(pacts, coverage, options, check, root)
    const isWrong = check && !isSame
    process[isWrong ? 'stderr' : 'stdout'].write(`\n${lines.join('\n')}\n`)
    if (isWrong)
      fail(`${file} differs from what the tests received; run without the variable CI to update it`)
  } catch (error) {
    fail((error as Error).message)
  }
}

function finishCoverage(
  api: CompiledApi,
  coverage: Coverage,
  { file, print = true, min = 0 }: CoverageOptions,
  root: string,
): void {
  const { percent } = coverage
  if (print) process.stdout.write(`\n${formatCoverage(api, coverage)}\n`)
  if (percent < min) fail(`API coverage is ${percent}%, below "min" ${min}%`)
  if (file !== undefined) writeCoverage(api, coverage, file, root)
}

const ADD = 'Add `extends: true` to an inline project, or conmock() to the plugins of the project'

/** Does for each group what its options promise, or fails the run. */
async function finish(vitest: Vitest, groups: Iterable<Group>): Promise<void> {
  if (isNeedsRun()) return
  const { root } = vitest.config
  const printed = new Set<TestProject>()
  for (const { options, projects, api, loadPacts } of groups) {
    const modules = vitest.state.getTestModules().filter(({ project }) => projects.has(project))
    const unseen = new Set(modules.filter(isUnseen).map(({ project }) => `"${project.name}"`))
    const counted = coverageIn(api, modules)
    if (unseen.size > 0) {
      fail(`the plugin does not see the tests of the project ${[...unseen].join(', ')}. ${ADD}`)
    } else if (counted) {
      const incomplete = await whyIncomplete(vitest)
      const coverage: Coverage = { ...counted, ...(incomplete === undefined ? { complete: true } : {}) }
      const print =
        options.coverage?.print !== false && Array.from(projects).some((each) => !printed.has(each))
      const unknown = describeUnknown(api, coverage.answers)
      // Without them, the pact would be incomplete, and look complete.
      if (unknown !== undefined) {
        if (options.pact) fail(unknown)
        else process.stderr.write(`conmock: ${unknown}\n`)
      }
      finishCoverage(api, coverage, { ...options.coverage, print }, root)
      if (print) for (const project of projects) printed.add(project)
      if (options.pact && unknown === undefined)
        await finishPact(loadPacts, coverage, options.pact, root, incomplete)
    }
  }
}

/** Returns the same text for plugins with the same options. JSON does not show an extension, so its operations are added. */
function groupKey({ api, options }: PluginParts): string {
  return JSON.stringify([options, api.endpoints])
}

/** Starts the groups of a run with the plugins of the root configuration, which count all tests. */
function startRun(vitest: Vitest): Map<string, Group> {
  const groups = new Map<string, Group>()
  runs.set(vitest, groups)
  for (const plugin of vitest.vite.config.plugins) {
    if (plugin.name !== NAME) continue
    const state = plugin.api as PluginState
    state.isUnreached = false
    groups.set(groupKey(state), { ...state, projects: new Set(vitest.projects) })
  }
  vitest.onClose(() => finish(vitest, groups.values()))
  return groups
}

/** A vitest plugin. The public function describes it. */
export function conmock(
  api: CompiledApi,
  loadPacts: () => Promise<PactApi>,
  options: VitestPluginOptions,
): ConmockPlugin {
  checkOptions(schema, options)
  const state: PluginState = { api, loadPacts, options, isUnreached: false }
  return {
    name: NAME,
    api: state,
    // First, because vitest 5 copies the root configuration for its projects before it calls the other plugins.
    enforce: 'pre',
    config: {
      order: 'pre',
      // Setup files run one after another, so that mocks in the user's own setup files are counted.
      handler: () => ({ test: { setupFiles: [setup], sequence: { setupFiles: 'list' } } }),
    },
    configResolved({ plugins, server }) {
      // Where tests run as in a browser, Vite only loads files below the root of the project. conmock may be elsewhere, for
      // example in another part of a workspace. As a part of `config`, the folder would replace the default ones.
      server.fs.allow.push(path.dirname(setup))
      // The plugins of vitest say whose configuration this is. Only that of the root has no "vitest:project".
      const names = new Set(plugins.map(({ name }) => name))
      state.isUnreached = (names.has('vitest') || names.has('vitest:config')) && !names.has('vitest:project')
    },
    configureVitest(context) {
      const { project, vitest } = context as VitestPluginContext
      // vitest adds the setup file at the end of the list, once for each plugin. It must run first.
      const { setupFiles } = project.config
      const own = setupFiles.find(isSetup) ?? setup
      setupFiles.splice(0, setupFiles.length, own, ...setupFiles.filter((file) => !isSetup(file)))
      const groups = runs.get(vitest) ?? startRun(vitest)
      const key = groupKey(state)
      const group = groups.get(key) ?? { ...state, projects: new Set<TestProject>() }
      groups.set(key, group)
      group.projects.add(project)
    },
    closeBundle() {
      if (!state.isUnreached || isNeedsRun()) return
      state.isUnreached = false
      fail(`the plugin in the root configuration does not see the tests of any project. ${ADD}`)
    },
  }
}
