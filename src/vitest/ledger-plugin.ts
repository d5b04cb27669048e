import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { checkOptions, flag, optionsSchema, text } from '../common/check-options.js'
import { mayOverwrite } from '../common/may-overwrite.js'
import { coverageOf } from '../coverage/coverage.js'
import { formatLedger } from '../coverage/format-ledger.js'
import { mergeLedgers, type Ledger } from '../coverage/ledger.js'
import { readLedger } from '../coverage/read-ledger.js'
import { lastLedgers, takeReport } from './ledger-report.js'

/** Options of `conmockLedger`. */
export interface LedgerPluginOptions {
  /**
   * File to write the ledger to as JSON, for `conmock ledger`. Relative to the root of the project. An earlier ledger is
   * overwritten, other files are not.
   *
   * @default the ledger is not written
   */
  readonly file?: string | undefined
  /**
   * Whether to print the ledger after the run.
   *
   * @default true
   */
  readonly print?: boolean | undefined
  /**
   * Minimum coverage in percent, from 0 to 100. If the coverage is lower, the run fails.
   *
   * @default 0
   */
  readonly min?: number | undefined
}

/** The parts of vitest that the plugin needs. The types of vitest may not be installed. */
interface VitestProject {
  readonly config: { readonly setupFiles: string[] }
}

interface VitestContext {
  readonly project: VitestProject
  readonly vitest: {
    readonly config: { readonly root: string }
    readonly state: {
      getTestModules(): readonly { readonly project: VitestProject; meta(): object }[]
    }
    onClose(run: () => Promise<void>): void
  }
}

type Vitest = VitestContext['vitest']

/** A Vite plugin. */
export interface LedgerPlugin {
  readonly name: string
  config(): object
  configureVitest(context: VitestContext): void
}

const setup = fileURLToPath(new URL('../vitest/ledger-setup.js', import.meta.url))

/**
 * The projects of a run that share a ledger, by options. vitest reads the root configuration once for each project that
 * extends it, so each of these projects has its own instance of the plugin.
 */
const shared = new WeakMap<Vitest, Map<string, Set<VitestProject>>>()

const PERCENTAGE = 'must be a percentage from 0 to 100'

const schema = optionsSchema<LedgerPluginOptions>({
  file: z.optional(text),
  print: z.optional(flag),
  min: z.optional(z.number(PERCENTAGE).check(z.minimum(0, PERCENTAGE), z.maximum(100, PERCENTAGE))),
})

/** Returns the ledger of the tests of these projects, or `undefined` if no test has run, as with `vitest list`. */
function ledgerOf({ state }: Vitest, projects: ReadonlySet<VitestProject>): Ledger | undefined {
  const modules = state.getTestModules().filter(({ project }) => projects.has(project))
  const reports = modules.flatMap((module) => takeReport(module.meta()) ?? [])
  return reports.length === 0 ? undefined : mergeLedgers(lastLedgers(reports))
}

function fail(reason: string): void {
  process.stderr.write(`conmock: ${reason}\n`)
  process.exitCode = 1
}

function finish(ledger: Ledger, { file, print = true, min = 0 }: LedgerPluginOptions, root: string): void {
  if (print) process.stdout.write(`\n${formatLedger(ledger)}\n`)
  const { percent } = coverageOf(ledger)
  if (percent < min) fail(`the tests have covered ${percent} % of the API, but "min" requires ${min} %`)
  if (file === undefined) return
  const place = path.resolve(root, file)
  try {
    if (existsSync(place) && !mayOverwrite(readFileSync(place, 'utf8'), (json) => readLedger(json, place))) {
      return fail(`${file} exists and is not a ledger, so it is not overwritten`)
    }
    mkdirSync(path.dirname(place), { recursive: true })
    writeFileSync(place, `${JSON.stringify(ledger, null, 2)}\n`)
  } catch (error) {
    fail(`cannot write the ledger: ${(error as Error).message}`)
  }
}

/**
 * A vitest plugin that prints which responses and shapes of the API specification the tests have received. It merges the
 * ledgers of all mocks in all test files. In watch mode, it prints when vitest ends.
 *
 * @throws InvalidOptionError For an unknown option, or a `min` that is not from 0 to 100.
 * @example
 * export default defineConfig({ plugins: [conmockLedger()] })
 */
export function conmockLedger(options: LedgerPluginOptions = {}): LedgerPlugin {
  checkOptions(schema, options)
  return {
    name: 'conmock-ledger',
    config() {
      // Setup files run one after another, so that mocks in the user's own setup files are counted.
      return { test: { setupFiles: [setup], sequence: { setupFiles: 'list' } } }
    },
    configureVitest({ project, vitest }) {
      // vitest adds the setup file at the end of the list. It must run first, so it is moved to the start.
      const { setupFiles } = project.config
      const own = setupFiles.findIndex((file) => path.basename(file) === path.basename(setup))
      setupFiles.unshift(...setupFiles.splice(own, own < 0 ? 0 : 1))
      const groups = shared.get(vitest) ?? new Map<string, Set<VitestProject>>()
      shared.set(vitest, groups)
      const key = JSON.stringify(options)
      const projects = groups.get(key)
      if (projects) {
        projects.add(project)
        return
      }
      const first = new Set([project])
      groups.set(key, first)
      vitest.onClose(async () => {
        const ledger = ledgerOf(vitest, first)
        if (ledger) finish(ledger, options, vitest.config.root)
      })
    },
  }
}
