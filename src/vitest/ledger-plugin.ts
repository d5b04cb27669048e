import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { InvalidOptionError } from '../contract/errors.js'
import { checkOptionNames } from '../contract/settings.js'
import { coverageOf, mergeLedgers } from '../mock/coverage.js'
import { formatLedger } from '../mock/format-ledger.js'
import type { Ledger } from '../mock/ledger.js'
import { lastLedgers, takeReport } from './ledger-report.js'

/** What is to become of the ledger of a test run. */
export interface LedgerPluginOptions {
  /** Write it here as JSON, for `conmock ledger`; below the root of the project. Default: nowhere. */
  readonly file?: string | undefined
  /** Whether to print it. Default `true`. */
  readonly print?: boolean | undefined
  /** Fail the run when less than this percentage of the contract was met. Default 0. */
  readonly min?: number | undefined
}

/** The parts of vitest that the plugin needs, so that nobody needs vitest's types who has no vitest. */
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

/** The part of a plugin of vite that this one has. */
export interface LedgerPlugin {
  readonly name: string
  config(): object
  configureVitest(context: VitestContext): void
}

const setup = fileURLToPath(new URL('../vitest/ledger-setup.js', import.meta.url))

/**
 * Which projects of a run share a ledger, by the options. A root's configuration that projects extend is read for each
 * of them, and makes another plugin each time.
 */
const shared = new WeakMap<Vitest, Map<string, Set<VitestProject>>>()

const optionNames = ['file', 'print', 'min'] satisfies (keyof LedgerPluginOptions)[]

function checkOptions(options: LedgerPluginOptions): void {
  checkOptionNames(options, optionNames)
  const { file, min = 0 } = options
  if (!(typeof min === 'number' && min >= 0 && min <= 100)) {
    throw new InvalidOptionError('"min" must be a percentage from 0 to 100')
  }
  if (file !== undefined && (typeof file !== 'string' || file === '')) {
    throw new InvalidOptionError('"file" must be the path of a file')
  }
}

/** The ledger of the tests that have run in these projects; nothing when none has, as with `vitest list`. */
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
  if (percent < min) fail(`${percent} % of the contract met, and at least ${min} % are wanted`)
  if (file === undefined) return
  const place = path.resolve(root, file)
  try {
    mkdirSync(path.dirname(place), { recursive: true })
    writeFileSync(place, `${JSON.stringify(ledger, null, 2)}\n`)
  } catch (error) {
    fail(`cannot write the ledger: ${(error as Error).message}`)
  }
}

/**
 * A plugin for `vitest.config.ts`, which prints after a run – when watching, at the end of it – what the tests have met
 * of the contract, and what never: the ledger of every mock of every test file.
 *
 * @throws InvalidOptionError For an option that does not exist, and a `min` that is no percentage.
 * @example
 * export default defineConfig({ plugins: [conmockLedger()] })
 */
export function conmockLedger(options: LedgerPluginOptions = {}): LedgerPlugin {
  checkOptions(options)
  return {
    name: 'conmock-ledger',
    config() {
      // One after the other, so that the mocks of the user's own setup files are counted.
      return { test: { setupFiles: [setup], sequence: { setupFiles: 'list' } } }
    },
    configureVitest({ project, vitest }) {
      // What a plugin adds comes last; this must come first.
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
