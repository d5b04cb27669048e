import { deepFreeze } from '../common/freeze.js'
import type { Settings } from '../contract/assumptions.js'
import { DEFAULT_SEED } from './build.js'
import { countedKinds, kinds, type RecordCounts } from './kinds.js'
import type { DataPlan } from './initial-data.js'

interface Scenario {
  readonly description: string
  readonly edgeCases: boolean
  /** @param pageSize Records on a page of the API. `undefined` if the API has no list of this kind. */
  total(kind: (typeof kinds)[keyof RecordCounts], pageSize: number | undefined): number
}

/** The scenarios: built-in data by name. */
export const scenarios = deepFreeze({
  default: {
    description:
      '200 volunteers (the edge cases come first), some users without a volunteer record, 250 roles',
    edgeCases: true,
    total: ({ defaultTotals }) => defaultTotals!.default,
  },
  empty: { description: 'No records', edgeCases: false, total: () => 0 },
  'single-page': {
    description: 'Like `default`, but with exactly one full page of roles',
    edgeCases: true,
    total: ({ defaultTotals }, pageSize) => pageSize ?? defaultTotals!.default,
  },
  'many-pages': {
    description: '100,000 volunteers and 10,000 roles, generated on demand',
    edgeCases: true,
    total: ({ defaultTotals }) => defaultTotals!['many-pages'],
  },
  'edge-cases': {
    description: 'Only the edge cases: hand-written records with unusual values',
    edgeCases: true,
    total: ({ handMade }) => handMade.length,
  },
} as const satisfies Record<string, Scenario>)

/** Name of a scenario. */
export type ScenarioName = keyof typeof scenarios

/** Options of the generated data. */
export interface DataOptions extends RecordCounts {
  /**
   * Seed of the generated records, a whole number from 0 to 2^53 - 1. The same seed generates the same records.
   *
   * @default 1
   */
  readonly seed?: number | undefined
  /**
   * The records that the mock starts with.
   *
   * - `default`: 200 volunteers (the edge cases come first), some users without a volunteer record, 250 roles
   * - `empty`: no records
   * - `single-page`: like `default`, but with exactly one full page of roles
   * - `many-pages`: 100,000 volunteers and 10,000 roles, generated on demand
   * - `edge-cases`: only the hand-written records
   *
   * @default 'default'
   */
  readonly scenario?: ScenarioName | undefined
}

/** Returns the plan of the data. Options that mean the same have equal plans. */
export function planFor(
  { scenario = 'default', seed = DEFAULT_SEED, ...counts }: DataOptions,
  settings: Settings,
): DataPlan {
  const chosen: Scenario = scenarios[scenario]
  const pageSizes: { readonly [name: string]: unknown } = settings
  const totals = countedKinds.map((kind) => {
    const pageSize = pageSizes[`${kind}.pageSize`] as number | undefined
    return [kind, counts[kind] ?? chosen.total(kinds[kind], pageSize)]
  })
  return { seed, edgeCases: chosen.edgeCases, totals: Object.fromEntries(totals) as DataPlan['totals'] }
}
