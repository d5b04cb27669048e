import { parseArgs } from 'node:util'

/** What a soak is to do. */
export interface SoakOptions {
  /** Requests in all. */
  readonly requests: number
  /** Of the world that is served, and of the order of the requests. */
  readonly seed: number
}

/** What is wrong with the command line, in one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

const FULL = 2_000_000
const SHORT = 60_000
/** Fewer would leave some kinds of requests out. */
const FEWEST = 20_000

function wholeNumber(flag: string, text: string, least: number): number {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : -1
  if (number >= least) return number
  throw new UsageError(`${flag} must be a whole number from ${least}, but is "${text}"`)
}

/** @throws UsageError For what is no option, or no value of one. */
export function readOptions(args: readonly string[]): SoakOptions {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { short: { type: 'boolean' }, requests: { type: 'string' }, seed: { type: 'string' } },
    })
    const { short = false, requests, seed = '1' } = values
    if (short && requests !== undefined) throw new UsageError('--short and --requests exclude each other')
    return {
      requests: short ? SHORT : wholeNumber('--requests', requests ?? String(FULL), FEWEST),
      seed: wholeNumber('--seed', seed, 0),
    }
  } catch (error) {
    if (error instanceof UsageError) throw error
    const [line = ''] = (error instanceof Error ? error.message : String(error)).split(/[\n.]/)
    throw new UsageError(line, { cause: error })
  }
}
