import { capitalized } from '../common/text.js'
import { choice, wholeNumber } from './variants.js'
import type { OperationDescriptor, Parameter } from './operation.js'

const listParameters = [
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
function listCases<const List extends string>(list: List) {
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

/**
 * Describes the operation that returns a list in pages.
 *
 * @param resource Name of the schema of its records: `Role`.
 */
export function listOperation<
  const List extends string,
  const Resource extends string,
  const Scope extends string,
>(list: List, resource: Resource, scope: Scope) {
  return {
    id: `list${capitalized(list)}` as `list${Capitalize<List>}`,
    list,
    method: 'GET',
    path: `/api/v0/${list}`,
    summary: `List ${list}`,
    scope,
    parameters: listParameters,
    response: `${resource}List`,
    cases: listCases(list),
    refusals: ['invalid_cursor'],
  } as const
}

/** Returns the name of the schema of the records in a list: `Role`. */
export function getResource({ response }: Pick<OperationDescriptor, 'response'>): string {
  return response.replace(/List$/, '')
}

/** Returns the name of one record of a list, for messages: `role`. */
export function getNoun(operation: Pick<OperationDescriptor, 'response'>): string {
  return getResource(operation).toLowerCase()
}

/**
 * Describes what the API specification leaves open about a list. It says the same about each list.
 *
 * @param reported What public material shows about the list of the real service.
 */
export function describeAssumptions(
  operation: Pick<OperationDescriptor, 'summary' | 'response'> & { readonly list: string },
  reported: { readonly [Name in 'lastPage' | 'pageSize' | 'order' | 'limit']?: string } = {},
) {
  const { list, summary } = operation
  const resource = getResource(operation)
  const openQuery = {
    section: summary,
    quote: 'Other query parameters of the list, such as page size, filters, and ordering: not shown.',
  }
  return {
    lastPage: {
      question: `\`nextPage\` on the last page of the ${list}`,
      variants: choice('null', 'absent'),
      status: 'specified',
      spec: 'null',
      evidence: {
        section: summary,
        quote: '`nextPage` is absent or null when there are no more results',
        reported: reported.lastPage,
      },
    },
    empty: {
      question: `\`data\` when there are no ${list}`,
      variants: choice('array', 'null', 'absent'),
      status: 'specified',
      spec: 'array',
      evidence: {
        section: `${resource} list response`,
        quote: `\`data\`: array of ${resource}, optional, nullable`,
      },
    },
    pageSize: {
      question: `Number of ${list} on a page`,
      variants: wholeNumber({ min: 1, max: 10_000, unit: list }),
      status: 'assumed',
      spec: 100,
      evidence: {
        section: 'Limits',
        quote: 'Rate limits, page size limits and size limits: not shown.',
        reported: reported.pageSize,
      },
    },
    order: {
      question: `Order of the ${list}`,
      variants: choice('id', 'name', 'created'),
      status: 'assumed',
      spec: 'id',
      evidence: { ...openQuery, reported: reported.order },
    },
    limit: {
      question: `A \`limit\` query parameter of the ${list} (\`applied\`: 1 to 1000, otherwise 400)`,
      variants: choice('ignored', 'applied'),
      status: 'assumed',
      spec: 'ignored',
      ...(reported.limit === undefined ? {} : { reported: 'applied' }),
      evidence: { ...openQuery, reported: reported.limit },
    },
    unknownQuery: {
      question: `Any other query parameter of the ${list} (\`rejected\`: 400)`,
      variants: choice('ignored', 'rejected'),
      status: 'assumed',
      spec: 'ignored',
      evidence: openQuery,
    },
  } as const
}
