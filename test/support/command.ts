import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { main } from '../../src/cli/main.js'

/** What a command has printed, and the code that it ended with; `null` when a signal ended it. */
export interface Outcome {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

const bin = fileURLToPath(new URL('../../dist/cli/bin.js', import.meta.url))

/** Ours, without what the test runner and npm put there: a user's shell has none of it. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(?:npm_|VITEST|NODE_OPTIONS$|NODE_ENV$|FORCE_COLOR$|CI$)/.test(name),
  )
  return { ...Object.fromEntries(kept), NO_COLOR: '1' }
}

type Child = ChildProcessByStdio<null, Readable, Readable>

/** A process that runs, with what it prints. Killed when the test is over. */
export class RunningCommand {
  readonly #child: Child
  readonly #ended: Promise<number | null>
  #stdout = ''
  #stderr = ''

  private constructor(child: Child) {
    this.#child = child
    child.stdout.setEncoding('utf8').on('data', (text: string) => (this.#stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (this.#stderr += text))
    this.#ended = new Promise((resolve, reject) => {
      child.once('close', (code) => resolve(code)).once('error', reject)
    })
    onTestFinished(() => void child.kill('SIGKILL'))
  }

  static start(program: string, args: readonly string[], cwd?: string): RunningCommand {
    return new RunningCommand(
      spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: plainEnvironment(), cwd }),
    )
  }

  get stdout(): string {
    return this.#stdout
  }

  /** Resolves with what was printed up to and with the first match. */
  async printed(wanted: RegExp): Promise<string> {
    for (;;) {
      const match = wanted.exec(this.#stdout)
      if (match) return this.#stdout.slice(0, match.index + match[0].length)
      const [reason] = (await Promise.race([
        once(this.#child.stdout, 'data').then(() => []),
        this.#ended.then((code) => [code]),
      ])) as [number | null | undefined]
      if (reason !== undefined) throw new Error(`ended with ${reason}: ${this.#stdout}${this.#stderr}`)
    }
  }

  /** Reads no more, as `| head -1` does. */
  stopReading(): void {
    this.#child.stdout.destroy()
  }

  /** Reads no more, and leaves the pipe open. */
  pauseReading(): void {
    this.#child.stdout.pause()
  }

  /** Asks the process to stop, and waits for its exit, though its output was not read: its code, and the signal. */
  async exited(signal: 'SIGINT' | 'SIGTERM'): Promise<unknown[]> {
    const exit = once(this.#child, 'exit')
    this.#child.kill(signal)
    return exit
  }

  /** Asks the process to stop, and waits for its end. */
  async stop(signal: 'SIGINT' | 'SIGTERM' = 'SIGTERM'): Promise<Outcome> {
    this.#child.kill(signal)
    return this.ended()
  }

  async ended(): Promise<Outcome> {
    const code = await this.#ended
    return { code, stdout: this.#stdout, stderr: this.#stderr }
  }
}

/** Runs `conmock` as built, to its end. */
export function runConmock(...args: readonly string[]): Promise<Outcome> {
  return RunningCommand.start(process.execPath, [bin, ...args]).ended()
}

/** Runs a line of a POSIX shell, to its end. */
export function runShell(line: string): Promise<Outcome> {
  return RunningCommand.start('bash', ['-c', line]).ended()
}

/** A `conmock` that serves, and where. */
export interface ServingConmock {
  readonly command: RunningCommand
  readonly url: string
  /** All that it printed before the first request. */
  readonly greeting: string
}

/** Starts the built `conmock` on a free port. */
export async function startConmock(...args: readonly string[]): Promise<ServingConmock> {
  const command = RunningCommand.start(process.execPath, [bin, ...args, '--port', '0'])
  const short = args.includes('--json') || args.includes('--quiet')
  const greeting = await command.printed(short ? /\n/ : /Stop with.*\n\n/)
  return { command, greeting, url: /http:\/\/[^\s"]+/.exec(greeting)![0] }
}

/** Runs the command line in this process: fast, and only for what does not serve. */
export async function runMain(...args: readonly string[]): Promise<Outcome> {
  let stdout = ''
  let stderr = ''
  const code = await main(args, {
    out: async (text) => Boolean((stdout += text)),
    err: (text) => (stderr += text),
  })
  return { code, stdout, stderr }
}
