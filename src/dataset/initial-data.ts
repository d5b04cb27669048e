import QuickLru from 'quick-lru'
import { memberAt } from '../common/json-path.js'
import { otherKey } from './keys.js'
import { listContainers, mapKinds } from './kinds.js'
import type { Generation, Sources } from './kind.js'
import type { Lists } from '../convention/resources.js'
import { givenSource, joinedSource } from './source.js'

/** The records before a test changes them. They never change, so mocks can share them. */
export type InitialData = Sources

export interface DataPlan {
  readonly seed: number
  readonly edgeCases: boolean
  /** Numbers of records, including the hand-written ones. A kind without a number derives it from the others. */
  readonly totals: Generation['counts']
}

/** @param lists As in a data file, which leaves out the records that others contain. */
export function givenData(lists: Lists): InitialData {
  return mapKinds((name, kind) => {
    const contained = listContainers(name).flatMap(({ container, member }) =>
      lists[container].map((record) => memberAt(record, [member])),
    )
    const records = [...contained, ...lists[name]] as typeof kind.handMade
    return givenSource(records, (record) => otherKey(kind, record))
  }) as InitialData
}

function generateData({ seed, edgeCases, totals }: DataPlan): InitialData {
  const handMade = givenData(
    mapKinds((name, kind) => (edgeCases ? kind.handMade.slice(0, totals[name]) : [])) as Lists,
  )
  const counts = mapKinds((name) => {
    const total = totals[name]
    return total === undefined ? undefined : total - handMade[name].size
  }) as Generation['counts']
  const generated: InitialData = mapKinds((_, kind) =>
    kind.generate({ seed, counts }, () => generated),
  ) as InitialData
  return mapKinds((name) => joinedSource(handMade[name], generated[name])) as InitialData
}

/** The last data by their plans: enough for the tests of one process. */
const recent = new QuickLru<string, InitialData>({ maxSize: 16 })

/**
 * Returns the data of a plan. Mocks with the same plan share them. This is fast for every size, because records are generated
 * when they are first read.
 */
export function generatedData(plan: DataPlan): InitialData {
  const key = JSON.stringify(plan)
  if (!recent.has(key)) recent.set(key, generateData(plan))
  return recent.get(key)!
}
