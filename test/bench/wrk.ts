import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { BenchError } from './bench-error.js'

const run = promisify(execFile)

/** The results of one run of the load generator. */
export interface Load {
  readonly requests: number
  readonly requestsPerSecond: number
  readonly p99Milliseconds: number
}

const milliseconds: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1000 }

function field(text: string, pattern: RegExp): RegExpExecArray {
  const match = pattern.exec(text)
  if (!match) throw new BenchError(`wrk printed something else than expected: ${text}`)
  return match
}

/**
 * Requests one URL as fast as the server responds, from the second processor.
 *
 * @throws BenchError When a response is not 2xx, or a connection fails.
 */
export async function load(options: {
  readonly url: string
  readonly connections: number
  readonly seconds: number
  readonly authorization: string
}): Promise<Load> {
  const { url, connections, seconds, authorization } = options
  const wrk = [
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '--latency',
    '-H',
    `Authorization: ${authorization}`,
    url,
  ]
  const { stdout } = await run('taskset', ['-c', '1', 'wrk', ...wrk])
  if (/Non-2xx|Socket errors/.test(stdout)) throw new BenchError(`wrong answers from ${url}: ${stdout}`)
  const [, amount, unit] = field(stdout, /99%\s+([\d.]+)(us|ms|s)/)
  return {
    requests: Number(field(stdout, /(\d+) requests in/)[1]),
    requestsPerSecond: Number(field(stdout, /Requests\/sec:\s+([\d.]+)/)[1]),
    p99Milliseconds: Number(amount) * milliseconds[unit!]!,
  }
}
