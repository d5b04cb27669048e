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

async function main(args: readonly string[]): Promise<number> {
  const options = readOptions(args)
  const limit = MS_FOR_ALL + options.requests * MS_FOR_EACH
  const stop = new AbortController()
  let late = false
  let interrupted = false
  const timer = setTimeout(() => {
    late = true
    stop.abort()
  }, limit)
  // Unless something hangs, this never comes.
  const last = setTimeout(() => {
    print('FAILED: it did not come to its end')
    process.exit(WRONG)
  }, limit + MS_TO_END)
  process.once('SIGINT', () => {
    interrupted = true
    stop.abort()
  })
  try {
    print(`${options.requests} requests, seed ${options.seed}, at most ${Math.round(limit / 1000)} s`)
    const result = await soak(options, stop.signal, print)
    if (late) result.findings.fault(`not done in ${Math.round(limit / 1000)} s`)
    print(report(result))
    if (result.findings.failures > 0) return WRONG
    return interrupted ? INTERRUPTED : 0
  } finally {
    clearTimeout(timer)
    clearTimeout(last)
  }
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  const usage = error instanceof UsageError
  process.stderr.write(
    `soak: ${usage ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  )
  process.exitCode = usage ? USAGE : WRONG
}
