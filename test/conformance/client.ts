import {
  createMock,
  type Mock,
  type MockOptions,
  type Records,
  type Role,
  type RoleList,
} from '../../src/index.js'
import { ROLES, volunteerPath } from '../support/ask.js'
import { bearer } from '../support/running-server.js'
import { lists } from './operations.js'
import { type ListName } from '../support/convention.js'

export { ROLES, volunteerPath }

export function pagePath(cursor?: string | null, path: string = ROLES): string {
  return cursor === undefined || cursor === null ? path : `${path}?nextPage=${encodeURIComponent(cursor)}`
}

/** A mock with shortcuts for common requests. */
export interface Client {
  readonly mock: Mock
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>
  /** Sends a GET. Default token: one with all scopes. */
  readonly get: (path: string, token?: string) => Promise<Response>
  readonly send: (method: string, path: string, token?: string) => Promise<Response>
  /** The path and the records of the list. */
  readonly path: string
  readonly records: Records<Role>
  /** The body of a page of the list. */
  readonly page: (cursor?: string | null) => Promise<RoleList>
  /** Requests all pages, until a response has no `nextPage`. */
  readonly walk: () => Promise<RoleList[]>
}

/** More pages than any test needs. Stops a test if its list does not end. */
const MAX_PAGES = 300

/** Creates a mock for a test. */
export function connect(options: MockOptions = {}, list: ListName = 'roles'): Client {
  const mock = createMock(options)
  const { path } = lists.find((operation) => operation.list === list)!

  function fetch(target: string, init?: RequestInit): Promise<Response> {
    return mock.fetch(new Request(`http://conmock.test${target}`, init))
  }

  function send(method: string, target: string, token = 'mock-all-scopes'): Promise<Response> {
    return fetch(target, { method, headers: bearer(token) })
  }

  async function page(cursor?: string | null): Promise<RoleList> {
    const response = await send('GET', pagePath(cursor, path))
    if (response.status !== 200) throw new Error(`a page came with status ${response.status}`)
    return (await response.json()) as RoleList
  }

  async function walk(): Promise<RoleList[]> {
    const pages = [await page()]
    for (let next = pages[0]?.nextPage; next !== undefined && next !== null; next = pages.at(-1)?.nextPage) {
      if (pages.length > MAX_PAGES) throw new Error(`the list of ${list} does not end`)
      pages.push(await page(next))
    }
    return pages
  }

  return {
    mock,
    fetch,
    get: (target, token) => send('GET', target, token),
    send,
    path,
    records: mock[list],
    page,
    walk,
  }
}

/** The ids of the roles on these pages, in order. */
export function idsOf(pages: readonly RoleList[]): string[] {
  return pages.flatMap(({ data }) => data ?? []).map(({ id }) => id)
}
