/**
 * The clock of all waits. Fake timers replace `setTimeout`, often before conmock is imported, and then a delayed answer would never
 * come. They leave the timer of a signal alone.
 */
export const realClock = { timeout: AbortSignal.timeout.bind(AbortSignal) }

/** Keeps Node running, which the timer of a signal does not. Where `MessageChannel` is missing, a test runner does it. */
function keepRunning(): () => void {
  if (typeof MessageChannel === 'undefined') return () => {}
  const { port1 } = new MessageChannel()
  // Node waits for a port that has a listener.
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- A listener would need `start()`, too.
  port1.onmessage = () => {}
  return () => port1.close()
}

/** Resolves after some milliseconds, or when the signal is aborted. With `Infinity`, there is no timer. */
export function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = ms === Infinity ? undefined : realClock.timeout(Math.ceil(ms))
    const stopRunning = timer && keepRunning()
    function done(): void {
      timer?.removeEventListener('abort', done)
      signal.removeEventListener('abort', done)
      stopRunning?.()
      resolve()
    }
    timer?.addEventListener('abort', done)
    signal.addEventListener('abort', done)
    if (signal.aborted) done()
  })
}
