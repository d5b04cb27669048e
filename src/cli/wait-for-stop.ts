const stopSignals = ['SIGINT', 'SIGTERM'] as const

/** Resolves at the first signal to stop, or when `--watch` asks this process to stop. A second signal ends the process at once. */
export function waitForStop(): Promise<void> {
  return new Promise((resolve) => {
    function stop(): void {
      for (const signal of stopSignals) process.off(signal, stop)
      resolve()
    }
    for (const signal of stopSignals) process.on(signal, stop)
    process.once('message', stop)
  })
}
