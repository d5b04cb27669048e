import { onTestFinished, vi } from 'vitest'
import { realTimers } from '../../src/server/graceful-close.js'

/** Stops the clock that limits `close`, until `vi.advanceTimersByTime` moves it. */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { setTimeout, clearTimeout } = realTimers
  Object.assign(realTimers, {
    setTimeout: globalThis.setTimeout,
    clearTimeout: globalThis.clearTimeout,
  })
  onTestFinished(() => {
    Object.assign(realTimers, { setTimeout, clearTimeout })
    vi.useRealTimers()
  })
}
