import type { ListName } from '../../src/contract/assumptions.js'
import type { AssumptionName, AssumptionStatus } from '../../src/index.js'
import { lists } from '../conformance/operations.js'

type Value = string | number | { readonly requests: number; readonly perSeconds: number }

/** The expected entry of an assumption in the registry. */
export interface Row {
  readonly name: AssumptionName
  /** Accepted values; for numbers, some examples. */
  readonly values: readonly Value[]
  readonly status: AssumptionStatus
  readonly spec: string | number
  readonly reported: string | number
}

type Columns = readonly [
  name: AssumptionName,
  values: readonly Value[],
  status: AssumptionStatus,
  spec: string | number,
  reported: string | number,
]

/** What the API specification leaves open about every list. */
function listRows(list: ListName): readonly Columns[] {
  return [
    [`${list}.lastPage`, ['null', 'absent'], 'specified', 'null', 'null'],
    [`${list}.empty`, ['array', 'null', 'absent'], 'specified', 'array', 'array'],
    [`${list}.pageSize`, [1, 25, 100, 1000, 10_000], 'assumed', 100, 100],
    [`${list}.order`, ['id', 'name', 'created'], 'assumed', 'id', 'id'],
    [`${list}.limit`, ['ignored', 'honored'], 'assumed', 'ignored', 'honored'],
    [`${list}.unknownQuery`, ['ignored', 'rejected'], 'assumed', 'ignored', 'ignored'],
  ]
}

/** What the API specification leaves open. */
const table: readonly Columns[] = [
  ...lists.flatMap(({ list }) => listRows(list)),
  ['user.preferredNameUnset', ['absent', 'null'], 'specified', 'absent', 'null'],
  ['department.name', ['present', 'absent'], 'specified', 'present', 'present'],
  ['cursor.invalid', ['400', 'first-page', 'empty-page'], 'assumed', '400', '400'],
  ['cursor.lifetime', ['forever', 1, 60, 31_536_000], 'assumed', 'forever', 'forever'],
  ['auth.missing', ['401', '403'], 'standard', '401', '401'],
  ['auth.malformed', ['400', '401'], 'standard', '400', '400'],
  ['auth.invalid', ['401', '403'], 'standard', '401', '401'],
  ['auth.insufficientScope', ['403', '401', '404'], 'standard', '403', '403'],
  ['volunteer.unknownUser', ['404', '200-null'], 'assumed', '404', '404'],
  ['volunteer.noRecord', ['404', '200-null'], 'assumed', '404', '404'],
  ['errors.body', ['problem', 'empty', 'envelope'], 'standard', 'problem', 'envelope'],
  [
    'errors.contentType',
    ['application/json', 'application/problem+json'],
    'specified',
    'application/json',
    'application/json',
  ],
  ['method.notAllowed', ['405', '404'], 'standard', '405', '405'],
  ['path.trailingSlash', ['404', 'accepted'], 'assumed', '404', '404'],
  ['path.malformedEncoding', ['400', '404'], 'standard', '400', '400'],
  ['path.unknown', ['404', '501'], 'assumed', '404', '501'],
  [
    'rateLimit',
    ['none', { requests: 10, perSeconds: 60 }, { requests: 1, perSeconds: 1 }],
    'assumed',
    'none',
    'none',
  ],
  ['extras.hasMore', ['absent', 'present'], 'reported', 'absent', 'present'],
  ['extras.isStaff', ['absent', 'present'], 'reported', 'absent', 'present'],
  ['token.endpoint', ['off', 'on'], 'reported', 'off', 'on'],
  ['token.scopes', ['specified', 'service'], 'reported', 'specified', 'service'],
]

export const rows: readonly Row[] = table.map(([name, values, status, spec, reported]) => ({
  name,
  values,
  status,
  spec,
  reported,
}))
