import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestModule, TestProject, Vitest, VitestPluginContext } from 'vitest/node'
import * as z from 'zod/mini'
import { checkOptions, flag, optionsSchema, text } from '../../common/check-options.js'
import type { CompiledApi } from '../../contract/compile.js'
import { createCoverage, type Coverage } from '../../coverage/coverage.js'
import type { CollectedAnswers } from '../../coverage/coverage-counter.js'
import { readCoverage } from '../../coverage/coverage-file.js'
import { isNeedsRun } from '../../coverage/needs-run.js'
import { formatCoverage } from '../../coverage/format-coverage.js'
import { checkOutput, writeOutput } from '../../pact/common/output-file.js'
import type { PactApi } from '../../pact/parts/pact-api.js'
import type { PactOptions } from '../../pact/recording/recorded-file.js'

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
}

/** A Vite plugin. */
export interface ConmockPlugin {
  readonly name: string
  config(): object
  configResolved(config: { readonly server: { readonly fs: { readonly allow: string[] } } }): void
  /** @param context `VitestPluginContext` of vitest, whose types may not be installed. */
  configureVitest(context: object): void
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

const setup = fileURLToPath(new URL('../vitest/conmock-setup.js', import.meta.url))

/**
 * The projects of a run that share a coverage, by options. vitest reads the root configuration once for each project that
 * extends it, so each of these projects has its own instance of the plugin.
 */
const shared = new WeakMap<Vitest, Map<string, Set<TestProject>>>()

const PERCENTAGE = 'must be a percentage from 0 to 100'

const schema = optionsSchema<VitestPluginOptions>({
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

/** Returns the coverage of the tests of these projects, or `undefined` if no test has run, as with `vitest list`. */
function coverageIn(
  api: CompiledApi,
  { state }: Vitest,
  projects: ReadonlySet<TestProject>,
): Coverage | undefined {
  const last = new Map<string, WorkerReport>()
  for (const module of state.getTestModules()) {
    const { conmock: report } = module.meta() as TestFileMeta
    if (!report || !projects.has(module.project)) continue
    if (report.number > (last.get(report.realm)?.number ?? 0)) last.set(report.realm, report)
  }
  return last.size === 0
    ? undefined
    : createCoverage(
        api,
        [...last.values()].flatMap(({ answers }) => answers[api.title] ?? []),
      )
}

/** Whether tests were skipped because of `.only`. vitest reports them like those of `.skip`. */
function usesOnly({ moduleId, children }: TestModule): boolean {
  const isSkipped = Array.from(children.allTests()).some(({ options }) => options.mode === 'skip')
  return isSkipped && existsSync(moduleId) && /\.only\b/.test(readFileSync(moduleId, 'utf8'))
}

/** Whether all tests of all projects ran and passed. */
async function isComplete(vitest: Vitest): Promise<boolean> {
  const { watch, testNamePattern, tagsFilter = [], project } = vitest.config
  if (watch || testNamePattern !== undefined || tagsFilter.length > 0 || project.length > 0) return false
  const modules = vitest.state.getTestModules()
  if (modules.some((module) => !module.ok() || usesOnly(module))) return false
  if (vitest.state.getUnhandledErrors().length > 0) return false
  const ran = new Set(modules.map(({ moduleId }) => moduleId))
  const all = await vitest.globTestSpecifications()
  return all.every(({ moduleId }) => ran.has(moduleId))
}

function fail(reason: string): void {
  process.stderr.write(`conmock: ${reason}\n`)
  process.exitCode = 1
}

function writeCoverage(api: CompiledApi, coverage: Coverage, file: string, root: string): void {
  try {
    const place = path.resolve(root, file)
    const isCoverage = (json: string) => readCoverage(api, JSON.parse(json), file)
    checkOutput(place, 'a coverage', isCoverage, file)
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
): Promise<void> {
  const [{ getPactFile, recordPactFile }, pacts] = await Promise.all([
    import('../../pact/recording/recorded-file.js'),
    loadPacts(),
  ])
  const check = !['', '0', 'false'].includes(process.env['CI'] ?? '')
  try {
    const file = getPactFile(pacts, options)
    if (!coverage.complete) {
      const what = check ? 'compared' : 'written'
      process.stderr.write(`conmock: ${file} was not ${what}, because only some tests ran or a test failed\n`)
      return
    }
    const { isSame, lines } = recordPactFile(pacts, coverage, options, check, root)
    const isWrong = check && !isSame
    process[isWrong ? 'stderr' : 'stdout'].write(`\n${lines.join('\n')}\n`)
    if (isWrong)
      fail(`${file} differs from what the tests received; a run without the variable CI updates it`)
  } catch (error) {
    fail((error as Error).message)
  }
}

function finish(
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

/** A vitest plugin. The public function describes it. */
export function conmock(
  api: CompiledApi,
  loadPacts: () => Promise<PactApi>,
  options: VitestPluginOptions,
): ConmockPlugin {
  checkOptions(schema, options)
  return {
    name: 'conmock',
    config() {
      // Setup files run one after another, so that mocks in the user's own setup files are counted.
      return { test: { setupFiles: [setup], sequence: { setupFiles: 'list' } } }
    },
    configResolved({ server }) {
      // Where tests run as in a browser, Vite only loads files below the root of the project. conmock may be elsewhere, for
      // example in another part of a workspace. As a part of `config`, the folder would replace the default ones.
      server.fs.allow.push(path.dirname(setup))
    },
    configureVitest(context) {
      const { project, vitest } = context as VitestPluginContext
      // vitest adds the setup file at the end of the list. It must run first, so it is moved to the start.
      const { setupFiles } = project.config
      const own = setupFiles.findIndex((file) => path.basename(file) === path.basename(setup))
      setupFiles.unshift(...setupFiles.splice(own, own < 0 ? 0 : 1))
      const groups = shared.get(vitest) ?? new Map<string, Set<TestProject>>()
      shared.set(vitest, groups)
      const key = JSON.stringify(options)
      const projects = groups.get(key) ?? new Set()
      groups.set(key, projects.add(project))
      if (projects.size > 1) return
      vitest.onClose(async () => {
        const counted = coverageIn(api, vitest, projects)
        if (!counted || isNeedsRun()) return
        const coverage: Coverage = { ...counted, ...((await isComplete(vitest)) ? { complete: true } : {}) }
        const { root } = vitest.config
        finish(api, coverage, options.coverage ?? {}, root)
        if (options.pact) await finishPact(loadPacts, coverage, options.pact, root)
      })
    },
  }
}
