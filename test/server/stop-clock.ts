import { onTestFinished, vi } from 'vitest'
import { realClock } from '../../src/mock/timers.js'

/** Shorter waits, such as those between two looks at the connections, go on. */
const MIN_STOPPED_MS = 1000

/** Stops the clock that limits `close`, until `vi.advanceTimersByTime` moves it. */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { timeout } = realClock
  realClock.timeout = (ms) => {
    if (ms < MIN_STOPPED_MS) return timeout(ms)
    const controller = new AbortController()
    setTimeout(() => controller.abort(), ms)
    return controller.signal
  }
  onTestFinished(() => {
    realClock.timeout = timeout
    vi.useRealTimers()
  })
}
