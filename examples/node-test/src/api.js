/** @import { Role, RoleList, Volunteer } from 'conmock' */

export class ApiError extends Error {
  name = 'ApiError'

  /** @param {number} status */
  constructor(status) {
    super(`The API answered with ${status}.`)
    this.status = status
  }
}

/** A client of the API that sends one token. */
export class Api {
  #baseUrl
  #token
  #fetch

  /**
   * @param {string} baseUrl
   * @param {string} token
   * @param {typeof globalThis.fetch} [fetch]
   */
  constructor(baseUrl, token, fetch = globalThis.fetch) {
    this.#baseUrl = baseUrl
    this.#token = token
    this.#fetch = fetch
  }

  /**
   * Returns the volunteer record of a user, or `null` if there is none.
   *
   * @param {string} userId
   * @returns {Promise<Volunteer | null>}
   */
  async getVolunteer(userId) {
    const response = await this.#get(`/api/v0/users/${encodeURIComponent(userId)}/volunteer`)
    if (response.status === 404) return null
    return /** @type {Volunteer | null} */ (await this.#json(response))
  }

  /**
   * Returns all roles. Reads each page when it is needed.
   *
   * @returns {AsyncGenerator<Role, void>}
   */
  async *roles() {
    /** @type {string | null | undefined} */
    let cursor
    do {
      const query = cursor ? `?${new URLSearchParams({ nextPage: cursor })}` : ''
      const page = /** @type {RoleList} */ (await this.#json(await this.#get(`/api/v0/roles${query}`)))
      yield* page.data ?? []
      cursor = page.nextPage
    } while (cursor)
  }

  /** @param {string} path */
  #get(path) {
    return this.#fetch(this.#baseUrl + path, { headers: { authorization: `Bearer ${this.#token}` } })
  }

  /**
   * @param {Response} response
   * @returns {Promise<unknown>}
   */
  async #json(response) {
    if (!response.ok) throw new ApiError(response.status)
    return response.json()
  }
}
