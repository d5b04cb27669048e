import type { Api } from './api.js'
import { invalidCursorReason } from './refusal-reasons.js'
import { choice, wholeNumber } from './variants.js'
import type { ListOrder, Parameter } from './operation.js'
import type { Settings } from './assumption.js'

const listParameters = [
  {
    name: 'nextPage',
    in: 'query',
    required: false,
    description: "The cursor from the previous response's `nextPage`, used to fetch the following page",
  },
] as const satisfies readonly Parameter[]

type Observed = { readonly [Name in 'lastPage' | 'pageSize' | 'order' | 'limit']?: string }

type Prefixed<Prefix extends string, Rows> = {
  readonly [Name in keyof Rows & string as `${Prefix}.${Name}`]: Rows[Name]
}

/** Puts a prefix in front of each name: `roles.` */
export function prefixed<const Prefix extends string, const Rows extends object>(
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

/** The description of an operation that returns a list in pages. */
interface ListDescription<Id extends string, List extends string, Scope extends string> {
  readonly id: Id
  /** The kind of record: `roles`. */
  readonly list: List
  readonly path: string
  readonly scope: Scope
  /** Name of the schema of the records: `Role`. */
  readonly resource: string
  /** Name of the schema of the pages: `RoleList`. */
  readonly response: string
  /** What public material shows about the assumptions of the list. */
  readonly observed?: Observed
}

/** Describes the operation that returns a list in pages. */
export function listOperation<
  const Id extends string,
  const List extends string,
  const Scope extends string,
  const Path extends string,
>({ observed = {}, ...given }: ListDescription<Id, List, Scope> & { readonly path: Path }) {
  return {
    ...given,
    method: 'GET',
    summary: `List ${given.list}`,
    parameters: listParameters,
    cases: listCases(given.list),
    refusals: { invalid_cursor: invalidCursorReason },
    observed,
  } as const
}

/** Describes what the API specification leaves open about a list. It says the same about each list. */
export function describeAssumptions(
  operation: Pick<ReturnType<typeof listOperation>, 'list' | 'summary' | 'observed' | 'resource'>,
) {
  const { list, summary: section, observed, resource } = operation
  const openQuery = {
    section,
    quote: 'Other query parameters of the list, such as page size, filters, and ordering: not shown.',
  }
  return {
    lastPage: {
      question: `\`nextPage\` on the last page of the ${list}`,
      variants: choice('null', 'absent'),
      status: 'specified',
      section,
      quote: '`nextPage` is absent or null when there are no more results',
      observed: observed.lastPage,
    },
    empty: {
      question: `\`data\` when there are no ${list}`,
      variants: choice('array', 'null', 'absent'),
      status: 'specified',
      section: `${resource} list response`,
      quote: `\`data\`: array of ${resource}, optional, nullable`,
    },
    pageSize: {
      question: `Number of ${list} on a page`,
      variants: wholeNumber({ default: 100, min: 1, max: 10_000, unit: list }),
      status: 'assumed',
      section: 'Limits',
      quote: 'Rate limits, page size limits and size limits: not shown.',
      observed: observed.pageSize,
    },
    order: {
      question: `Order of the ${list}`,
      variants: choice('id', 'name', 'created'),
      status: 'assumed',
      ...openQuery,
      observed: observed.order,
    },
    limit: {
      question: `A \`limit\` query parameter of the ${list} (\`applied\`: 1 to 1000, otherwise 400)`,
      variants: choice('ignored', 'applied'),
      status: 'assumed',
      ...(observed.limit === undefined ? {} : { reported: 'applied' }),
      ...openQuery,
      observed: observed.limit,
    },
    unknownQuery: {
      question: `Any other query parameter of the ${list} (\`rejected\`: 400)`,
      variants: choice('ignored', 'rejected'),
      status: 'assumed',
      ...openQuery,
    },
  } as const
}

/** The assumptions of a list, without the name of the list. */
export type ListAssumptions = ReturnType<typeof describeAssumptions>

/** The values of the assumptions of a list. */
export interface ListSettings {
  readonly pageSize: number
  readonly order: ListOrder
  readonly empty: 'array' | 'null' | 'absent'
  readonly lastPage: 'null' | 'absent'
  readonly limit: 'ignored' | 'applied'
  readonly unknownQuery: 'ignored' | 'rejected'
}

/** Returns the list of an API whose assumptions the pages of a team have. */
export function pageFormOf({ pageForm, kinds }: Pick<Api, 'pageForm' | 'kinds'>): string {
  return pageForm ?? Object.keys(kinds)[0]!
}

/** Returns the values of the assumptions of a list, by the end of their names. */
export function listSettings(settings: Settings, list: string): ListSettings {
  const value = (name: keyof ListSettings) => settings[`${list}.${name}`]
  return {
    pageSize: value('pageSize'),
    order: value('order'),
    empty: value('empty'),
    lastPage: value('lastPage'),
    limit: value('limit'),
    unknownQuery: value('unknownQuery'),
  } as ListSettings
}
