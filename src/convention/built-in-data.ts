import { deepFreeze } from '../common/freeze.js'
import type { Settings } from '../contract/settings.js'
import { DEFAULT_SEED } from '../dataset/build.js'
import { countOptions, kinds, type RecordCounts } from './kinds.js'
import type { DataPlan } from '../dataset/initial-data.js'

interface BuiltInData {
  readonly description: string
  readonly edgeCases: boolean
  /** @param pageSize Records on a page of the API. `undefined` if the API has no list of this kind. */
  total(kind: (typeof kinds)[(typeof countOptions)[keyof RecordCounts]], pageSize: number | undefined): number
}

/** The built-in data: the records of a mock, by name. */
export const builtInData = deepFreeze({
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
} as const satisfies Record<string, BuiltInData>)

/** Name of built-in data. */
export type BuiltInDataName = keyof typeof builtInData

/** What the generated records depend on. */
export interface GeneratedData extends RecordCounts {
  readonly seed?: number | undefined
  readonly data?: BuiltInDataName | undefined
}

/** Returns the plan of the data. Options that mean the same have equal plans. */
export function planFor(
  { data = 'default', seed = DEFAULT_SEED, ...counts }: GeneratedData,
  settings: Settings,
): DataPlan {
  const chosen: BuiltInData = builtInData[data]
  const pageSizes: { readonly [name: string]: unknown } = settings
  const names = Object.keys(countOptions) as (keyof RecordCounts)[]
  const totals = names.map((name) => {
    const kind = countOptions[name]
    const pageSize = pageSizes[`${kind}.pageSize`] as number | undefined
    return [kind, counts[name] ?? chosen.total(kinds[kind], pageSize)]
  })
  return { seed, edgeCases: chosen.edgeCases, totals: Object.fromEntries(totals) as DataPlan['totals'] }
}
