import { targets, type Target } from './answers.js'
import type { Measurement } from './http-rounds.js'

/** The results of a contestant for one target, also in relation to the floor and to conmock. */
interface Figures {
  readonly requestsPerSecond: number
  readonly p99: number
  readonly requestsPerSecondOfOne: number
  readonly p99OfOne: number
  readonly cpu: number
  /** Requests per second, divided by those of the floor. */
  readonly ofFloor: number
  /** conmock's requests per second, divided by those of this contestant. */
  readonly conmockIsFaster: number
  /** p99, divided by that of the floor. */
  readonly p99OfFloor: number
}

/** The figures of each contestant, in their order; the floor is the first, conmock the second. */
export type TargetFigures = Readonly<Record<Target, readonly Figures[]>>

/** The best value of each figure. */
function bestOf(all: readonly Measurement[]) {
  const most = (read: (each: Measurement) => number) => Math.max(...all.map(read))
  const least = (read: (each: Measurement) => number) => Math.min(...all.map(read))
  return {
    requestsPerSecond: most(({ many }) => many.requestsPerSecond),
    p99: least(({ many }) => many.p99Milliseconds),
    requestsPerSecondOfOne: most(({ one }) => one.requestsPerSecond),
    p99OfOne: least(({ one }) => one.p99Milliseconds),
    cpu: least(({ cpuMicroseconds }) => cpuMicroseconds),
  }
}

/** @param all The measurements of each contestant. */
export function figuresOf(all: readonly (readonly Measurement[])[]): TargetFigures {
  const of = (target: Target) => {
    const best = all.map((seen) => bestOf(seen.filter((each) => each.target === target)))
    const [floor, conmock] = [best[0]!, best[1]!]
    return best.map((own) => ({
      ...own,
      ofFloor: own.requestsPerSecond / floor.requestsPerSecond,
      conmockIsFaster: conmock.requestsPerSecond / own.requestsPerSecond,
      p99OfFloor: own.p99 / floor.p99,
    }))
  }
  const [volunteer, roles] = targets.map(of)
  return { volunteer: volunteer!, roles: roles! }
}
