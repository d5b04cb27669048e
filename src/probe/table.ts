import { isPlainObject } from '../common/plain-object.js'
import { memberAt } from '../common/json-path.js'
import type { CompiledApi } from '../contract/compile.js'
import type { AnyRecord, Key } from '../contract/kind.js'
import type { ListOperation, Operation } from '../contract/operation.js'
import { parseValue } from '../contract/variants.js'
import { compareIds } from '../dataset/source.js'
import {
  byStatus,
  readFlag,
  inWords,
  readPresence,
  unasked,
  type ListPage,
  type ProbeAnswer,
  type ProbeRequest,
  type Row,
  type Value,
} from './row.js'

function firstPage({ path, scope, response, status }: ListOperation): ProbeRequest {
  return { path, scope, response, status, allPages: true }
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
  const { path, scope, response, status: success } = operation
  return [
    { path: `${path}?${query}`, scope, response, status: success },
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

/** Rows by assumption. */
export interface Rows {
  readonly [assumption: string]: Row
}

/** The rows of a list. @param name The key of the records that the order by name compares. */
function listRows(operation: ListOperation, name: Key | undefined): Rows {
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
    [`${list}.order`]: fromPages(operation, 'needs 6 entries sorted by name, not by id', (_, pages) => {
      const all = pages.flatMap(({ data }) => data ?? [])
      const nameOf = (record: AnyRecord) => name && String(memberAt(record, name.path))
      const byName = name && isAscending(all.map(nameOf), (a, b) => (a! < b! ? -1 : 1))
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

function formOfError({ json }: ProbeAnswer): string {
  if (json === undefined) return 'empty'
  const { errors, title, status, type } = isPlainObject(json) ? json : {}
  if (isPlainObject(errors) && Object.values(errors).every(isPlainObject)) return 'envelope'
  const isProblem = typeof title === 'string' && (typeof status === 'number' || typeof type === 'string')
  return isProblem ? 'problem' : 'another form'
}

/** For what all error responses have in common. */
function fromErrors(request: ProbeRequest, read: (answer: ProbeAnswer) => Value): Row {
  return [
    request,
    (_, answers) => {
      const errors = [...answers.values()].filter(({ status }) => status >= 400)
      const [value, ...others] = new Set(errors.flatMap((answer) => read(answer) ?? []))
      return others.length === 0 ? value : undefined
    },
    'needs the same kind of body in all error responses',
  ]
}

function isAnswered({ pages, record }: ProbeAnswer): boolean {
  return pages.length > 0 || record !== undefined
}

/** The rows about lists in general, which are asked with one of them. */
function generalListRows(list: ListOperation): Rows {
  return {
    'extras.hasMore': fromPages(list, '', ({ hasMore }) => readFlag(hasMore)),
    'cursor.invalid': fromQuery(list, 'nextPage=conmock-probe', (page, isFirst, status) => {
      if (!page) return status
      return isFirst ? 'first-page' : page.data?.length === 0 ? 'empty-page' : 'another page'
    }),
  }
}

/** The rows about tokens and errors. @param asked The operation that is asked. @param other One with another scope. */
function authRows(
  { assumptions }: CompiledApi,
  { path, response, status: success }: Operation,
  other: Operation | undefined,
): Rows {
  return {
    'auth.insufficientScope': other
      ? [
          { path, scope: other.scope, exactly: true, response, status: success },
          // Only a token that is right for the other operation shows something.
          (answer, answers) => {
            const hasRecord = [...answers.values()].some(({ record }) => record !== undefined)
            return isAnswered(answer) || !hasRecord ? undefined : answer.status
          },
          `needs a record of ${other.id}, and a token that has only ${other.scope}`,
        ]
      : unasked('needs two operations with different scopes'),
    'auth.missing': byStatus({ path }),
    'auth.invalid': byStatus({ path, authorization: 'Bearer conmock-probe' }),
    'auth.malformed': byStatus({ path, authorization: 'Bearer conmock probe' }),
    'errors.body': fromErrors({ path }, formOfError),
    'errors.contentType': fromErrors({ path }, ({ json, mediaType }) => {
      if (json === undefined) return undefined
      return parseValue(assumptions['errors.contentType']!.variants, mediaType) ?? 'another type'
    }),
  }
}

/**
 * Returns the request for each assumption, and how to read the response. The requests are sent in this order: those that a service
 * may count as attacks come last.
 *
 * @param recordRows The rows about operations that return one record.
 */
export function createTable(api: CompiledApi, recordRows: Rows): ReadonlyMap<string, Row> {
  const { lists, kinds, prefix } = api
  const reading = api.operations.filter(({ method, response }) => method === 'GET' && response !== undefined)
  // The questions that are not about one operation are asked with the first list, or with another one that needs no id.
  const [list] = lists
  const asked = list ?? reading.find(({ path }) => !path.includes(':'))
  const withId = reading.find(({ path }) => path.includes(':'))
  const other = reading.find((each) => each.list === undefined && each.scope !== asked?.scope)
  const rows: Rows = {
    ...Object.assign({}, ...lists.map((each) => listRows(each, kinds[each.list]?.keys[1]))),
    ...(list ? generalListRows(list) : {}),
    ...(asked
      ? {
          'path.trailingSlash': [
            { ...asked, path: `${asked.path}/` },
            (answer) => (isAnswered(answer) ? 'accepted' : answer.status),
          ] satisfies Row,
          'path.unknown': byStatus({ path: `${prefix}/conmock-probe`, scope: asked.scope }),
        }
      : {}),
    ...recordRows,
    ...(withId
      ? { 'path.malformedEncoding': byStatus({ ...withId, path: withId.path.replaceAll(/:\w+/g, '%zz') }) }
      : {}),
    ...(asked ? authRows(api, asked, other) : {}),
    'method.notAllowed': unasked('needs a request that could write'),
    'token.endpoint': unasked('needs a request that is not GET'),
    'token.scopes': unasked('needs a token with scopes that a probe does not need'),
  }
  return new Map(Object.entries(rows).filter(([name]) => Object.hasOwn(api.assumptions, name)))
}
