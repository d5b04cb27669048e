// Loaded before the server's code. Reports memory, sockets and file descriptors of the process to the soak test.
import { readdirSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'

/** The number of open file descriptors, if the system lists them. */
function descriptors() {
  try {
    // Reading the list opens one more descriptor.
    return readdirSync('/proc/self/fd').length - 1
  } catch {
    return undefined
  }
}

async function sample() {
  // Objects may become unreachable only after the first collection.
  for (let round = 0; round < 3; round++) {
    globalThis.gc?.()
    await setImmediate()
  }
  const { heapUsed, external, rss } = process.memoryUsage()
  const sockets = process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length
  return { heap: heapUsed + external, rss, sockets, descriptors: descriptors() }
}

process.on('message', () => void sample().then((found) => process.send?.(found)))
// Stops the server if the soak test was killed.
process.on('disconnect', () => process.exit())
// Otherwise the channel would keep the process alive after the server has stopped.
process.channel?.unref()
