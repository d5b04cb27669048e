import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { NEEDS_VARIABLE, type NeedsRun } from '../../coverage/needs-run.js'
import { getReason, UsageError } from '../errors.js'

/** A run that takes too long was ended. */
export type TestOutcome = 'passed' | 'failed' | 'too long'

export interface TestOptions {
  readonly command: readonly string[]
  readonly isVerbose: boolean
  /** Ends the run. */
  readonly stopped: AbortSignal
}

/** How long processes may take to end by themselves. */
const GRACE_MS = 3000

const NO_MOCK =
  'No mock has sent a successful response. conmock needs starts the tests with an environment variable, which does not reach a server ' +
  'that was already running (reuseExistingServer), a mock in a service worker or in Docker, and a task whose result was cached.'

const isWindows = process.platform === 'win32'

/** Sends a signal to a process and its group. */
function sendToGroup(signal: NodeJS.Signals, { pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(isWindows ? pid : -pid, signal)
  } catch {
    // It has ended.
  }
}

/**
 * Runs a test command once, in a process group of its own.
 *
 * @param leftOut The fields that mocks leave out, by operation.
 * @throws UsageError If it cannot be started, or passes without a mock.
 * @throws The reason of `stopped`, if it aborts.
 */
export async function runTests(
  { command: [program = '', ...args], isVerbose, stopped }: TestOptions,
  leftOut: NeedsRun['leftOut'],
  limitMs: number,
): Promise<TestOutcome> {
  stopped.throwIfAborted()
  // Without `AbortSignal.any`, with which Node 20 may collect the signal of the time limit as garbage.
  const late = AbortSignal.timeout(Math.ceil(limitMs))
  /** All runs have the same signal `stopped`, so each removes its listener. */
  const ended = new AbortController()
  const folder = mkdtempSync(path.join(path.resolve(tmpdir()), 'conmock-needs-'))
  const needsRun: NeedsRun = { leftOut, report: path.join(folder, 'report.txt') }
  // stdout is for the result.
  const output = isVerbose ? process.stderr : 'ignore'
  try {
    const child = spawn(program, args, {
      env: { ...process.env, [NEEDS_VARIABLE]: JSON.stringify(needsRun) },
      stdio: ['ignore', output, output],
      // A group of its own, so that all of its processes can be ended.
      detached: !isWindows,
      // npx and npm are scripts there.
      shell: isWindows,
    })
    const exit = once(child, 'exit').catch((error: unknown) => {
      throw new UsageError(`cannot start ${program}: ${getReason(error)}`)
    })
    const ends = [exit, once(late, 'abort'), once(stopped, 'abort', { signal: ended.signal })]
    const [code] = (await Promise.race(ends)) as [code: unknown]
    if (late.aborted || stopped.aborted) {
      // As Ctrl+C does: Playwright ends its browsers and servers, which have other groups.
      sendToGroup('SIGINT', child)
      await Promise.race([exit, sleep(GRACE_MS)])
    }
    // Processes that the command has left behind would disturb the next run.
    sendToGroup('SIGKILL', child)
    stopped.throwIfAborted()
    if (late.aborted) return 'too long'
    // A run that fails early may have no response.
    if (code === 0 && !existsSync(needsRun.report)) throw new UsageError(NO_MOCK)
    return code === 0 ? 'passed' : 'failed'
  } finally {
    ended.abort()
    rmSync(folder, { recursive: true, force: true })
  }
}
