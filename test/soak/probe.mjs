// Loaded before the server's code. Reports memory and sockets of the process to the soak test.
import { setImmediate } from 'node:timers/promises'

async function sample() {
  // Objects may become unreachable only after the first collection.
  for (let round = 0; round < 3; round++) {
    globalThis.gc?.()
    await setImmediate()
  }
  const { heapUsed, external, rss } = process.memoryUsage()
  const sockets = process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length
  return { heap: heapUsed + external, rss, sockets }
}

process.on('message', () => void sample().then((found) => process.send?.(found)))
// Stops the server if the soak test was killed.
process.on('disconnect', () => process.exit())
// Otherwise the channel would keep the process alive after the server has stopped.
process.channel?.unref()
