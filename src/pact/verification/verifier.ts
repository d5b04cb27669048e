import { fork, type ChildProcess } from 'node:child_process'
import { verifierProgram } from '../package-files.js'
import { TargetUnreachableError, type Answered, type Outgoing } from '../common/forward.js'
import { SetupProblem } from '../../common/errors.js'

/** Options of the native verifier; see `VerifierOptions` of `@pact-foundation/pact-core`. */
export type NativeOptions = { readonly [name: string]: unknown }

export type Task =
  | ({ readonly kind: 'send' } & Outgoing)
  | { readonly kind: 'verify'; readonly entry: string; readonly options: NativeOptions }

/** How a run of the native verifier ended. It publishes its findings to the gateway. */
export type NativeOutcome = 'success' | 'failure' | 'timeout'

/** Environment variables to remove: proxies would break requests to 127.0.0.1, and `PACT_…` change the verifier. */
const unwanted = /^(?:(?:https?|all|no|ftp)_proxy|pact_.*|node_options)$/i

function environment(secrets: readonly string[]): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name, value = '']) => !unwanted.test(name) && !secrets.some((secret) => value.includes(secret)),
  )
  return { ...Object.fromEntries(kept), PACT_DO_NOT_TRACK: 'true', NO_PROXY: '127.0.0.1,localhost' }
}

function crash(code: number | null, signal: string | null, output: string): SetupProblem {
  const lines = output.trim().split('\n')
  const message = lines.find((line) => /\berror\b|panicked/i.test(line)) ?? lines.at(-1)!
  const how = signal === null ? `exit code ${code}` : signal
  return new SetupProblem(`the verifier crashed (${how})${message === '' ? '' : `: ${message}`}`)
}

interface Waiting {
  readonly resolve: (result: never) => void
  readonly reject: (error: Error) => void
}

/**
 * A process that runs the native verifier and sends all requests of a verification. Tools that intercept requests in this
 * process, such as msw, have no effect there.
 */
export class VerifierProcess {
  readonly #child: ChildProcess
  readonly #waiting = new Map<number, Waiting>()
  readonly #closed: Promise<unknown>
  #nextId = 0
  #output = ''
  /** Why the process has ended. */
  #failure: Error | undefined

  /** @param secrets Environment variables that contain one of these values are removed. */
  constructor(secrets: readonly string[]) {
    this.#child = fork(verifierProgram, {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: environment(secrets),
      execArgv: [],
      // Needed for bodies, which are bytes.
      serialization: 'advanced',
    })
    for (const stream of [this.#child.stdout!, this.#child.stderr!]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.#output = (this.#output + text).slice(-10_000)
      })
    }
    this.#child.on(
      'message',
      (message: { id: number; result?: never; error?: string; othersMayArrive: boolean }) => {
        const waiting = this.#waiting.get(message.id)
        this.#waiting.delete(message.id)
        if (message.error === undefined) waiting?.resolve(message.result as never)
        else waiting?.reject(new TargetUnreachableError(message.error, message.othersMayArrive))
      },
    )
    this.#child.once('error', ({ message }) =>
      this.#fail(new SetupProblem(`the verifier did not start: ${message}`)),
    )
    this.#closed = new Promise((resolve) => {
      if (this.#child.pid === undefined) resolve(undefined)
      this.#child.once('close', (code, signal) => {
        this.#fail(crash(code, signal, this.#output))
        resolve(undefined)
      })
    })
  }

  #fail(error: Error): void {
    this.#failure ??= error
    for (const { reject } of this.#waiting.values()) reject(this.#failure)
    this.#waiting.clear()
  }

  #do<Result>(task: Task): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.#failure) return reject(this.#failure)
      const id = this.#nextId++
      this.#waiting.set(id, { resolve, reject })
      // If this fails, the process has ended, and the event `close` reports why.
      this.#child.send({ id, ...task }, () => undefined)
    })
  }

  send(request: Outgoing): Promise<Answered> {
    return this.#do({ kind: 'send', ...request })
  }

  /** Runs the native verifier. @throws SetupProblem If it crashes, or the reason of `stop`. */
  verify(entry: string, options: NativeOptions, maxMs: number): Promise<NativeOutcome> {
    // `setTimeout` may be a fake timer of a test.
    const signal = AbortSignal.timeout(Math.ceil(maxMs))
    const late = new Promise<NativeOutcome>((resolve) => {
      signal.addEventListener('abort', () => resolve('timeout'))
    })
    return Promise.race([this.#do<NativeOutcome>({ kind: 'verify', entry, options }), late])
  }

  /** Kills the process. What it has not finished fails with this reason. */
  stop(reason: SetupProblem): void {
    this.#fail(reason)
    this.#child.kill('SIGKILL')
  }

  async close(): Promise<void> {
    this.stop(new SetupProblem('the verifier has been stopped'))
    await this.#closed
  }
}
