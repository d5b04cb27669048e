import { isPlainObject } from '../common/plain-object.js'
import { assumptions } from '../convention/assumptions.js'
import { listOperations, operations, type ListOperation, type Operation } from '../convention/operations.js'
import { recordRows } from '../convention/probed.js'
import type { AssumptionName } from '../contract/settings.js'
import { parseValue } from '../contract/variants.js'
import { compareIds } from '../dataset/ids.js'
import {
  byStatus,
  readFlag,
  inWords,
  readPresence,
  type ListPage,
  type ProbeAnswer,
  type ProbeAnswers,
  type ProbeRequest,
  type Row,
  type Value,
} from './row.js'

function firstPage({ path, scope, response }: ListOperation): ProbeRequest {
  return { path, scope, response, allPages: true }
}

function idsIn(page: ListPage | undefined): string[] {
  return page?.data?.map(({ id }) => id) ?? []
}

/** For the first page with another query. @param read Gets the page, if the response has one, and whether it is the first one. */
function fromQuery(
  operation: ListOperation,
  query: string,
  read: (page: ListPage | undefined, isFirst: boolean, status: number) => Value,
): Row {
  const { path, scope, response } = operation
  return [
    { path: `${path}?${query}`, scope, response },
    ({ pages: [page], status }, answers) => {
      const first = idsIn(answers.get(inWords(firstPage(operation)))?.pages[0])
      return first.length < 2 ? undefined : read(page, String(idsIn(page)) === String(first), status)
    },
    'needs a list with two entries',
  ]
}

function fromPages(
  operation: ListOperation,
  needs: string,
  read: (first: ListPage, pages: readonly ListPage[]) => Value,
): Row {
  return [firstPage(operation), ({ pages }) => pages[0] && read(pages[0], pages), needs]
}

/** Below this number, a list may be in order by chance. */
const MIN_ENTRIES = 6

function isAscending<Entry>(entries: readonly Entry[], compare: (a: Entry, b: Entry) => number): boolean {
  return entries.every((entry, at) => at === 0 || compare(entries[at - 1]!, entry) < 0)
}

/** The rows of a list. */
function createRows(operation: ListOperation): { readonly [assumption: string]: Row } {
  const { list } = operation
  return {
    [`${list}.lastPage`]: fromPages(operation, 'needs a last page that can be reached', (_, pages) => {
      const { nextPage } = pages.at(-1)!
      return typeof nextPage === 'string' ? undefined : readPresence(nextPage)
    }),
    [`${list}.empty`]: fromPages(operation, 'needs an empty list', ({ data }, { length }) => {
      if (length > 1 || (data?.length ?? 0) > 0) return undefined
      return data ? 'array' : readPresence(data)
    }),
    [`${list}.pageSize`]: fromPages(operation, 'needs a second page', (_, pages) => {
      const [size, ...others] = new Set(pages.slice(0, -1).map(({ data }) => data?.length ?? 0))
      return others.length > 0 ? 'different sizes' : size
    }),
    // Ids that ascend may be in the order of creation, too. So only the order by name can be seen.
    [`${list}.order`]: fromPages(operation, 'needs 6 entries in the order of names alone', (_, pages) => {
      const all = pages.flatMap(({ data }) => data ?? [])
      const byName = isAscending(all, (a, b) => (a.name < b.name ? -1 : 1))
      const byId = isAscending(all, (a, b) => compareIds(a.id, b.id))
      return all.length >= MIN_ENTRIES && byName && !byId ? 'name' : undefined
    }),
    [`${list}.limit`]: fromQuery(operation, 'limit=1', (page, isFirst, status) => {
      if (!page) return status
      return page.data?.length === 1 ? 'applied' : isFirst ? 'ignored' : 'another page'
    }),
    [`${list}.unknownQuery`]: fromQuery(operation, 'conmock-probe=1', (page, isFirst, status) => {
      if (!page) return status === 400 ? 'rejected' : status
      return isFirst ? 'ignored' : 'another page'
    }),
  }
}

// The questions that are not about one operation are asked with the first list, and with the first operation that has an id.
const [list] = listOperations as readonly [ListOperation]
const { path, scope, response } = list
const withId = Object.values(operations).find((operation: Operation) => operation.path.includes(':id'))!

/** Whether a record was read, so that the token and the id were right. */
function hasRecord(answers: ProbeAnswers): boolean {
  return [...answers.values()].some(({ record }) => record !== undefined)
}

/** For what all error responses have in common. */
function fromErrors(read: (answer: ProbeAnswer) => Value): Row {
  return [
    { path },
    (_, answers) => {
      const errors = [...answers.values()].filter(({ status }) => status >= 400)
      const [value, ...others] = new Set(errors.flatMap((answer) => read(answer) ?? []))
      return others.length === 0 ? value : undefined
    },
    'needs the same kind of body in all error responses',
  ]
}

function formOfError({ json }: ProbeAnswer): string {
  if (json === undefined) return 'empty'
  const { errors, title, status, type } = isPlainObject(json) ? json : {}
  if (isPlainObject(errors) && Object.values(errors).every(isPlainObject)) return 'envelope'
  const isProblem = typeof title === 'string' && (typeof status === 'number' || typeof type === 'string')
  return isProblem ? 'problem' : 'another form'
}

const firstRows = {
  'extras.hasMore': fromPages(list, '', ({ hasMore }) => readFlag(hasMore)),
  'cursor.invalid': fromQuery(list, 'nextPage=conmock-probe', (page, isFirst, status) => {
    if (!page) return status
    return isFirst ? 'first-page' : page.data?.length === 0 ? 'empty-page' : 'another page'
  }),
  'path.trailingSlash': [
    { path: `${path}/`, scope, response },
    ({ pages, status }) => (pages.length > 0 ? 'accepted' : status),
  ],
  'path.unknown': byStatus({ path: '/api/v0/conmock-probe', scope }),
} as const satisfies { readonly [Name in AssumptionName]?: Row }

const lastRows = {
  'path.malformedEncoding': byStatus({
    path: withId.path.replace(':id', '%zz'),
    scope: withId.scope,
    response: withId.response,
  }),
  'auth.insufficientScope': [
    { path, scope: withId.scope, exactly: true, response },
    ({ pages, status }, answers) => (pages.length > 0 || !hasRecord(answers) ? undefined : status),
    `needs a record of ${withId.id}, and a token that has only ${withId.scope}`,
  ],
  'auth.missing': byStatus({ path }),
  'auth.invalid': byStatus({ path, authorization: 'Bearer conmock-probe' }),
  'auth.malformed': byStatus({ path, authorization: 'Bearer conmock probe' }),
  'errors.body': fromErrors(formOfError),
  'errors.contentType': fromErrors(({ json, mediaType }) => {
    if (json === undefined) return undefined
    return parseValue(assumptions['errors.contentType'].variants, mediaType) ?? 'another type'
  }),
  'method.notAllowed': [undefined, () => undefined, 'needs a request that could write'],
  'token.endpoint': [undefined, () => undefined, 'needs a request that is not GET'],
  'token.scopes': [undefined, () => undefined, 'needs a token with scopes that a probe does not need'],
} as const satisfies { readonly [Name in AssumptionName]?: Row }

/**
 * The request for each assumption, and how to read the response. The requests are sent in this order: those that a service may
 * count as attacks come last.
 */
export const table = Object.assign(
  {},
  ...listOperations.map(createRows),
  firstRows,
  recordRows,
  lastRows,
) as {
  readonly [Name in AssumptionName]: Row
}

/** The requests of a probe, each of them once. */
export const requests: ReadonlyMap<string, ProbeRequest> = new Map(
  Object.values<Row>(table).flatMap(([request]) => (request ? [[inWords(request), request]] : [])),
)
