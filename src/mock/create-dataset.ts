import type { Settings } from '../contract/assumptions.js'
import { DEFAULT_SEED } from '../dataset/build.js'
import { parseData } from '../dataset/data-file.js'
import { Dataset } from '../dataset/dataset.js'
import { planFor } from '../dataset/scenarios.js'
import { generatedData, givenData } from '../dataset/initial-data.js'
import type { MockOptions } from './options.js'

/**
 * Creates the records that the options choose.
 *
 * @throws DataError For invalid data, with the JSON path of every problem.
 */
export function createDataset(options: MockOptions, settings: Settings): Dataset {
  const { seed = DEFAULT_SEED } = options
  if (options.data === undefined) {
    const plan = planFor(options, settings)
    return new Dataset(() => generatedData(plan), seed)
  }
  const data = parseData(options.data, { seed })
  return new Dataset(() => givenData(data), seed)
}
