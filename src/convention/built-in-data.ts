import { deepFreeze } from '../common/freeze.js'
import type { BuiltInData } from '../contract/api.js'

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
