import { fork } from 'node:child_process'
import { verifierProgram } from '../package-files.js'
import { SetupProblem } from './problem.js'

/** What the verifier is to do; see `VerifierOptions` of `@pact-foundation/pact-core`. */
export type NativeOptions = { readonly [name: string]: unknown }

/** How the verifier ended. What it found out, it has told its broker. */
export interface VerifierOutcome {
  readonly success: boolean
}

/** What would lead the verifier astray: proxies, which loopback calls must not go through, and its own switches. */
const unwanted = /^(?:(?:https?|all|no|ftp)_proxy|pact_.*|node_options)$/i

function environment(secrets: readonly string[]): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name, value = '']) => !unwanted.test(name) && !secrets.some((secret) => value.includes(secret)),
  )
  return { ...Object.fromEntries(kept), PACT_DO_NOT_TRACK: 'true', NO_PROXY: '127.0.0.1,localhost' }
}

function reasonOf(code: number | null, signal: string | null, output: string): string {
  const lines = output.trim().split('\n')
  const said = lines.find((line) => /\berror\b|panicked/i.test(line)) ?? lines.at(-1)!
  const how = signal === null ? `exit code ${code}` : signal
  return `the verifier crashed (${how})${said === '' ? '' : `: ${said}`}`
}

/**
 * Runs the native verifier in a process of its own.
 *
 * @param task.entry The entry of `@pact-foundation/pact`.
 * @param task.mostMs How long it may take.
 * @param task.signal Stops it; the signal's reason is thrown.
 * @param task.secrets Values that its environment must not hold.
 * @param task.onOutput Told what it prints.
 * @throws SetupProblem When it crashes, or takes too long.
 */
export function runVerifier(task: {
  readonly entry: string
  readonly options: NativeOptions
  readonly mostMs: number
  readonly signal: AbortSignal
  readonly secrets?: readonly string[]
  readonly onOutput?: ((text: string) => void) | undefined
}): Promise<VerifierOutcome> {
  const { signal, onOutput } = task
  signal.throwIfAborted()
  const child = fork(verifierProgram, {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: environment(task.secrets ?? []),
    execArgv: [],
  })
  let output = ''
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-10_000)
      onOutput?.(text)
    })
  }
  return new Promise((resolve, reject) => {
    let outcome: VerifierOutcome | undefined
    let failure: Error | undefined
    const stop = (reason: Error) => {
      failure ??= reason
      child.kill('SIGKILL')
    }
    const late = setTimeout(() => {
      stop(new SetupProblem(`the verifier did not end within ${task.mostMs / 1000} s, and was stopped`))
    }, task.mostMs)
    const abort = () => stop(signal.reason as Error)
    signal.addEventListener('abort', abort)
    child.once('message', (message) => (outcome = message as VerifierOutcome))
    child.once(
      'error',
      (error) => (failure ??= new SetupProblem(`the verifier did not start: ${error.message}`)),
    )
    child.once('close', (code, killedBy) => {
      clearTimeout(late)
      signal.removeEventListener('abort', abort)
      if (failure) reject(failure)
      else if (outcome) resolve(outcome)
      else reject(new SetupProblem(reasonOf(code, killedBy, output)))
    })
    child.send({ entry: task.entry, options: task.options }, (error) => {
      if (error) stop(new SetupProblem(`the verifier did not start: ${error.message}`))
    })
  })
}
