import { targets, type Target } from './answers.js'
import type { Round } from './http-rounds.js'
import { median, medianOf } from './statistics.js'

/** The medians of a contestant for one target, and how they stand to the floor's and to conmock's of the same round. */
interface Figures {
  readonly requestsPerSecond: number
  readonly p99: number
  readonly requestsPerSecondOfOne: number
  readonly p99OfOne: number
  readonly cpu: number
  /** Requests per second: times those of the floor. */
  readonly ofFloor: number
  /** Requests per second: how many times fewer than conmock's. */
  readonly conmockIsFaster: number
  /** p99: times that of the floor. */
  readonly p99OfFloor: number
}

/** The figures of each contestant, in their order; the floor is the first, conmock the second. */
export type TargetFigures = Readonly<Record<Target, readonly Figures[]>>

function ratioByRound(
  rounds: readonly Round[],
  others: readonly Round[],
  read: (round: Round) => number,
): number {
  return median(rounds.map((round, index) => read(round) / read(others[index]!)))
}

const speed = ({ many }: Round) => many.requestsPerSecond
const p99 = ({ many }: Round) => many.p99Milliseconds

/** @param all The rounds of each contestant. */
export function figuresOf(all: readonly (readonly Round[])[]): TargetFigures {
  const of = (target: Target) => {
    const rounds = all.map((seen) => seen.filter((round) => round.target === target))
    const [floor, conmock] = [rounds[0]!, rounds[1]!]
    return rounds.map((own) => ({
      requestsPerSecond: medianOf(own, speed),
      p99: medianOf(own, p99),
      requestsPerSecondOfOne: medianOf(own, ({ one }) => one.requestsPerSecond),
      p99OfOne: medianOf(own, ({ one }) => one.p99Milliseconds),
      cpu: medianOf(own, ({ cpuMicroseconds }) => cpuMicroseconds),
      ofFloor: ratioByRound(own, floor, speed),
      conmockIsFaster: ratioByRound(conmock, own, speed),
      p99OfFloor: ratioByRound(own, floor, p99),
    }))
  }
  const [volunteer, roles] = targets.map(of)
  return { volunteer: volunteer!, roles: roles! }
}
