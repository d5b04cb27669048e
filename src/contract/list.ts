import type { Evidence } from './assumption.js'
import { choice, wholeNumber } from './variants.js'
import type { Parameter } from './operation.js'

export const listParameters = [
  {
    name: 'nextPage',
    in: 'query',
    required: false,
    description: "The cursor from the previous response's `nextPage`, used to fetch the following page",
  },
] as const satisfies readonly Parameter[]

type Prefixed<Prefix extends string, Rows> = {
  readonly [Name in keyof Rows & string as `${Prefix}.${Name}`]: Rows[Name]
}

function prefixed<const Prefix extends string, const Rows extends object>(
  prefix: Prefix,
  rows: Rows,
): Prefixed<Prefix, Rows> {
  const entries = Object.entries(rows).map(([name, row]) => [`${prefix}.${name}`, row as unknown])
  return Object.fromEntries(entries) as Prefixed<Prefix, Rows>
}

/** @param list Name of the list, for example `roles`. */
export function listCases<const List extends string>(list: List) {
  return prefixed(list, {
    'page.only': 'A first page that is also the last',
    'page.first': 'A first page, with more pages',
    'page.middle': 'A page requested by its cursor, with more pages',
    'page.last': 'A last page requested by its cursor',
    'end.null': 'The end of the list: `nextPage` is null',
    'end.absent': 'The end of the list: `nextPage` is absent',
    'empty.array': `No ${list}: \`data\` is an empty array`,
    'empty.null': `No ${list}: \`data\` is null`,
    'empty.absent': `No ${list}: \`data\` is absent`,
  })
}

type ListAssumption = 'lastPage' | 'empty' | 'pageSize' | 'order' | 'limit' | 'unknownQuery'

/** @param list Name of the list, for example `roles`. */
export function describeAssumptions(list: string, evidence: Readonly<Record<ListAssumption, Evidence>>) {
  return {
    lastPage: {
      question: `\`nextPage\` on the last page of the ${list}`,
      variants: choice('null', 'absent'),
      status: 'specified',
      spec: 'null',
      evidence: evidence.lastPage,
    },
    empty: {
      question: `\`data\` when there are no ${list}`,
      variants: choice('array', 'null', 'absent'),
      status: 'specified',
      spec: 'array',
      evidence: evidence.empty,
    },
    pageSize: {
      question: `Number of ${list} on a page`,
      variants: wholeNumber({ min: 1, max: 10_000, unit: list }),
      status: 'assumed',
      spec: 100,
      evidence: evidence.pageSize,
    },
    order: {
      question: `Order of the ${list}`,
      variants: choice('id', 'name', 'created'),
      status: 'assumed',
      spec: 'id',
      evidence: evidence.order,
    },
    limit: {
      question: `A \`limit\` query parameter of the ${list} (\`applied\`: 1 to 1000, otherwise 400)`,
      variants: choice('ignored', 'applied'),
      status: 'assumed',
      spec: 'ignored',
      reported: 'applied',
      evidence: evidence.limit,
    },
    unknownQuery: {
      question: `Any other query parameter of the ${list} (\`rejected\`: 400)`,
      variants: choice('ignored', 'rejected'),
      status: 'assumed',
      spec: 'ignored',
      evidence: evidence.unknownQuery,
    },
  } as const
}
