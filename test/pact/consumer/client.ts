import type { Role, Volunteer } from '../../../src/index.js'

/*
 * A small client of the API that you can copy. In your project, import the types from 'conmock':
 * `import type { Role, Volunteer } from 'conmock'`.
 */

/** The API refused a request. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError'
  constructor(
    readonly status: number,
    what: string,
  ) {
    super(`${what}: the API answered with status ${status}`)
  }
}

/** 401: the credential is missing, invalid or expired. Get a new token. */
export class UnauthorizedError extends ApiError {
  override readonly name = 'UnauthorizedError'
}

/** 403: the token is valid, but lacks the scope. */
export class ForbiddenError extends ApiError {
  override readonly name = 'ForbiddenError'
}

/** 404: the user is unknown or has no volunteer record. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError'
}

const errors: { readonly [status: number]: typeof ApiError } = {
  401: UnauthorizedError,
  403: ForbiddenError,
  404: NotFoundError,
}

/** A page of roles. Without roles, the list is empty; on the last page, the cursor is `undefined`. */
interface RolePage {
  readonly roles: readonly Role[]
  readonly nextPage: string | undefined
}

/** A client of the API. */
export interface Client {
  /** @throws NotFoundError If the user is unknown or has no record. */
  getVolunteer(userId: string): Promise<Volunteer>
  /** One page of the roles: the first page, or the page of a cursor. */
  listRoles(page?: { readonly nextPage?: string | undefined }): Promise<RolePage>
  /** All roles. Each page is requested when it is needed. */
  allRoles(): AsyncGenerator<Role>
}

/** Creates a client, whose methods throw an `ApiError` if the API refuses a request. */
export function createClient({
  baseUrl,
  token,
}: {
  readonly baseUrl: string
  readonly token?: string
}): Client {
  async function get(what: string, path: string): Promise<unknown> {
    const headers = {
      accept: 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    }
    const response = await fetch(baseUrl + path, { headers })
    if (response.ok) return response.json()
    await response.body?.cancel()
    const Refused = errors[response.status] ?? ApiError
    throw new Refused(response.status, what)
  }

  async function listRoles({ nextPage }: { readonly nextPage?: string | undefined } = {}): Promise<RolePage> {
    const query = nextPage === undefined ? '' : `?${new URLSearchParams({ nextPage }).toString()}`
    const page = (await get('listing roles', `/api/v0/roles${query}`)) as {
      data?: Role[] | null
      nextPage?: string | null
    }
    return { roles: page.data ?? [], nextPage: page.nextPage ?? undefined }
  }

  return {
    listRoles,

    async getVolunteer(userId) {
      const path = `/api/v0/users/${encodeURIComponent(userId)}/volunteer`
      return (await get(`the volunteer record of user ${userId}`, path)) as Volunteer
    },

    async *allRoles() {
      let nextPage: string | undefined
      do {
        const page = await listRoles({ nextPage })
        yield* page.roles
        nextPage = page.nextPage
      } while (nextPage !== undefined)
    },
  }
}
