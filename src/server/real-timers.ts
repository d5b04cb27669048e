import { clearInterval, clearTimeout, setInterval, setTimeout } from 'node:timers'

/** Timers that go on when a test fakes the global ones: a server that is closed must not wait for a clock that stands still. */
export const realTimers = { clearInterval, clearTimeout, setInterval, setTimeout }
