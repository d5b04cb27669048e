import * as z from 'zod/mini'
import { capitalized, counted } from '../../common/text.js'
import type { Page as PageBody } from '../../contract/fields.js'
import { listOperations, type ListOperation } from '../../convention/operations.js'
import type { MockCore } from '../../mock/mock-core.js'
import { checkSpecification, findViolations, SpecificationBroken } from '../common/specification.js'
import {
  defineState,
  StateUnavailableError,
  type ProviderState,
  type ReadSetup,
  type StateValues,
} from './definition.js'
import { arrayNullOrAbsent, nullOrAbsent, page, positiveNumber, type NullOrAbsent } from './parameters.js'

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

function invalidPage(list: string): string {
  return `the response of the service is not a valid page of ${list}`
}

function createPath({ path }: ListOperation, cursor: string | undefined): string {
  return cursor === undefined ? path : `${path}?nextPage=${encodeURIComponent(cursor)}`
}

/** The records on a page. A service may break what the interaction does not demand. */
function recordsIn({ data }: ListBody): readonly { readonly id: string }[] {
  return Array.isArray(data) ? data : []
}

interface Page {
  readonly number: number
  /** The cursor that led to this page; `undefined` for the first page. */
  readonly cursor: string | undefined
  readonly body: ListBody
}

/**
 * Yields one page after the other, from the first.
 *
 * @throws SpecificationBroken If a record or a cursor occurs twice, or the pages do not end.
 */
async function* walkPages(operation: ListOperation, { get, context }: ReadSetup): AsyncGenerator<Page> {
  const { list, response, scope } = operation
  let cursor: string | undefined
  const cursors = new Set<string>()
  const ids = new Set<string>()
  for (let number = 1; number <= MAX_PAGES; number++) {
    const body = (await get(createPath(operation, cursor), scope)) as ListBody
    checkSpecification(body, response, invalidPage(list), context.expectedBody)
    for (const { id } of recordsIn(body)) {
      if (typeof id === 'string' && ids.has(id))
        throw new SpecificationBroken(`page ${number} of the ${list} repeats a record of an earlier page`)
      ids.add(id)
    }
    yield { number, cursor, body }
    if (typeof body.nextPage !== 'string') return
    cursor = body.nextPage
    if (cursor === '') throw new SpecificationBroken(`page ${number} of the ${list} has an empty cursor`)
    if (cursors.has(cursor)) {
      throw new SpecificationBroken(`page ${number} of the ${list} repeats a cursor of an earlier page`)
    }
    cursors.add(cursor)
  }
  throw new SpecificationBroken(`the list of ${list} does not end: page ${MAX_PAGES} still has a cursor`)
}

async function findCursor(
  operation: ListOperation,
  setup: ReadSetup,
  { page: wanted = 2 }: { readonly page?: number | undefined },
): Promise<StateValues> {
  const { list } = operation
  let pages = 0
  for await (const { number, cursor, body } of walkPages(operation, setup)) {
    if (number === wanted && cursor !== undefined) {
      const { nextPage } = body
      return { cursor, page: wanted, ...(typeof nextPage === 'string' ? { nextCursor: nextPage } : {}) }
    }
    pages = number
  }
  throw new StateUnavailableError(
    `there is no page ${wanted}, because the ${list} only have ${counted(pages, 'page')}; use the state "${list} exist" first, with count and pageSize`,
  )
}

async function lastPage(operation: ListOperation, setup: ReadSetup): Promise<Page> {
  let last: Page | undefined
  for await (const each of walkPages(operation, setup)) last = each
  return last!
}

function toStateValues({ cursor, number }: Page): StateValues {
  return cursor === undefined ? { page: number } : { cursor, page: number }
}

async function setCount(mock: MockCore, list: ListOperation['list'], wanted: number): Promise<void> {
  const records = mock[list]
  const present = records.findMany()
  const excess = new Set(present.slice(wanted).map(({ id }) => id))
  if (excess.size > 0) await records.deleteMany(({ id }: { id: string }) => excess.has(id))
  if (wanted > present.length) await records.createMany(wanted - present.length)
}

/** @throws SpecificationBroken If the value is something else. A state about it must not take this for null or absent. */
function readForm({ response, list }: ListOperation, body: object, name: keyof ListBody) {
  const wrong = findViolations(body, response).find(({ path }) => path === `$.${name}`)
  if (wrong) throw new SpecificationBroken(`${invalidPage(list)}: ${wrong.path}: ${wrong.message}`)
  if (!Object.hasOwn(body, name)) return 'absent'
  return (body as ListBody)[name] === null ? 'null' : 'array'
}

/** Whether a list is the first one of the API. Two of its states do not name the list. */
function isFirst(operation: ListOperation): boolean {
  return operation === listOperations[0]
}

/** Defines the states of a list in pages. */
function listStates(operation: ListOperation) {
  const { list } = operation
  const names = isFirst(operation)
    ? { lastPage: 'the last page', cursorToPage: 'a cursor to page' }
    : { lastPage: `the last page of ${list}`, cursorToPage: `a cursor to a page of ${list}` }

  const exist = defineState({
    name: `${list} exist`,
    parameters: z.strictObject({ count: positiveNumber, pageSize: positiveNumber }),
    returns: { count: `The number of ${list}. In a real service: how many the state has seen` },
    inService: `looked up: there must be at least this many ${list} on at least as many pages. The page size may differ`,
    async onMock({ mock }, given) {
      if (given.pageSize !== undefined) mock.assume({ [`${list}.pageSize`]: given.pageSize })
      const wanted = given.count ?? (mock[list].count() || SOME_RECORDS)
      await setCount(mock, list, wanted)
      return { count: wanted }
    },
    async onService(lookup, { count: wanted = 1, pageSize: size = wanted }) {
      const wantedPages = Math.ceil(wanted / size)
      let [found, pages] = [0, 0]
      for await (const { body } of walkPages(operation, lookup)) {
        found += recordsIn(body).length
        pages++
        if (found >= wanted && pages >= wantedPages) return { count: found }
      }
      throw new StateUnavailableError(
        `the service has ${found} ${list} on ${pages} pages, but the state needs at least ${wanted} on ${wantedPages}`,
      )
    },
  })

  const noneExist = defineState({
    name: `no ${list} exist`,
    parameters: z.strictObject({ as: arrayNullOrAbsent }),
    returns: {},
    inService: `looked up: there must be no ${list}, and \`data\` must have the form in \`as\``,
    async onMock({ mock }, given) {
      await setCount(mock, list, 0)
      if (given.as !== undefined) mock.assume({ [`${list}.empty`]: given.as })
      return {}
    },
    async onService(lookup, given) {
      let first: ListBody | undefined
      for await (const { body } of walkPages(operation, lookup)) {
        if (recordsIn(body).length > 0) throw new StateUnavailableError(`the service has ${list}`)
        first ??= body
      }
      const form = readForm(operation, first!, 'data')
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
      const form = readForm(operation, found.body, 'nextPage')
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
    parameters: z.strictObject({ page }),
    returns: {
      cursor: 'The cursor that leads to the page',
      page: 'The number of the page',
      nextCursor: 'The cursor on that page; missing on the last page',
    },
    inService: 'looked up: there must be at least this many pages',
    onMock: (setup, given) => findCursor(operation, setup, given),
    onService: (lookup, given) => findCursor(operation, lookup, given),
  })

  return { exist, noneExist, lastPage: last, cursorToPage }
}

/** The states of each list. */
export const statesOfLists = listOperations.map((operation) => ({ operation, ...listStates(operation) }))

/** The states of all lists, by their names in `providerStates`. The types are in `states.ts` of each noun. */
export const namedListStates = Object.assign(
  {},
  ...statesOfLists.map(({ operation, exist, noneExist, lastPage: last, cursorToPage }) => {
    const name = capitalized(operation.list)
    const ofList = isFirst(operation) ? '' : `Of${name}`
    return {
      [`${operation.list}Exist`]: exist,
      [`no${name}Exist`]: noneExist,
      [`lastPage${ofList}`]: last,
      [`cursorToPage${ofList}`]: cursorToPage,
    }
  }),
) as object
