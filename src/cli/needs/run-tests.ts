import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { NEEDS_VARIABLE } from '../../coverage/needs-run.js'
import { getReason, UsageError } from '../errors.js'

/** How a run of the tests ended. */
export interface TestRun {
  readonly passed: boolean
  /** Whether a mock has sent a response without the fields. */
  readonly hasMock: boolean
  /** Whether it was ended, because it took longer than the limit. */
  readonly isTooLong: boolean
}

export interface TestOptions {
  readonly command: readonly string[]
  readonly isVerbose: boolean
  /** Ends the run. */
  readonly stopped: AbortSignal
}

/** How long processes may take to end by themselves. */
const GRACE_MS = 3000

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
 * Runs a test command once, in a process group of its own. It has failed if it takes longer than the limit.
 *
 * @param leftOut The fields that mocks leave out, by operation.
 * @throws UsageError If it cannot be started.
 * @throws The reason of `stopped`, if it aborts.
 */
export async function runTests(
  { command: [program = '', ...args], isVerbose, stopped }: TestOptions,
  leftOut: object,
  limitMs: number,
): Promise<TestRun> {
  stopped.throwIfAborted()
  const folder = mkdtempSync(path.join(path.resolve(tmpdir()), 'conmock-needs-'))
  const report = path.join(folder, 'report.txt')
  // stdout is for the result.
  const output = isVerbose ? process.stderr : 'ignore'
  try {
    const child = spawn(program, args, {
      env: { ...process.env, [NEEDS_VARIABLE]: JSON.stringify({ leftOut, report }) },
      stdio: ['ignore', output, output],
      // A group of its own, so that all of its processes can be ended.
      detached: !isWindows,
      // npx and npm are scripts there.
      shell: isWindows,
    })
    const exit = once(child, 'exit').catch((error: unknown) => {
      throw new UsageError(`cannot start ${program}: ${getReason(error)}`)
    })
    const limit = AbortSignal.any([stopped, AbortSignal.timeout(limitMs)])
    const [code] = (await Promise.race([exit, once(limit, 'abort')])) as [code: unknown]
    if (limit.aborted) {
      // As Ctrl+C does: Playwright ends its browsers and servers, which have other groups.
      sendToGroup('SIGINT', child)
      await Promise.race([exit, sleep(GRACE_MS)])
    }
    // Processes that the command has left behind would disturb the next run.
    sendToGroup('SIGKILL', child)
    stopped.throwIfAborted()
    return { passed: code === 0, hasMock: existsSync(report), isTooLong: limit.aborted }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
