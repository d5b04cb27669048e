import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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
  readonly seconds: number
}

export interface TestOptions {
  readonly command: readonly string[]
  readonly isVerbose: boolean
  /** Ends the run. */
  readonly stopped: AbortSignal
}

const MS_PER_SECOND = 1000

/** How long processes may take to end by themselves. */
const GRACE_MS = 3000

const isWindows = process.platform === 'win32'

function send(signal: NodeJS.Signals, pid: number): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended.
  }
}

/** Sends a signal to a process and its group. */
function sendToGroup(signal: NodeJS.Signals, { pid }: ChildProcess): void {
  if (pid !== undefined) send(signal, isWindows ? pid : -pid)
}

/** Returns the processes that a process has started, and those that they have started. Some have a process group of their own. */
function findDescendants(pid: number): number[] {
  // Without `ps`, nothing is found, and only the group is ended.
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const rows = (stdout ?? '').split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  const found = [pid]
  for (const parent of found) found.push(...rows.flatMap(([id, from]) => (from === parent ? [id!] : [])))
  return found.slice(1)
}

/** Ends the processes of a run. First they may end by themselves what they have started, as Playwright does. */
async function endAll(child: ChildProcess, exit: Promise<unknown>): Promise<void> {
  const others = isWindows || child.pid === undefined ? [] : findDescendants(child.pid)
  sendToGroup('SIGTERM', child)
  await Promise.race([exit, sleep(GRACE_MS)])
  sendToGroup('SIGKILL', child)
  for (const pid of others) send('SIGKILL', pid)
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
  maxSeconds: number,
): Promise<TestRun> {
  stopped.throwIfAborted()
  const folder = mkdtempSync(path.join(path.resolve(tmpdir()), 'conmock-needs-'))
  try {
    const [file, report] = [path.join(folder, 'run.json'), path.join(folder, 'report.txt')]
    writeFileSync(file, JSON.stringify({ leftOut, report }))
    const start = performance.now()
    const child = spawn(program, args, {
      env: { ...process.env, [NEEDS_VARIABLE]: file },
      // stdout is for the result.
      stdio: ['ignore', isVerbose ? process.stderr : 'ignore', isVerbose ? process.stderr : 'ignore'],
      // A group of its own, so that all of its processes can be ended.
      detached: !isWindows,
      // npx and npm are scripts there.
      shell: isWindows,
    })
    const exit = once(child, 'exit').catch((error: unknown) => {
      throw new UsageError(`cannot start ${program}: ${getReason(error)}`)
    })
    const limit = AbortSignal.any([stopped, AbortSignal.timeout(maxSeconds * MS_PER_SECOND)])
    const [code] = (await Promise.race([exit, once(limit, 'abort')])) as [code: unknown]
    const isTooLong = limit.aborted
    if (isTooLong) await endAll(child, exit)
    stopped.throwIfAborted()
    // Processes that the command has left behind would disturb the next run.
    sendToGroup('SIGKILL', child)
    const seconds = (performance.now() - start) / MS_PER_SECOND
    return { passed: code === 0 && !isTooLong, hasMock: existsSync(report), isTooLong, seconds }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
