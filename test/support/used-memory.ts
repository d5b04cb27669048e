import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
export const collectGarbage = runInNewContext('gc') as () => void

/** The bytes of all objects of this process that can be reached. */
export async function usedMemory(): Promise<number> {
  // Objects may become unreachable only after the first collection.
  for (let count = 0; count < 3; count++) {
    collectGarbage()
    await delay(1)
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
