import * as z from 'zod/mini'
import { pluralize, listNames } from '../../common/text.js'
import type { Page as PageBody } from '../../contract/fields.js'
import type { ListOperation } from '../../contract/operation.js'
import type { MockCore } from '../../mock/mock-core.js'
import { getInternals } from '../../mock/mock-internals.js'
import { isPlainObject, objectsIn, type PlainObject } from '../../common/plain-object.js'
import { SetupProblem } from '../../common/errors.js'
import { checkSpecification, SpecificationBroken } from '../common/specification.js'
import {
  defineState,
  ListMayGoOn,
  StateUnavailableError,
  nullOrAbsent,
  type NullOrAbsent,
  type ProviderState,
  type ReadSetup,
  type StateValues,
} from './definition.js'

/** A whole number. It is a string if it comes from the name of the state. */
function wholeNumber(least: number) {
  const number = z
    .union([z.number(), z.pipe(z.string().check(z.regex(/^\d+$/)), z.transform(Number))])
    .check(
      z.refine(
        (value) => Number.isSafeInteger(value) && value >= least,
        `expected a whole number, at least ${least}`,
      ),
    )
  return z.optional(number)
}

const positiveNumber = wholeNumber(1)

/** The states of a list with their parameters. */
export interface ListStates {
  readonly exist: ProviderState<{
    /** The number of records. @default that of the mock, or 3 if it is 0 */
    count?: string | number | undefined
    /** Records per page. @default that of the mock */
    pageSize?: string | number | undefined
  }>
  readonly noneExist: ProviderState<{
    /** `data`: an empty array, `null`, or absent. @default that of the mock */
    as?: NullOrAbsent | 'array'
  }>
  readonly lastPage: ProviderState<{
    /** `nextPage`: `null`, or absent. @default that of the mock */
    nextPage?: NullOrAbsent
  }>
  readonly cursorToPage: ProviderState<{
    /** Number of the page, from 1. @default 2 */
    page?: string | number | undefined
  }>
}

const SOME_RECORDS = 3

/** More pages than this count as an endless list. */
const MAX_PAGES = 1000

type ListBody = PageBody<{ readonly id: string }>

function createPath({ path }: ListOperation, cursor: string | undefined): string {
  return cursor === undefined ? path : `${path}?nextPage=${encodeURIComponent(cursor)}`
}

/** The number of records on a page. */
export function countRecords({ data }: ListBody): number {
  return data?.length ?? 0
}

/** The members of a page in the API specification. */
const specified = new Set(['data', 'nextPage'])

/**
 * The additional members of a page that may be its list or its cursor. Additional members are allowed, and a total or
 * `hasMore: false` is neither.
 */
function additionalMembers(page: PlainObject): string[] {
  return Object.keys(page).filter((name) => {
    const value = page[name]
    return !specified.has(name) && value !== null && value !== false && typeof value !== 'number'
  })
}

/**
 * Whether a page does not show its records: it has no list, but a cursor, or something that may be the list. Without any of
 * these, it is an empty last page.
 */
export function isUnreadable(page: PlainObject): boolean {
  const hasNoList = !Array.isArray(page['data'])
  return hasNoList && (typeof page['nextPage'] === 'string' || additionalMembers(page).length > 0)
}

/** Lists the names of members. The service may have chosen them, so they are shortened. */
function quoteMembers(names: readonly string[]): string {
  return listNames(names.map((name) => `"${name.slice(0, 40)}"`))
}

interface Page {
  readonly number: number
  /** The cursor that led to this page; `undefined` for the first page. */
  readonly cursor: string | undefined
  readonly body: ListBody
}

/**
 * Checks that a page shows which records it has, and whether more follow. A service may break what else the interaction does not
 * demand.
 *
 * @throws SpecificationBroken If the list or the cursor is invalid.
 * @throws SetupProblem If the list is missing, but the page is not an empty last page.
 */
function checkPage(
  { list, response }: ListOperation,
  body: ListBody,
  number: number,
  { api, context: { expectedBody: expected } }: ReadSetup,
): void {
  const demanded = { data: null, nextPage: null, ...(isPlainObject(expected) ? expected : {}) }
  checkSpecification(
    api,
    body,
    response,
    `the response of the service is not a valid page of ${list}`,
    demanded,
  )
  if (!isUnreadable(body)) return
  throw new SetupProblem(
    `page ${number} of the ${list} has no list in "data", and is not an empty last page; its members: ${quoteMembers(Object.keys(body))}`,
  )
}

/**
 * Yields one page after the other, from the first.
 *
 * @param what What has the pages, for messages: `the roles`.
 * @param ask Returns a page.
 * @param checkForm Throws if a page is invalid.
 * @throws SpecificationBroken If a record or a cursor occurs twice, or the pages do not end.
 */
export async function* walkPages(
  what: string,
  ask: (cursor: string | undefined) => Promise<unknown>,
  checkForm: (body: ListBody, number: number) => void,
): AsyncGenerator<Page> {
  let cursor: string | undefined
  const cursors = new Set<string>()
  const ids = new Set<unknown>()
  for (let number = 1; number <= MAX_PAGES; number++) {
    const body = (await ask(cursor)) as ListBody
    checkForm(body, number)
    const broken = (how: string) => new SpecificationBroken(`page ${number} of ${what} ${how}`)
    for (const { id } of objectsIn(body.data)) {
      if (typeof id === 'string' && ids.has(id)) throw broken('repeats a record of an earlier page')
      ids.add(id)
    }
    yield { number, cursor, body }
    if (typeof body.nextPage !== 'string') return
    cursor = body.nextPage
    if (cursor === '') throw broken('has an empty cursor')
    if (cursors.has(cursor)) throw broken('repeats a cursor of an earlier page')
    cursors.add(cursor)
  }
  throw new SpecificationBroken(`the pages of ${what} do not end: page ${MAX_PAGES} still has a cursor`)
}

/** Yields the pages of a list. @throws SetupProblem If a page cannot be read. */
function walkList(operation: ListOperation, setup: ReadSetup): AsyncGenerator<Page> {
  return walkPages(
    `the ${operation.list}`,
    (cursor) => setup.get(createPath(operation, cursor), operation.scope),
    (body, number) => checkPage(operation, body, number, setup),
  )
}

/** @param last The last page of a list that is too short for the state. */
function lacking(message: string, { body }: Page): StateUnavailableError {
  const names = Object.hasOwn(body, 'nextPage') ? [] : additionalMembers(body)
  if (names.length === 0) return new StateUnavailableError(message)
  return new ListMayGoOn(
    `${message}; its last page has no "nextPage", but ${quoteMembers(names)}, which may be the cursor`,
  )
}

async function findCursor(
  operation: ListOperation,
  exist: string,
  setup: ReadSetup,
  { page: wanted = 2 }: { readonly page?: number | undefined },
): Promise<StateValues> {
  const { list } = operation
  let last: Page | undefined
  for await (const each of walkList(operation, setup)) {
    const { number, cursor, body } = (last = each)
    if (number === wanted && cursor !== undefined) {
      const { nextPage } = body
      return { cursor, page: wanted, ...(typeof nextPage === 'string' ? { nextCursor: nextPage } : {}) }
    }
  }
  throw lacking(
    `there is no page ${wanted}, because the ${list} only have ${pluralize(last!.number, 'page')}; use the state "${exist}" first, with count and pageSize`,
    last!,
  )
}

async function lastPage(operation: ListOperation, setup: ReadSetup): Promise<Page> {
  let last: Page | undefined
  for await (const each of walkList(operation, setup)) last = each
  return last!
}

function toStateValues({ cursor, number }: Page): StateValues {
  return cursor === undefined ? { page: number } : { cursor, page: number }
}

async function setCount(mock: MockCore, list: ListOperation['list'], wanted: number): Promise<void> {
  const records = getInternals(mock).records[list]!
  const present = records.findMany()
  const excess = new Set(present.slice(wanted).map(({ id }) => id))
  if (excess.size > 0) await records.deleteMany(({ id }) => excess.has(id))
  if (wanted > present.length) await records.createMany(wanted - present.length)
}

/** The form of an empty list, or of the cursor on the last page. */
function readForm(body: ListBody, name: keyof ListBody) {
  if (!Object.hasOwn(body, name)) return 'absent'
  return body[name] === null ? 'null' : 'array'
}

/**
 * Defines the states of a list in pages.
 *
 * @param names The names of the states in pacts.
 */
export function listStates(
  operation: ListOperation,
  names: { readonly [State in keyof ListStates]: string },
) {
  const { list } = operation

  const exist = defineState({
    name: names.exist,
    parameters: z.strictObject({ count: positiveNumber, pageSize: positiveNumber }),
    returns: { count: `The number of ${list}. In a real service: how many the state has seen` },
    inService: `looked up: there must be at least this many ${list} on at least as many pages. The page size may differ`,
    needsRecords: true,
    async onMock({ mock }, given) {
      if (given.pageSize !== undefined) mock.assume({ [`${list}.pageSize`]: given.pageSize })
      const wanted = given.count ?? (getInternals(mock).records[list]!.count() || SOME_RECORDS)
      await setCount(mock, list, wanted)
      return { count: wanted }
    },
    async onService(lookup, { count: wanted = 1, pageSize: size = wanted }) {
      const wantedPages = Math.ceil(wanted / size)
      let found = 0
      let last: Page | undefined
      for await (const each of walkList(operation, lookup)) {
        last = each
        found += countRecords(each.body)
        if (found >= wanted && each.number >= wantedPages) return { count: found }
      }
      throw lacking(
        `the service has ${pluralize(found, lookup.api.kinds[list]!.one)} on ${pluralize(last!.number, 'page')}, but the state needs at least ${wanted} on ${wantedPages}`,
        last!,
      )
    },
  })

  const noneExist = defineState({
    name: names.noneExist,
    parameters: z.strictObject({ as: z.optional(z.enum(['array', 'null', 'absent'])) }),
    returns: {},
    inService: `looked up: there must be no ${list}, and \`data\` must have the form in \`as\``,
    async onMock({ mock }, given) {
      await setCount(mock, list, 0)
      if (given.as !== undefined) mock.assume({ [`${list}.empty`]: given.as })
      return {}
    },
    async onService(lookup, given) {
      let first: ListBody | undefined
      for await (const { body } of walkList(operation, lookup)) {
        if (countRecords(body) > 0) throw new StateUnavailableError(`the service has ${list}`)
        first ??= body
      }
      const form = readForm(first!, 'data')
      if (given.as !== undefined && form !== given.as) {
        throw new StateUnavailableError(
          `"data" of the service is ${form} without ${list}, but the state needs ${given.as}`,
        )
      }
      return {}
    },
  })

  const last = defineState({
    name: names.lastPage,
    parameters: z.strictObject({ nextPage: nullOrAbsent }),
    returns: {
      cursor: 'The cursor that leads to the last page; missing if there is only one page',
      page: 'The number of the last page',
    },
    inService: 'looked up: on the last page, `nextPage` must have the form in the parameter',
    async onMock(setup, given) {
      if (given.nextPage !== undefined) setup.mock.assume({ [`${list}.lastPage`]: given.nextPage })
      return toStateValues(await lastPage(operation, setup))
    },
    async onService(lookup, given) {
      const found = await lastPage(operation, lookup)
      const form = readForm(found.body, 'nextPage')
      if (given.nextPage !== undefined && form !== given.nextPage) {
        throw new StateUnavailableError(
          `"nextPage" on the last page of the service is ${form}, but the state needs ${given.nextPage}; the mock does the same with ${list}.lastPage=${form}`,
        )
      }
      return toStateValues(found)
    },
  })

  const cursorToPage = defineState({
    name: names.cursorToPage,
    // The first page has no cursor.
    parameters: z.strictObject({ page: wholeNumber(2) }),
    returns: {
      cursor: 'The cursor that leads to the page',
      page: 'The number of the page',
      nextCursor: 'The cursor on that page; missing on the last page',
    },
    inService: 'looked up: there must be at least this many pages',
    needsRecords: true,
    onMock: (setup, given) => findCursor(operation, names.exist, setup, given),
    onService: (lookup, given) => findCursor(operation, names.exist, lookup, given),
  })

  return { exist, noneExist, lastPage: last, cursorToPage }
}
