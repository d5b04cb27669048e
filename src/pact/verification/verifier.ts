import { fork, type ChildProcess } from 'node:child_process'
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { verifierProgram } from '../package-files.js'
import { SetupProblem } from './problem.js'

/** What the native verifier is to do; see `VerifierOptions` of `@pact-foundation/pact-core`. */
export type NativeOptions = { readonly [name: string]: unknown }

/** A request on its way. */
export interface Outgoing {
  /** Scheme, host and port. */
  readonly origin: string
  readonly method: string
  /** Path and query, as they are sent. */
  readonly path: string
  readonly headers: OutgoingHttpHeaders
  readonly body: Uint8Array
  /** How long the answer may take. */
  readonly maxMs: number
}

/** What came back. */
export interface Answered {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** As it came. */
  readonly body: Uint8Array
}

/** What the process can do. */
export type Task =
  | ({ readonly kind: 'send' } & Outgoing)
  | { readonly kind: 'connect'; readonly origin: string; readonly maxMs: number }
  | {
      readonly kind: 'verify'
      readonly entry: string
      readonly options: NativeOptions
      readonly maxMs: number
    }

/** How a run of the native verifier ended. What it found, it has told its broker. */
export type NativeOutcome = 'success' | 'failure' | 'timeout'

/** The target, or the broker, did not answer. */
export class TargetUnreachable extends Error {
  override readonly name = 'TargetUnreachable'
}

/** Those of Node, before a test can replace them. */
const { setTimeout, clearTimeout } = globalThis

/** The process ends the run itself. It is killed when it does not even do that. */
const GRACE_MS = 2000

/** What would lead the verifier astray: proxies, which loopback calls must not go through, and its own switches. */
const unwanted = /^(?:(?:https?|all|no|ftp)_proxy|pact_.*|node_options)$/i

function environment(secrets: readonly string[]): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name, value = '']) => !unwanted.test(name) && !secrets.some((secret) => value.includes(secret)),
  )
  return { ...Object.fromEntries(kept), PACT_DO_NOT_TRACK: 'true', NO_PROXY: '127.0.0.1,localhost' }
}

function crash(code: number | null, signal: string | null, output: string): SetupProblem {
  const lines = output.trim().split('\n')
  const said = lines.find((line) => /\berror\b|panicked/i.test(line)) ?? lines.at(-1)!
  const how = signal === null ? `exit code ${code}` : signal
  return new SetupProblem(`the verifier crashed (${how})${said === '' ? '' : `: ${said}`}`)
}

interface Waiting {
  readonly resolve: (result: never) => void
  readonly reject: (error: Error) => void
}

/**
 * The process that runs the native verifier and sends all requests of a verification. What intercepts requests in this
 * process, as msw does, does not reach them there.
 */
export class VerifierProcess {
  readonly #child: ChildProcess
  readonly #waiting = new Map<number, Waiting>()
  readonly #closed: Promise<void>
  #nextId = 0
  #output = ''
  /** Why it does nothing any more. */
  #failure: Error | undefined

  /**
   * @param options.secrets Values that its environment must not hold.
   * @param options.onOutput Told what it prints.
   */
  constructor(options: {
    readonly secrets: readonly string[]
    readonly onOutput?: ((text: string) => void) | undefined
  }) {
    this.#child = fork(verifierProgram, {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: environment(options.secrets),
      execArgv: [],
      // Bodies are bytes.
      serialization: 'advanced',
    })
    for (const stream of [this.#child.stdout!, this.#child.stderr!]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.#output = (this.#output + text).slice(-10_000)
        options.onOutput?.(text)
      })
    }
    this.#child.on('message', (message: { id: number; result?: never; error?: string }) => {
      const waiting = this.#waiting.get(message.id)
      this.#waiting.delete(message.id)
      if (message.error === undefined) waiting?.resolve(message.result as never)
      else waiting?.reject(new TargetUnreachable(message.error))
    })
    this.#closed = new Promise((resolve) => {
      this.#child.once('error', (error) => {
        this.#fail(new SetupProblem(`the verifier did not start: ${error.message}`))
        resolve()
      })
      this.#child.once('close', (code, signal) => {
        this.#fail(crash(code, signal, this.#output))
        resolve()
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
      // Where it fails, the process has ended, and `close` says why.
      this.#child.send({ id, ...task }, () => undefined)
    })
  }

  /** Sends a request. @throws TargetUnreachable When no whole answer comes in time. */
  send(request: Outgoing): Promise<Answered> {
    return this.#do({ kind: 'send', ...request })
  }

  /** Looks whether anything listens there. @throws TargetUnreachable When nothing does. */
  connect(origin: string, maxMs: number): Promise<void> {
    return this.#do({ kind: 'connect', origin, maxMs })
  }

  /**
   * Runs the native verifier.
   *
   * @param task.entry The entry of `@pact-foundation/pact`.
   * @param task.signal Ends the process; its reason is thrown.
   * @throws SetupProblem When the verifier crashes.
   */
  async verify(task: {
    readonly entry: string
    readonly options: NativeOptions
    readonly maxMs: number
    readonly signal: AbortSignal
  }): Promise<NativeOutcome> {
    const { entry, options, maxMs, signal } = task
    const abort = () => this.#end(signal.reason as Error)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort)
    let late: NodeJS.Timeout | undefined
    const hung = new Promise<NativeOutcome>((resolve) => {
      late = setTimeout(resolve, maxMs + GRACE_MS, 'timeout')
    })
    try {
      return await Promise.race([this.#do<NativeOutcome>({ kind: 'verify', entry, options, maxMs }), hung])
    } finally {
      clearTimeout(late)
      signal.removeEventListener('abort', abort)
    }
  }

  #end(reason: Error): void {
    this.#fail(reason)
    this.#child.kill('SIGKILL')
  }

  /** Ends the process. Resolves when it is gone. */
  async close(): Promise<void> {
    this.#end(new SetupProblem('the verifier has been stopped'))
    await this.#closed
  }
}
