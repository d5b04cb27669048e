import { setImmediate } from 'node:timers/promises'

/** While it creates records, the server answers other requests after this number of milliseconds. */
const MS_BETWEEN_PAUSES = 10

export function createPause(): () => Promise<void> | undefined {
  let last = performance.now()
  return () => {
    if (performance.now() - last < MS_BETWEEN_PAUSES) return undefined
    return setImmediate().then(() => void (last = performance.now()))
  }
}
