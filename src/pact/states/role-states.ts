import * as z from 'zod/mini'
import { counted } from '../../common/text.js'
import { operations } from '../../convention/operations.js'
import { builtInToken } from '../../convention/scopes.js'
import type { Role, RoleList } from '../../convention/resources.js'
import type { MockCore } from '../../mock/mock-core.js'
import { internalsOf } from '../../mock/mock-internals.js'
import { checkSpecification, findViolations, SpecificationBroken } from '../common/specification.js'
import { defineState, StateUnavailableError, type ServiceLookup, type StateValues } from './definition.js'
import { noRolesAs, nullOrAbsent, page, positiveNumber } from './parameters.js'

const SOME_ROLES = 3

/** More pages than this count as an endless list. */
const MAX_PAGES = 1000

/** Base URL of requests to the mock inside this process. No server listens there. */
const IN_PROCESS = 'http://conmock.invalid'

const INVALID_PAGE = 'the response of the service is not a valid page of roles'

const decoder = new TextDecoder()

type PageOf = (cursor: string | undefined) => Promise<RoleList>

function pathOf(cursor: string | undefined): string {
  const query = cursor === undefined ? '' : `?nextPage=${encodeURIComponent(cursor)}`
  return `${operations.listRoles.path}${query}`
}

function pagesOfMock(mock: MockCore): PageOf {
  return async (cursor) => {
    const headers = new Headers({ authorization: `Bearer ${builtInToken(operations.listRoles.scope)}` })
    const url = `${IN_PROCESS}${pathOf(cursor)}`
    // Does not use `mock.fetch`, because reading a `Response` needs timers that a test may have faked.
    const { status, body } = await internalsOf(mock).answer({
      method: 'GET',
      url,
      headers,
      text: async () => '',
      signal: new AbortController().signal,
    })
    if (status === 200) return JSON.parse(typeof body === 'string' ? body : decoder.decode(body!)) as RoleList
    throw new Error(`the mock responds with ${status} to its own request for roles`)
  }
}

function pagesOfService(lookup: ServiceLookup): PageOf {
  return async (cursor) => {
    const body = await lookup.get(pathOf(cursor), operations.listRoles.scope)
    checkSpecification(body, 'RoleList', INVALID_PAGE, lookup.context.expectedBody)
    return body as RoleList
  }
}

/** The roles on a page. A service may break what the interaction does not demand. */
function rolesIn({ data }: RoleList): readonly Role[] {
  return Array.isArray(data) ? data : []
}

interface Page {
  readonly number: number
  /** The cursor that led to this page; `undefined` for the first page. */
  readonly cursor: string | undefined
  readonly body: RoleList
}

/**
 * Yields one page after the other, from the first.
 *
 * @throws SpecificationBroken If a role or a cursor occurs twice, or the pages do not end.
 */
async function* walkPages(pageOf: PageOf): AsyncGenerator<Page> {
  let cursor: string | undefined
  const cursors = new Set<string>()
  const ids = new Set<string>()
  for (let number = 1; number <= MAX_PAGES; number++) {
    const body = await pageOf(cursor)
    for (const { id } of rolesIn(body)) {
      if (typeof id === 'string' && ids.has(id))
        throw new SpecificationBroken(`page ${number} of the roles repeats a role of an earlier page`)
      ids.add(id)
    }
    yield { number, cursor, body }
    if (typeof body.nextPage !== 'string') return
    cursor = body.nextPage
    if (cursor === '') throw new SpecificationBroken(`page ${number} of the roles has an empty cursor`)
    if (cursors.has(cursor)) {
      throw new SpecificationBroken(`page ${number} of the roles repeats a cursor of an earlier page`)
    }
    cursors.add(cursor)
  }
  throw new SpecificationBroken(`the list of roles does not end: page ${MAX_PAGES} still has a cursor`)
}

async function findCursor(pageOf: PageOf, wanted: number): Promise<StateValues> {
  let pages = 0
  for await (const { number, cursor, body } of walkPages(pageOf)) {
    if (number === wanted && cursor !== undefined) {
      const { nextPage } = body
      return { cursor, page: wanted, ...(typeof nextPage === 'string' ? { nextCursor: nextPage } : {}) }
    }
    pages = number
  }
  throw new StateUnavailableError(
    `there is no page ${wanted}, because the roles only have ${counted(pages, 'page')}; use the state "roles exist" first, with count and pageSize`,
  )
}

async function lastPage(pageOf: PageOf): Promise<Page> {
  let last: Page | undefined
  for await (const each of walkPages(pageOf)) last = each
  return last!
}

function cursorOf({ cursor, number }: Page): StateValues {
  return cursor === undefined ? { page: number } : { cursor, page: number }
}

async function setCount(mock: MockCore, wanted: number): Promise<void> {
  const present = mock.roles.findMany()
  const excess = new Set(present.slice(wanted).map(({ id }) => id))
  if (excess.size > 0) await mock.roles.deleteMany(({ id }) => excess.has(id))
  if (wanted > present.length) await mock.roles.createMany(wanted - present.length)
}

/** @throws SpecificationBroken If the value is something else. A state about it must not take this for null or absent. */
function formOf(body: object, name: keyof RoleList): 'null' | 'absent' | 'array' {
  const wrong = findViolations(body, 'RoleList').find(({ place }) => place === `$.${name}`)
  if (wrong) throw new SpecificationBroken(`${INVALID_PAGE}: ${wrong.place}: ${wrong.message}`)
  if (!Object.hasOwn(body, name)) return 'absent'
  return (body as RoleList)[name] === null ? 'null' : 'array'
}

export const roleStates = {
  rolesExist: defineState({
    name: 'roles exist',
    forms: ['{count} roles exist', '{count} roles exist in pages of {pageSize}'],
    parameters: z.strictObject({ count: positiveNumber, pageSize: positiveNumber }),
    returns: { count: 'The total number of roles' },
    inService:
      'looked up: there must be at least this many roles on at least as many pages. The page size may differ',
    async onMock({ mock }, given) {
      if (given.pageSize !== undefined) mock.assume({ 'roles.pageSize': given.pageSize })
      const present = mock.roles.findMany().length
      const wanted = given.count ?? (present || SOME_ROLES)
      await setCount(mock, wanted)
      return { count: wanted }
    },
    async onService(lookup, { count: wanted = 1, pageSize: size = wanted }) {
      const wantedPages = Math.ceil(wanted / size)
      let [found, pages] = [0, 0]
      for await (const { body } of walkPages(pagesOfService(lookup))) {
        found += rolesIn(body).length
        pages++
        if (found >= wanted && pages >= wantedPages) return { count: found }
      }
      throw new StateUnavailableError(
        `the service has ${found} roles on ${pages} pages, but the state needs at least ${wanted} on ${wantedPages}`,
      )
    },
  }),

  noRolesExist: defineState({
    name: 'no roles exist',
    forms: ['no roles exist ({as})'],
    parameters: z.strictObject({ as: noRolesAs }),
    returns: {},
    inService: 'looked up: there must be no roles, and `data` must have the form in `as`',
    async onMock({ mock }, given) {
      await setCount(mock, 0)
      if (given.as !== undefined) mock.assume({ 'roles.empty': given.as })
      return {}
    },
    async onService(lookup, given) {
      let first: RoleList | undefined
      for await (const { body } of walkPages(pagesOfService(lookup))) {
        if (rolesIn(body).length > 0) throw new StateUnavailableError('the service has roles')
        first ??= body
      }
      const form = formOf(first!, 'data')
      if (given.as !== undefined && form !== given.as) {
        throw new StateUnavailableError(
          `"data" of the service is ${form} without roles, but the state needs ${given.as}`,
        )
      }
      return {}
    },
  }),

  lastPage: defineState({
    name: 'the last page',
    forms: ['the last page ({nextPage})', 'the last page of roles', 'the last page of roles ({nextPage})'],
    parameters: z.strictObject({ nextPage: nullOrAbsent }),
    returns: {
      cursor: 'The cursor that leads to the last page; missing if there is only one page',
      page: 'The number of the last page',
    },
    inService: 'looked up: on the last page, `nextPage` must have the form in the parameter',
    async onMock({ mock }, given) {
      if (given.nextPage !== undefined) mock.assume({ 'roles.lastPage': given.nextPage })
      return cursorOf(await lastPage(pagesOfMock(mock)))
    },
    async onService(lookup, given) {
      const last = await lastPage(pagesOfService(lookup))
      const form = formOf(last.body, 'nextPage')
      if (given.nextPage !== undefined && form !== given.nextPage) {
        throw new StateUnavailableError(
          `"nextPage" on the last page of the service is ${form}, but the state needs ${given.nextPage}; the mock does the same with roles.lastPage=${form}`,
        )
      }
      return cursorOf(last)
    },
  }),

  cursorToPage: defineState({
    name: 'a cursor to page',
    forms: ['a cursor to page {page}'],
    parameters: z.strictObject({ page }),
    returns: {
      cursor: 'The cursor that leads to the page',
      page: 'The number of the page',
      nextCursor: 'The cursor on that page; missing on the last page',
    },
    inService: 'looked up: there must be at least this many pages',
    onMock: ({ mock }, given) => findCursor(pagesOfMock(mock), given.page ?? 2),
    onService: (lookup, given) => findCursor(pagesOfService(lookup), given.page ?? 2),
  }),
} as const
