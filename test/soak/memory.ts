import type { Sample } from './server-process.js'

const MIB = 2 ** 20

/**
 * How much more the heap may hold at the end than when it was warm. What the samples differ by without a leak – compiled
 * code, the state of the connections that are held – stays below the first number, however long the run is. A leak grows
 * with the requests: of two million, a single number kept for each would be 16 MB.
 */
const MOST_HEAP = 3 * MIB
/** The system gives a process memory as it likes, so this sees only what is no object at all and grows much. */
const MOST_RSS = 96 * MIB

/** What grew, and whether it may have. */
export interface Growth {
  readonly heap: number
  readonly rss: number
  readonly faults: readonly string[]
}

/** Bytes, for people. */
export function inMiB(bytes: number): string {
  return `${(bytes / MIB).toFixed(1)} MiB`
}

function least(numbers: readonly number[]): number {
  return Math.min(...numbers)
}

/**
 * Compares the samples after the warm-up: the lowest of the first with the lowest of the last, for what is left to be
 * collected can only make one higher.
 */
export function judgeMemory(samples: readonly Sample[]): Growth {
  const compared = Math.max(1, Math.floor(samples.length / 3))
  const [early, late] = [samples.slice(0, compared), samples.slice(-compared)]
  function grown(of: (sample: Sample) => number): number {
    return least(late.map(of)) - least(early.map(of))
  }
  const heap = grown((sample) => sample.heap)
  const rss = grown((sample) => sample.rss)
  const faults = [
    ...(heap > MOST_HEAP ? [`the heap grew by ${inMiB(heap)}, and may by ${inMiB(MOST_HEAP)}`] : []),
    ...(rss > MOST_RSS ? [`the memory grew by ${inMiB(rss)}, and may by ${inMiB(MOST_RSS)}`] : []),
  ]
  return { heap, rss, faults }
}
