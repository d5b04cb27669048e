import QuickLru from 'quick-lru'
import { otherKey } from './keys.js'
import { mapKinds, type RecordTypes } from './kinds.js'
import type { Generation, Lists, Sources } from './kinds/kind.js'
import { givenSource, joinedSource } from './source.js'

/** The records before a test changes them. A world never changes, so mocks can share it. */
export type World = Sources<RecordTypes>

/** Options of a generated world. */
export interface WorldPlan {
  /** A whole number from 0 to 2^53 - 1. */
  readonly seed: number
  /** Whether the world includes the hand-made records. */
  readonly personas: boolean
  /** Numbers of records, including the hand-made ones. A kind without a number derives it from the others. */
  readonly totals: Generation<RecordTypes>['counts']
}

/** Creates a world from existing records. */
export function givenWorld(lists: Lists<RecordTypes>): World {
  return mapKinds((name, kind) =>
    givenSource(kind.fromData?.(lists) ?? lists[name], (record) => otherKey(kind, record)),
  ) as World
}

function generateWorld({ seed, personas, totals }: WorldPlan): World {
  const handMade = givenWorld(
    mapKinds((name, kind) => (personas ? kind.handMade.slice(0, totals[name]) : [])) as Lists<RecordTypes>,
  )
  const counts = mapKinds((name) => {
    const total = totals[name]
    return total === undefined ? undefined : total - handMade[name].size
  }) as Generation<RecordTypes>['counts']
  const generated: World = mapKinds((_, kind) =>
    kind.generate({ seed, personas, counts }, () => generated),
  ) as World
  return mapKinds((name) => joinedSource(handMade[name], generated[name])) as World
}

/** The last worlds by their plans: enough for the scenarios in the tests of one process. */
const worlds = new QuickLru<string, World>({ maxSize: 16 })

/**
 * Returns the world of a plan. Mocks with the same plan share it. This is fast for every size, because records are generated
 * when they are first read.
 */
export function generatedWorld(plan: WorldPlan): World {
  const key = JSON.stringify(plan)
  if (!worlds.has(key)) worlds.set(key, generateWorld(plan))
  return worlds.get(key)!
}
