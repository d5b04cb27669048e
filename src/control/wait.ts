// Imported, so that they still run when a test fakes the global ones.
import { clearTimeout, setTimeout } from 'node:timers'

/**
 * Resolves when one of the signals aborts, when `wake` is called, or after some time.
 *
 * @param start Called at once with the function `wake`. Returns a function that is called at the end.
 */
export function waitUntil(
  ms: number,
  signals: readonly AbortSignal[],
  start: (wake: () => void) => () => void,
): Promise<void> {
  return new Promise((resolve) => {
    const stop = start(end)
    const timer = setTimeout(end, ms)
    for (const signal of signals) signal.addEventListener('abort', end)
    if (signals.some(({ aborted }) => aborted)) end()

    function end(): void {
      clearTimeout(timer)
      for (const signal of signals) signal.removeEventListener('abort', end)
      stop?.()
      resolve()
    }
  })
}
