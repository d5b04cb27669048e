import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('./stock-verifier.mjs', import.meta.url))
const MAX_MS = 10_000

/** The outcome of stock @pact-foundation/pact, without conmock. `green` means that its promise resolved. */
export type StockOutcome = 'green' | 'red' | 'crashed' | 'still running'

/** The input of stock @pact-foundation/pact. */
export interface StockTask {
  readonly pactUrls: readonly string[]
  readonly providerBaseUrl: string
  readonly provider?: string
  /** States whose handlers throw. There are no other handlers. */
  readonly throwing?: readonly string[]
}

/** Verifies pacts with stock @pact-foundation/pact, in its own process. */
export function runStockVerifier(task: StockTask): Promise<StockOutcome> {
  const { throwing = [], provider = 'a provider', ...options } = task
  const child = fork(program, {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { ...process.env, PACT_DO_NOT_TRACK: 'true' },
    execArgv: [],
  })
  return new Promise((resolve) => {
    let outcome: StockOutcome = 'crashed'
    const late = setTimeout(() => {
      outcome = 'still running'
      child.kill('SIGKILL')
    }, MAX_MS)
    child.once('message', ({ green }: { readonly green: boolean }) => {
      outcome = green ? 'green' : 'red'
      child.kill('SIGKILL')
    })
    child.once('close', () => {
      clearTimeout(late)
      resolve(outcome)
    })
    child.send({ options: { provider, ...options }, throwing })
  })
}
