import { isPlainObject } from '../common/plain-object.js'
import { assumptions } from '../convention/assumptions.js'
import { type AssumptionName } from '../contract/settings.js'
import { operations, type listAssumptions, type ListOperationId } from '../convention/operations.js'
import type { ResourceName, RoleList, Volunteer } from '../convention/resources.js'
import type { Scope } from '../convention/scopes.js'
import { parseValue } from '../contract/variants.js'
import { compareIds } from '../dataset/ids.js'

/** A GET request. Rows with the same request share its response. */
export interface ProbeRequest {
  /** `{userId}` stands for the id of the fixture with this name. */
  readonly path: string
  /** The scope whose token is sent. */
  readonly scope?: Scope
  /** Whether the token must have no other scope. */
  readonly exactly?: boolean
  /** The header `Authorization`, if no token is sent. */
  readonly authorization?: string
  /** What a successful response contains. */
  readonly response?: ResourceName
  /** Whether the pages after this one are read, too. */
  readonly allPages?: boolean
}

type Page = RoleList & { readonly hasMore?: unknown }

/** A response that comes from the API. Its contents are only compared, and never written to a report. */
export interface ProbeAnswer {
  readonly status: number
  readonly mediaType: string
  /** `undefined` without a body. */
  readonly json: unknown
  /** The page in the response, and the ones after it. */
  readonly pages: readonly Page[]
  readonly volunteer: Volunteer | undefined
}

/** The responses, by the request in words. */
type ProbeAnswers = ReadonlyMap<string, ProbeAnswer>

/** `undefined`: the response does not show it. A value that is no variant is something that the mock cannot do. */
type Value = string | number | undefined

/** The request, how to read its response, and what it takes to show the value. */
type Row = readonly [
  request: ProbeRequest | undefined,
  read: (answer: ProbeAnswer, answers: ProbeAnswers) => Value,
  needs?: string,
]

/** Names a request, for example `GET /api/v0/roles without Authorization`. */
export function inWords({ path, scope, exactly, authorization }: ProbeRequest): string {
  if (scope !== undefined) return `GET ${path} with a token for ${scope}${exactly ? ' alone' : ''}`
  return `GET ${path} ${authorization === undefined ? 'without Authorization' : `with "${authorization}"`}`
}

function presenceOf(value: unknown): string {
  return value === undefined ? 'absent' : value === null ? 'null' : 'present'
}

function flagOf(value: unknown): string {
  return value === undefined ? 'absent' : typeof value === 'boolean' ? 'present' : 'no boolean'
}

type ListOperation = (typeof operations)[ListOperationId]

function listOf({ path, scope, response }: ListOperation): ProbeRequest {
  return { path, scope, response, allPages: true }
}

function idsIn(page: Page | undefined): string[] {
  return page?.data?.map(({ id }) => id) ?? []
}

/** For the first page with another query. @param read Gets the page, if the response has one, and whether it is the first one. */
function fromQuery(
  operation: ListOperation,
  query: string,
  read: (page: Page | undefined, isFirst: boolean, status: number) => Value,
): Row {
  const { path, scope, response } = operation
  return [
    { path: `${path}?${query}`, scope, response },
    ({ pages: [page], status }, answers) => {
      const first = idsIn(answers.get(inWords(listOf(operation)))?.pages[0])
      return first.length < 2 ? undefined : read(page, String(idsIn(page)) === String(first), status)
    },
    'needs a list with two entries',
  ]
}

function fromPages(
  operation: ListOperation,
  needs: string,
  read: (first: Page, pages: readonly Page[]) => Value,
): Row {
  return [listOf(operation), ({ pages }) => pages[0] && read(pages[0], pages), needs]
}

/** Below this number, a list may be in order by chance. */
const MIN_ENTRIES = 6

function isAscending<Entry>(entries: readonly Entry[], compare: (a: Entry, b: Entry) => number): boolean {
  return entries.every((entry, at) => at === 0 || compare(entries[at - 1]!, entry) < 0)
}

/** The rows of a list. */
function rowsOf(operation: ListOperation): { readonly [assumption: string]: Row } {
  const { list } = operation
  return {
    [`${list}.lastPage`]: fromPages(operation, 'needs a last page that can be reached', (_, pages) => {
      const { nextPage } = pages.at(-1)!
      return typeof nextPage === 'string' ? undefined : presenceOf(nextPage)
    }),
    [`${list}.empty`]: fromPages(operation, 'needs an empty list', ({ data }, { length }) => {
      if (length > 1 || (data?.length ?? 0) > 0) return undefined
      return data ? 'array' : presenceOf(data)
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

const { listRoles, getVolunteer } = operations
const { path, scope, response } = listRoles

function byStatus(request: ProbeRequest): Row {
  return [request, ({ status }) => status]
}

function volunteerOf(user: string): ProbeRequest {
  return { path: getVolunteer.path.replace(':id', user), scope: getVolunteer.scope, response: 'Volunteer' }
}

function volunteersIn(answers: ProbeAnswers): Volunteer[] {
  return [...answers.values()].flatMap(({ volunteer }) => volunteer ?? [])
}

/** For users without a volunteer record. A token without the scope could be another reason for a 404. */
function withoutVolunteer(user: string): Row {
  return [
    volunteerOf(user),
    ({ status, json, volunteer }, answers) => {
      if (volunteer || volunteersIn(answers).length === 0) return undefined
      return status === 200 && json === null ? '200-null' : status
    },
    'needs the record of --fixture userId=ID, and a user without a record',
  ]
}

/** For fields of volunteer records. Presence seen once is enough. Absence is not: another record could have the field. */
function fromVolunteers(read: (volunteer: Volunteer) => Value): Row {
  return [
    volunteerOf('{userId}'),
    (_, answers) => {
      const seen = volunteersIn(answers).flatMap((volunteer) => read(volunteer) ?? [])
      return seen.find((value) => value !== 'absent') ?? (seen.length > 1 ? 'absent' : undefined)
    },
    'needs other users for --fixture userId=ID and --fixture userWithPreferredNameAbsent=ID',
  ]
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

/** The requests are sent in this order. Those that a service may count as attacks come last. */
const otherRows: { readonly [Name in Exclude<AssumptionName, keyof typeof listAssumptions>]: Row } = {
  'extras.hasMore': fromPages(listRoles, '', ({ hasMore }) => flagOf(hasMore)),
  'cursor.invalid': fromQuery(listRoles, 'nextPage=conmock-probe', (page, isFirst, status) => {
    if (!page) return status
    return isFirst ? 'first-page' : page.data?.length === 0 ? 'empty-page' : 'another page'
  }),
  'path.trailingSlash': [
    { path: `${path}/`, scope, response },
    ({ pages, status }) => (pages.length > 0 ? 'accepted' : status),
  ],
  'path.unknown': byStatus({ path: '/api/v0/conmock-probe', scope }),
  'extras.isStaff': fromVolunteers(({ user }) => flagOf((user as { isStaff?: unknown }).isStaff)),
  'department.name': fromVolunteers(({ departments }) => {
    if (departments.length === 0) return undefined
    return departments.some(({ name }) => name !== undefined) ? 'present' : 'absent'
  }),
  'user.preferredNameUnset': [
    volunteerOf('{userWithPreferredNameAbsent}'),
    ({ volunteer }) => {
      const presence = volunteer && presenceOf(volunteer.user.preferredName)
      return presence === 'present' ? undefined : presence
    },
    'needs the record of a user without a preferred name',
  ],
  'volunteer.noRecord': withoutVolunteer('{userWithoutRecord}'),
  'volunteer.unknownUser': withoutVolunteer('{unknownUser}'),
  'path.malformedEncoding': byStatus(volunteerOf('%zz')),
  'auth.insufficientScope': [
    { path, scope: getVolunteer.scope, exactly: true, response },
    ({ pages, status }, answers) =>
      pages.length > 0 || volunteersIn(answers).length === 0 ? undefined : status,
    `needs a volunteer record, and a token that has only ${getVolunteer.scope}`,
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
}

const lists = Object.values(operations).filter((operation) => 'list' in operation)

/** The request for each assumption, and how to read the response. */
export const table = Object.assign({}, ...lists.map(rowsOf), otherRows) as {
  readonly [Name in AssumptionName]: Row
}

/** The requests of a probe, each of them once. */
export const requests: ReadonlyMap<string, ProbeRequest> = new Map(
  Object.values<Row>(table).flatMap(([request]) => (request ? [[inWords(request), request]] : [])),
)
