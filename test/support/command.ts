import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { expect, onTestFinished, vi } from 'vitest'
import { main } from './convention.js'

/** The output of a command, and its exit code; `null` if a signal ended it. */
export interface Outcome {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export const bin = fileURLToPath(new URL('../../dist/cli/bin.js', import.meta.url))

/** The environment without variables of the test runner and npm, which a user's shell does not have. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(?:npm_|VITEST|NODE_OPTIONS$|NODE_ENV$|FORCE_COLOR$|CI$)/.test(name),
  )
  return { ...Object.fromEntries(kept), NO_COLOR: '1' }
}

type Child = ChildProcessByStdio<null, Readable, Readable>

/** A running process with its output. It is killed at the end of the test. */
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

  /** @param variables Are added to the environment. */
  static start(
    program: string,
    args: readonly string[],
    cwd?: string,
    variables?: Readonly<Record<string, string>>,
  ): RunningCommand {
    const env = { ...plainEnvironment(), ...variables }
    return new RunningCommand(spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env, cwd }))
  }

  get stdout(): string {
    return this.#stdout
  }

  get stderr(): string {
    return this.#stderr
  }

  /** Waits for a match in the output, and resolves with the output up to its end. */
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

  /** Closes the pipe, as `| head -1` does. */
  stopReading(): void {
    this.#child.stdout.destroy()
  }

  /** Stops reading, but keeps the pipe open. */
  pauseReading(): void {
    this.#child.stdout.pause()
  }

  /** Sends a signal, and resolves with the exit code and signal, even if the output was not read. */
  async exited(signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): Promise<unknown[]> {
    const exit = once(this.#child, 'exit')
    this.#child.kill(signal)
    return exit
  }

  /** Sends a signal, and waits for the end of the process and its output. */
  async stop(signal: 'SIGINT' | 'SIGTERM' = 'SIGTERM'): Promise<Outcome> {
    this.#child.kill(signal)
    return this.ended()
  }

  async ended(): Promise<Outcome> {
    const code = await this.#ended
    return { code, stdout: this.#stdout, stderr: this.#stderr }
  }
}

/**
 * Starts the built `conmock`.
 *
 * @param variables Are added to the environment.
 */
export function spawnConmock(
  args: readonly string[],
  folder?: string,
  variables?: Readonly<Record<string, string>>,
): RunningCommand {
  return RunningCommand.start(process.execPath, [bin, ...args], folder, variables)
}

/** Runs the built `conmock`, and waits until it exits. */
export function runConmock(...args: readonly string[]): Promise<Outcome> {
  return spawnConmock(args).ended()
}

/** Runs a line in bash, and waits until it exits. */
export function runShell(line: string): Promise<Outcome> {
  return RunningCommand.start('bash', ['-c', line]).ended()
}

export interface ServingConmock<Command = RunningCommand> {
  readonly command: Command
  readonly url: string
  /** The output before the first request. */
  readonly greeting: string
}

type Printing = Pick<RunningCommand, 'printed'>

async function greeted<Command extends Printing>(
  command: Command,
  args: readonly string[],
): Promise<ServingConmock<Command>> {
  const short = args.includes('--json') || args.includes('--quiet')
  const greeting = await command.printed(short ? /\n/ : /Stop with.*\n\n/)
  return { command, greeting, url: /https?:\/\/[^\s"]+/.exec(greeting)![0] }
}

/** Starts the built `conmock` on a free port. */
export function startConmock(...args: readonly string[]): Promise<ServingConmock> {
  return greeted(spawnConmock([...args, '--port', '0']), args)
}

type ServingHere = ServingConmock<Pick<RunningCommand, 'printed' | 'stop'>>

/** The command line of an API. */
type Main = typeof main

/** Serves in this process on a free port, which is faster. Prints no colors. Stops at the end of the test. */
export function serveMain(...args: readonly string[]): Promise<ServingHere> {
  return serveWith(main, args)
}

/** Like `serveMain`, with the command line of another API. */
export function serveWith(run: Main, args: readonly string[]): Promise<ServingHere> {
  // The command stops at a message to the process. Those here are from vitest.
  const listening = vi.spyOn(process, 'once').mockImplementation((event, listener) => {
    if (event !== 'message') EventEmitter.prototype.once.call(process, event, listener)
    return process
  })
  // Vite ends the process at a signal, so only the command gets it.
  const others = new Set((['SIGINT', 'SIGTERM'] as const).flatMap((signal) => process.listeners(signal)))
  let [stdout, stderr] = ['', '']
  const ended = run([...args, '--port', '0'], {
    out: (text) => void (stdout += stripVTControlCharacters(text)),
    err: (text) => (stderr += text),
  })
  const stop = async (signal: 'SIGINT' | 'SIGTERM' = 'SIGTERM') => {
    for (const listener of process.listeners(signal)) if (!others.has(listener)) listener(signal)
    return { code: await ended, stdout, stderr }
  }
  onTestFinished(async () => {
    await stop()
    listening.mockRestore()
  })
  const printed = async (wanted: RegExp) => {
    await Promise.race([vi.waitUntil(() => wanted.test(stdout), { interval: 1, timeout: 20_000 }), ended])
    const match = wanted.exec(stdout) ?? expect.fail(`it printed ${stdout}${stderr}`)
    return stdout.slice(0, match.index + match[0].length)
  }
  return greeted({ printed, stop }, args)
}

/** Runs the command line in this process, which is faster. Only for commands that end. */
export function runMain(...args: readonly string[]): Promise<Outcome> {
  return runWith(main, args)
}

/** Like `runMain`, with the command line of another API. */
export async function runWith(run: Main, args: readonly string[]): Promise<Outcome> {
  let stdout = ''
  let stderr = ''
  const code = await run(args, {
    out: (text) => void (stdout += text),
    err: (text) => (stderr += text),
  })
  return { code, stdout, stderr }
}

export async function runMainIn(folder: string, ...args: readonly string[]): Promise<Outcome> {
  const before = process.cwd()
  process.chdir(folder)
  return runMain(...args).finally(() => process.chdir(before))
}

/** Expects that a command was refused in one line, and returns the line without `conmock: `. */
export function errorLineOf({ code, stdout, stderr }: Outcome): string {
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/^conmock: [^\n]+\n$/)
  return stderr.slice('conmock: '.length, -1)
}

/** Runs the command line in this process, and expects that it refuses these arguments in one line. Returns the line. */
export async function errorLine(...args: readonly string[]): Promise<string> {
  return errorLineOf(await runMain(...args))
}

/** Like `runMain`, but without colors, which depend on the environment. */
export async function runWithoutColors(...args: readonly string[]): Promise<Outcome> {
  const outcome = await runMain(...args)
  return { ...outcome, stdout: stripVTControlCharacters(outcome.stdout) }
}
