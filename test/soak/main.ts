import { Findings } from './findings.js'
import { readOptions, UsageError } from './options.js'
import { report } from './report.js'
import { soak } from './soak.js'

const WRONG = 1
const USAGE = 2
const INTERRUPTED = 130

/** Several times what a quiet machine with two cores needs. */
const MS_FOR_ALL = 60_000
const MS_FOR_EACH = 0.5
/** So long may the end take, after an interrupt or when the time is over. */
const MS_TO_END = 60_000

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Runs a soak, until it is done, or interrupted, or the time is over. @returns The exit code. */
async function main(args: readonly string[]): Promise<number> {
  const options = readOptions(args)
  const limit = MS_FOR_ALL + options.requests * MS_FOR_EACH
  const findings = new Findings()
  const stop = new AbortController()
  let interrupted = false
  function interrupt(): void {
    interrupted = true
    stop.abort()
  }
  function late(): void {
    findings.fault(`not done in ${Math.round(limit / 1000)} s`)
    stop.abort()
  }
  function giveUp(): void {
    print(`FAILED: it does not come to its end\n${findings.describe()}`)
    process.exit(WRONG)
  }
  const timers = [setTimeout(late, limit), setTimeout(giveUp, limit + MS_TO_END)]
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt)
  try {
    print(`${options.requests} requests, seed ${options.seed}, at most ${Math.round(limit / 1000)} s`)
    print(report(await soak(options, findings, stop.signal, print)))
    if (findings.failures > 0) return WRONG
    return interrupted ? INTERRUPTED : 0
  } catch (error) {
    print(`FAILED: ${error instanceof Error ? error.message : String(error)}\n${findings.describe()}`)
    return WRONG
  } finally {
    for (const timer of timers) clearTimeout(timer)
  }
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  process.stderr.write(`soak: ${error.message}\n`)
  process.exitCode = USAGE
}
