import type { Role, Volunteer } from '../../src/index.js'

/** The function that sends the requests of a client: `mock.fetch`, or the global `fetch` with msw. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** A client of the API, which loads all roles and the departments of a volunteer. */
export interface Client {
  readonly roles: (fetch: Fetch) => Promise<string[]>
  readonly departments: (fetch: Fetch, userId: string) => Promise<string[]>
}

/** A page, as careless clients expect it. */
interface Page {
  readonly data: readonly Role[]
  readonly nextPage: string
}

const BASE = 'https://reg.example.com/api/v0'
const init = { headers: { authorization: 'Bearer mock-all-scopes' } }

/** No list in the tests has more pages: a client that requests more is in an endless loop. */
const MAX_PAGES = 20

async function getJson(fetch: Fetch, path: string): Promise<unknown> {
  const response = await fetch(BASE + path, init)
  if (!response.ok) throw new Error(`${path} answers ${response.status}`)
  return response.json()
}

async function getPage<Shape = Page>(fetch: Fetch, cursor: string | undefined): Promise<Shape> {
  const query = cursor === undefined ? '' : `?nextPage=${encodeURIComponent(cursor)}`
  return (await getJson(fetch, `/roles${query}`)) as Shape
}

async function getVolunteer(fetch: Fetch, userId: string): Promise<Volunteer> {
  return (await getJson(fetch, `/users/${userId}/volunteer`)) as Volunteer
}

/** Requests pages until `nextPage` is null, and assumes that every department has a name. */
export const careless: Client = {
  async roles(fetch) {
    const names: string[] = []
    let cursor: string | undefined
    for (let pages = 0; pages < MAX_PAGES; pages++) {
      const page: Page = await getPage(fetch, cursor)
      names.push(...page.data.map(({ name }) => name))
      if (page.nextPage === null) return names
      cursor = page.nextPage
    }
    throw new Error('the pages have no end')
  },
  async departments(fetch, userId) {
    const { departments } = await getVolunteer(fetch, userId)
    return departments.map(({ name }) => name!.toUpperCase())
  },
}

/** Accepts everything that the API specification allows. */
export const robust: Client = {
  async roles(fetch) {
    const names: string[] = []
    let cursor: string | null | undefined
    do {
      const page: { data?: Role[] | null; nextPage?: string | null } = await getPage(
        fetch,
        cursor ?? undefined,
      )
      names.push(...(page.data ?? []).map(({ name }) => name))
      cursor = page.nextPage
    } while (typeof cursor === 'string')
    return names
  },
  async departments(fetch, userId) {
    const { departments } = await getVolunteer(fetch, userId)
    return departments.map(({ id, name }) => (name ?? id).toUpperCase())
  },
}
