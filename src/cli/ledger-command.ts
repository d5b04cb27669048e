import { statSync } from 'node:fs'
import { Command } from 'commander'
import type { Ledger } from '../index.js'
import { DataError, InvalidOptionError } from '../server.js'
import { Exit } from './exit.js'
import { formatJson } from './print.js'
import { UsageError } from './usage-error.js'
import { readJsonFile, wholeNumber, writeFileOf } from './values.js'

interface LedgerFlags {
  readonly html?: string
  readonly json?: boolean
  readonly min?: number
  readonly verbose?: boolean
}

const TOO_LITTLE = 1

/** The built page (dashboard/src/ledger-page.tsx). The path is the same from `src/cli/` and from `dist/chunks/`. */
const PAGE_RENDERER = new URL('../../dist/ledger-page.js', import.meta.url)

async function renderPage(ledger: Ledger): Promise<string> {
  const { renderLedgerPage } = (await import(PAGE_RENDERER.href)) as {
    readonly renderLedgerPage: (ledger: Ledger) => Promise<string>
  }
  return renderLedgerPage(ledger)
}

/**
 * Checks that the page does not replace a ledger: in `--html a.json b.json`, the name of the page was forgotten.
 *
 * @throws UsageError If the file is a ledger.
 */
function checkPageFile(file: string, readLedger: (value: unknown, name: string) => Ledger): void {
  // Reading a pipe would wait for somebody who writes.
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return
  try {
    readLedger(readJsonFile('ledger', file), file)
  } catch {
    return
  }
  throw new UsageError(`--html: ${file} is a ledger, so it is not overwritten; use another file`)
}

async function printLedgers(
  files: readonly string[],
  flags: LedgerFlags,
  print: (text: string) => unknown,
): Promise<void> {
  const { html, json, min = 0, verbose = false } = flags
  if (min > 100) throw new UsageError('--min: expected a percentage from 0 to 100')
  const { coverageOf, formatLedger, mergeLedgers, readLedger } = await import('../index.js')
  const problems: string[] = []
  const ledgers = files.flatMap((file) => {
    try {
      return [readLedger(readJsonFile('ledger', file), file)]
    } catch (error) {
      if (error instanceof UsageError) problems.push(...error.lines)
      else if (error instanceof DataError || error instanceof InvalidOptionError)
        problems.push(...error.message.split('\n'))
      else throw error
      return []
    }
  })
  if (problems.length > 0) throw new UsageError(problems)
  const ledger = mergeLedgers(ledgers)
  if (html !== undefined) {
    checkPageFile(html, readLedger)
    writeFileOf('--html', html, await renderPage(ledger))
  }
  print(json ? formatJson(ledger) : `${formatLedger(ledger, { verbose })}\n`)
  const { percent } = coverageOf(ledger)
  if (percent >= min) return
  throw new Exit(TOO_LITTLE, `the clients have covered ${percent} % of the API, but --min requires ${min} %`)
}

/** `conmock ledger`: prints how much of the API your clients have received, from the ledgers of one or several runs. */
export function ledgerCommand(print: (text: string) => unknown): Command {
  return new Command('ledger')
    .description(
      'print which behaviours of the API your clients have never received; several files are merged; exit code 1: the coverage is below --min',
    )
    .argument('<files...>', 'ledger files that serve --ledger or the plugin for vitest has written')
    .option('--html <file>', 'also write the ledger as an HTML page to this file')
    .option('--json', 'print the merged ledger as JSON')
    .option(
      '--verbose',
      'also print how often each behavior was received, and the assumptions that the responses depend on',
    )
    .option('--min <percent>', 'fail if less than this percentage of the API was covered', wholeNumber)
    .action((files: string[], flags: LedgerFlags) => printLedgers(files, flags, print))
}
