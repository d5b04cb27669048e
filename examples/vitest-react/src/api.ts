import type { Role, RoleList, Volunteer } from 'conmock'

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number

  constructor(status: number) {
    super(`The API answered with ${status}.`)
    this.status = status
  }
}

/** Without a limit, the page would wait for ever if there is no response. */
const MS_TO_WAIT = 5000

/** A client of the API that sends one token. */
export class Api {
  readonly #baseUrl: string
  readonly #token: string
  readonly #msToWait: number

  /** @param msToWait Milliseconds until a request without a response fails. */
  constructor(baseUrl: string, token: string, msToWait = MS_TO_WAIT) {
    this.#baseUrl = baseUrl
    this.#token = token
    this.#msToWait = msToWait
  }

  /** Returns the volunteer record of a user, or `null` if the user has no record. */
  async getVolunteer(userId: string): Promise<Volunteer | null> {
    const response = await this.#get(`/api/v0/users/${encodeURIComponent(userId)}/volunteer`)
    if (response.status === 404) return null
    return (await this.#json(response)) as Volunteer | null
  }

  /** Returns all roles. Reads page after page, until a page has no `nextPage`. */
  async listRoles(): Promise<Role[]> {
    const roles: Role[] = []
    let cursor: string | null | undefined
    do {
      const query = cursor ? `?${new URLSearchParams({ nextPage: cursor })}` : ''
      const page = (await this.#json(await this.#get(`/api/v0/roles${query}`))) as RoleList
      roles.push(...(page.data ?? []))
      cursor = page.nextPage
    } while (cursor)
    return roles
  }

  #get(path: string): Promise<Response> {
    return fetch(this.#baseUrl + path, {
      headers: { authorization: `Bearer ${this.#token}` },
      signal: AbortSignal.timeout(this.#msToWait),
    })
  }

  async #json(response: Response): Promise<unknown> {
    if (!response.ok) throw new ApiError(response.status)
    return response.json()
  }
}
