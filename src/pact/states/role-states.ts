import * as z from 'zod/mini'
import { operations } from '../../contract/operations.js'
import type { RoleList } from '../../contract/resources.js'
import type { MockCore } from '../../mock/create-mock.js'
import { internalsOf } from '../../mock/internals.js'
import { departuresIn } from '../verification/specification.js'
import {
  defineState,
  SpecificationBroken,
  StateUnavailable,
  type PageOf,
  type ServiceStage,
  type StateValues,
} from './definition.js'
import { count, noRolesAs, nothingAs, page, pageSize } from './parameters.js'

const SOME_ROLES = 3

/** More pages than these are not walked in a real service. */
const MAX_PAGES = 1000

/** Where the mock is, for its own requests; nothing listens there. */
const IN_PROCESS = 'http://conmock.invalid'

const decoder = new TextDecoder()

function pathOf(cursor: string | undefined): string {
  const query = cursor === undefined ? '' : `?nextPage=${encodeURIComponent(cursor)}`
  return `${operations.listRoles.path}${query}`
}

function pagesOfMock(mock: MockCore): PageOf {
  return async (cursor) => {
    const headers = new Headers({ authorization: 'Bearer mock-user-read' })
    const url = `${IN_PROCESS}${pathOf(cursor)}`
    // Not by `mock.fetch`: reading a `Response` needs timers that a test may have faked.
    const { status, body } = await internalsOf(mock).answer({
      method: 'GET',
      url,
      headers,
      text: async () => '',
    })
    if (status === 200) return JSON.parse(typeof body === 'string' ? body : decoder.decode(body!)) as RoleList
    throw new Error(`the mock answers ${status} to its own request for roles`)
  }
}

function pagesOfService(stage: ServiceStage): PageOf {
  return async (cursor) => {
    const body = await stage.get(pathOf(cursor), operations.listRoles.scope)
    const departures = departuresIn(body, 'RoleList')
    if (departures.length === 0) return body as RoleList
    const problems = departures.map(({ place, message }) => `${place}: ${message}`)
    throw new SpecificationBroken(`the service does not answer with a page of roles: ${problems.join('; ')}`)
  }
}

interface Page {
  readonly number: number
  /** How it was asked for. */
  readonly cursor: string | undefined
  readonly body: RoleList
}

/**
 * One page after the other, from the first.
 *
 * @throws SpecificationBroken When a role or a cursor comes twice, or there is no end.
 */
async function* walk(pageOf: PageOf): AsyncGenerator<Page> {
  let cursor: string | undefined
  const cursors = new Set<string>()
  const ids = new Set<string>()
  for (let number = 1; number <= MAX_PAGES; number++) {
    const body = await pageOf(cursor)
    for (const { id } of body.data ?? []) {
      if (ids.has(id))
        throw new SpecificationBroken(`page ${number} of the roles has a role that was there before`)
      ids.add(id)
    }
    yield { number, cursor, body }
    if (typeof body.nextPage !== 'string') return
    cursor = body.nextPage
    if (cursors.has(cursor)) {
      throw new SpecificationBroken(`page ${number} of the roles has a cursor that was there before`)
    }
    cursors.add(cursor)
  }
  throw new SpecificationBroken(`the roles have no end: page ${MAX_PAGES} leads on to another`)
}

async function cursorTo(pageOf: PageOf, wanted: number): Promise<StateValues> {
  let pages = 0
  for await (const { number, cursor, body } of walk(pageOf)) {
    if (number === wanted && cursor !== undefined) {
      const { nextPage } = body
      return { cursor, page: wanted, ...(typeof nextPage === 'string' ? { nextCursor: nextPage } : {}) }
    }
    pages = number
  }
  throw new StateUnavailable(
    `there is no page ${wanted}, for the roles fill ${pages}; set "roles exist" before, with a count and a page size`,
  )
}

async function lastPage(pageOf: PageOf): Promise<Page> {
  let last: Page | undefined
  for await (const each of walk(pageOf)) last = each
  return last!
}

function cursorOf({ cursor, number }: Page): StateValues {
  return cursor === undefined ? { page: number } : { cursor, page: number }
}

async function setCount(mock: MockCore, wanted: number): Promise<void> {
  const present = mock.roles.findMany()
  for (const { id } of present.slice(wanted)) await mock.roles.delete(id)
  if (wanted > present.length) await mock.roles.createMany(wanted - present.length)
}

/** Whether something is null or left out. */
function shapeOf(body: object, name: keyof RoleList): 'null' | 'absent' | 'array' {
  if (!Object.hasOwn(body, name)) return 'absent'
  return (body as RoleList)[name] === null ? 'null' : 'array'
}

export const roleStates = {
  rolesExist: defineState({
    name: 'roles exist',
    forms: ['{count} roles exist', '{count} roles exist in pages of {pageSize}'],
    description: 'There are roles: exactly this many, in pages of this size',
    parameters: z.strictObject({ count, pageSize }),
    returns: { count: 'How many roles there are' },
    inService: 'looked up: at least so many roles, on at least as many pages, of whatever size',
    async onMock({ mock }, given) {
      if (given.pageSize !== undefined) mock.assume({ 'roles.pageSize': given.pageSize })
      const present = mock.roles.findMany().length
      const wanted = given.count ?? (present || SOME_ROLES)
      await setCount(mock, wanted)
      return { count: wanted }
    },
    async onService(stage, { count: wanted = 1, pageSize: size = wanted }) {
      const wantedPages = Math.ceil(wanted / size)
      let [found, pages] = [0, 0]
      for await (const { body } of walk(pagesOfService(stage))) {
        found += body.data?.length ?? 0
        pages++
        if (found >= wanted && pages >= wantedPages) return { count: found }
      }
      throw new StateUnavailable(
        `the service has ${found} roles on ${pages} pages; wanted: at least ${wanted} on ${wantedPages}`,
      )
    },
  }),

  noRolesExist: defineState({
    name: 'no roles exist',
    forms: ['no roles exist ({as})'],
    description: 'There is no role at all',
    parameters: z.strictObject({ as: noRolesAs }),
    returns: {},
    inService: 'looked up: there must be none, shown as `as` says',
    async onMock({ mock }, given) {
      await setCount(mock, 0)
      if (given.as !== undefined) mock.assume({ 'roles.empty': given.as })
      return {}
    },
    async onService(stage, given) {
      const body = await pagesOfService(stage)(undefined)
      if ((body.data?.length ?? 0) > 0) throw new StateUnavailable('the service has roles')
      if (given.as !== undefined && shapeOf(body, 'data') !== given.as) {
        throw new StateUnavailable(`the service shows that there are none as ${shapeOf(body, 'data')}`)
      }
      return {}
    },
  }),

  lastPage: defineState({
    name: 'the last page',
    forms: ['the last page ({nextPage})', 'the last page of roles', 'the last page of roles ({nextPage})'],
    description: 'The last page of roles says so by a `nextPage` that is null, or absent',
    parameters: z.strictObject({
      nextPage: nothingAs('`null` or `absent`. Default: as the mock has it'),
    }),
    returns: { cursor: 'The cursor of the last page; none where it is the first', page: 'Its number' },
    inService: 'looked up: the last page must be shown as `nextPage` says',
    async onMock({ mock }, given) {
      if (given.nextPage !== undefined) mock.assume({ 'roles.lastPage': given.nextPage })
      return cursorOf(await lastPage(pagesOfMock(mock)))
    },
    async onService(stage, given) {
      const last = await lastPage(pagesOfService(stage))
      const shape = shapeOf(last.body, 'nextPage')
      if (given.nextPage !== undefined && shape !== given.nextPage) {
        throw new StateUnavailable(
          `the last page of the service has a nextPage that is ${shape}, as the mock has with roles.lastPage=${shape}`,
        )
      }
      return cursorOf(last)
    },
  }),

  cursorToPage: defineState({
    name: 'a cursor to page',
    forms: ['a cursor to page {page}'],
    description:
      'A cursor that leads to this page of roles; set it after the state that says how many there are',
    parameters: z.strictObject({ page }),
    returns: {
      cursor: 'The cursor',
      page: 'The number of the page',
      nextCursor: 'The cursor on that page; none where it is the last',
    },
    inService: 'looked up: so many pages must be there',
    onMock: ({ mock }, given) => cursorTo(pagesOfMock(mock), given.page ?? 2),
    onService: (stage, given) => cursorTo(pagesOfService(stage), given.page ?? 2),
  }),
} as const
