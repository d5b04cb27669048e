import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { NEEDS_VARIABLE } from '../../coverage/needs-run.js'
import { UsageError } from '../errors.js'

/** How a run of the tests ended. */
export interface TestRun {
  readonly passed: boolean
  /** Whether a mock has sent a response without the fields. */
  readonly hasMock: boolean
  /** Whether it was ended, because it took longer than the limit. */
  readonly isTooLong: boolean
  readonly seconds: number
}

interface RunOptions {
  readonly command: readonly string[]
  readonly isVerbose: boolean
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

/** Returns the processes that a process has started, and those that they have started. Some have a process group of their own. */
function findDescendants(pid: number): number[] {
  // Without `ps`, nothing is found, and only the group is ended.
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const rows = (stdout ?? '').split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  const found = [pid]
  for (const parent of found) found.push(...rows.flatMap(([id, from]) => (from === parent ? [id!] : [])))
  return found.slice(1)
}

/** Runs a test command several times, in a process group of its own. */
export class TestCommand {
  readonly #options: RunOptions
  readonly #folder = mkdtempSync(path.join(path.resolve(tmpdir()), 'conmock-needs-'))
  #child: ChildProcess | undefined
  #count = 0
  #isStopped = false

  constructor(options: RunOptions) {
    this.#options = options
  }

  /**
   * Runs the command once. It has failed if it takes longer than the limit.
   *
   * @param leftOut The fields that mocks leave out, by operation.
   * @throws UsageError If it cannot be started.
   */
  async run(leftOut: object, maxSeconds: number): Promise<TestRun> {
    const { command, isVerbose } = this.#options
    const number = ++this.#count
    const [file, report] = ['json', 'txt'].map((end) => path.join(this.#folder, `${number}.${end}`))
    writeFileSync(file!, JSON.stringify({ leftOut, report }))
    const start = performance.now()
    const [program = '', ...args] = command
    const child = spawn(program, args, {
      env: { ...process.env, [NEEDS_VARIABLE]: file },
      // stdout is for the result.
      stdio: ['ignore', isVerbose ? process.stderr : 'ignore', isVerbose ? process.stderr : 'ignore'],
      // A group of its own, so that all of its processes can be ended.
      detached: !isWindows,
      // npx and npm are scripts there.
      shell: isWindows,
    })
    this.#child = child
    let ending: Promise<void> | undefined
    const timer = setTimeout(() => {
      ending = this.#end()
    }, maxSeconds * MS_PER_SECOND)
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('exit', resolve).once('error', (error) => {
        reject(new UsageError(`cannot start ${program}: ${error.message}`))
      })
    }).finally(() => clearTimeout(timer))
    await ending
    // No other run may start: the process ends.
    if (this.#isStopped) await new Promise(() => {})
    // Processes that the command has left behind would disturb the next run.
    this.#killGroup()
    this.#child = undefined
    const seconds = (performance.now() - start) / MS_PER_SECOND
    const isTooLong = ending !== undefined
    return { passed: code === 0 && !isTooLong, hasMock: existsSync(report!), isTooLong, seconds }
  }

  #killGroup(): void {
    const { pid } = this.#child ?? {}
    if (pid !== undefined) send('SIGKILL', isWindows ? pid : -pid)
  }

  /** Ends the processes of a run. First they may end by themselves what they have started, as Playwright does. */
  async #end(): Promise<void> {
    const child = this.#child
    if (child?.pid === undefined) return
    const others = isWindows ? [] : findDescendants(child.pid)
    const ended = once(child, 'exit')
    send('SIGTERM', isWindows ? child.pid : -child.pid)
    await Promise.race([ended, sleep(GRACE_MS)])
    this.#killGroup()
    for (const pid of others) send('SIGKILL', pid)
  }

  /** Ends the processes of a run, and starts no other one. The second call does not wait. */
  async stop(): Promise<void> {
    if (this.#isStopped) return
    this.#isStopped = true
    await this.#end()
  }

  /** Ends a run at once, and removes the files of all runs. */
  close(): void {
    this.#killGroup()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
