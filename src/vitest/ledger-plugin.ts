import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { OptionError } from '../contract/errors.js'
import { coverageOf, mergeLedgers, readLedger } from '../mock/coverage.js'
import { formatLedger } from '../mock/format-ledger.js'
import type { Ledger } from '../mock/ledger.js'

/** What is to become of the ledger of a test run. */
export interface LedgerPluginOptions {
  /** Write it here as JSON, for `conmock ledger`. Default: nowhere. */
  readonly file?: string | undefined
  /** Whether to print it. Default `true`. */
  readonly print?: boolean | undefined
  /** Fail the run when less than this percentage of the contract was met. Default 0. */
  readonly min?: number | undefined
}

/** The part of vitest that the plugin needs. */
interface VitestContext {
  readonly vitest: { onClose(run: () => void): void }
}

/** The part of a plugin of vite that this one has. */
export interface LedgerPlugin {
  readonly name: string
  config(): object
  configureVitest(context: VitestContext): void
}

const setup = fileURLToPath(new URL('./ledger-setup.js', import.meta.url))

function readFolder(folder: string): Ledger {
  const ledgers = readdirSync(folder).map((name) => {
    return readLedger(JSON.parse(readFileSync(path.join(folder, name), 'utf8')), name)
  })
  return mergeLedgers(ledgers)
}

/**
 * A plugin for `vitest.config.ts`, which prints after a run what the tests have met of the contract, and what never:
 * the ledger of every mock of every test file.
 *
 * @throws OptionError For a `min` that is no percentage.
 * @example
 * export default defineConfig({ plugins: [conmockLedger()] })
 */
export function conmockLedger(options: LedgerPluginOptions = {}): LedgerPlugin {
  const { file, print = true, min = 0 } = options
  if (!(typeof min === 'number' && min >= 0 && min <= 100)) {
    throw new OptionError('"min" must be a percentage from 0 to 100')
  }
  let folder: string | undefined

  function finish(): void {
    if (folder === undefined) return
    const ledger = readFolder(folder)
    rmSync(folder, { recursive: true, force: true })
    folder = undefined
    if (file !== undefined) writeFileSync(file, `${JSON.stringify(ledger, null, 2)}\n`)
    if (print) process.stdout.write(`\n${formatLedger(ledger)}\n`)
    const { percent } = coverageOf(ledger)
    if (percent >= min) return
    process.stderr.write(`conmock: ${percent} % of the contract met, and at least ${min} % are wanted\n`)
    process.exitCode = 1
  }

  return {
    name: 'conmock-ledger',
    config() {
      folder ??= mkdtempSync(path.join(tmpdir(), 'conmock-ledger-'))
      return { test: { setupFiles: [setup], env: { CONMOCK_LEDGER_FOLDER: folder } } }
    },
    configureVitest({ vitest }) {
      vitest.onClose(finish)
    },
  }
}
