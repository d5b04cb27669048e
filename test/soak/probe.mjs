// Loaded before the server's own code: tells the soak what the server's process holds, after a collection of garbage.
import { readdirSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'

/** Open file descriptors, where the system lists them. */
function descriptors() {
  try {
    // The list is read through a descriptor of its own.
    return readdirSync('/proc/self/fd').length - 1
  } catch {
    return undefined
  }
}

async function sample() {
  // What the first finds unreachable may hold more, which is let go in a later turn.
  for (let round = 0; round < 3; round++) {
    globalThis.gc?.()
    await setImmediate()
  }
  const { heapUsed, external, rss } = process.memoryUsage()
  const sockets = process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length
  return { heap: heapUsed + external, rss, sockets, descriptors: descriptors() }
}

process.on('message', () => void sample().then((found) => process.send?.(found)))
// A soak that was killed leaves no server behind.
process.on('disconnect', () => process.exit())
// The server must end when it has stopped, as it does without this.
process.channel?.unref()
