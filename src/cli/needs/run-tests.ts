import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { NEEDS_VARIABLE } from '../../internal/coverage.js'
import { UsageError } from '../errors.js'

/** How a run of the tests ended. */
export interface TestRun {
  readonly passed: boolean
  /** Whether a mock has read which fields to leave out. */
  readonly hasMock: boolean
  readonly seconds: number
}

interface RunOptions {
  readonly command: readonly string[]
  readonly isVerbose: boolean
}

const MS_PER_SECOND = 1000

/** Runs a test command several times, in a process group of its own. */
export class TestCommand {
  readonly #options: RunOptions
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'conmock-needs-'))
  #child: ChildProcess | undefined
  #count = 0

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
      detached: process.platform !== 'win32',
      // npx and npm are scripts there.
      shell: process.platform === 'win32',
    })
    this.#child = child
    const timer = setTimeout(() => this.#kill(), maxSeconds * MS_PER_SECOND)
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('exit', resolve).once('error', (error) => {
        reject(new UsageError(`cannot start ${program}: ${error.message}`))
      })
    }).finally(() => clearTimeout(timer))
    // Processes that the command has left behind would disturb the next run.
    this.#kill()
    const seconds = (performance.now() - start) / MS_PER_SECOND
    return { passed: code === 0, hasMock: existsSync(report!), seconds }
  }

  #kill(): void {
    const { pid } = this.#child ?? {}
    if (pid === undefined) return
    try {
      process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
    } catch {
      // It has ended.
    }
  }

  /** Ends a run, and removes the files of all runs. */
  close(): void {
    this.#kill()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
