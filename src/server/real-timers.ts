import { clearInterval, clearTimeout, setInterval, setTimeout } from 'node:timers'

/** Timers that still run when a test fakes the global ones. Otherwise closing a server could wait forever. */
export const realTimers = { clearInterval, clearTimeout, setInterval, setTimeout }
