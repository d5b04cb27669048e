import type { Settings } from '../contract/assumptions.js'
import { checkedSeed } from '../dataset/checked-count.js'
import { parseData, type MockData } from '../dataset/data-file.js'
import { Dataset } from '../dataset/dataset.js'
import { planFor } from '../dataset/scenarios.js'
import { generatedData, givenData, type DataPlan } from '../dataset/initial-data.js'
import type { MockOptions } from './options.js'

/** What decides the records that a mock starts with. Options that mean the same have equal origins. */
export type Origin =
  { readonly seed: number; readonly plan: DataPlan } | { readonly seed: number; readonly data: MockData }

/**
 * Checks the options that choose the data.
 *
 * @throws InvalidOptionError For an unknown scenario, or a number out of range.
 * @throws DataError For invalid data, with the JSON path of every problem.
 */
export function originOf(options: MockOptions, settings: Settings): Origin {
  const seed = checkedSeed(options.seed)
  if (options.data === undefined) return { seed, plan: planFor(options, settings) }
  return { seed, data: parseData(options.data, { seed }) }
}

/** Origins are JSON, and their members always have the same order. */
function isEqual(a: Origin, b: Origin): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Returns the dataset of the previous mock if it has the same origin, including its changes. Otherwise, a new one. */
export function createDataset(
  origin: Origin,
  previous?: { readonly origin: Origin; readonly dataset: Dataset },
): Dataset {
  if (previous && isEqual(previous.origin, origin)) return previous.dataset
  return new Dataset(
    () => ('data' in origin ? givenData(origin.data) : generatedData(origin.plan)),
    origin.seed,
  )
}
