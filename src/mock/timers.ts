/** Timers that also run when a test fakes the global ones. With fake timers, a delayed answer would never come. */
const timers = {
  setTimeout: globalThis.setTimeout.bind(globalThis),
  clearTimeout: globalThis.clearTimeout.bind(globalThis),
}

/** Resolves after some milliseconds, or when the signal is aborted. With `Infinity`, there is no timer. */
export function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    function done(): void {
      timers.clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = ms === Infinity ? undefined : timers.setTimeout(done, ms)
    signal.addEventListener('abort', done)
    if (signal.aborted) done()
  })
}
