import type { RoleList, Volunteer } from 'conmock'
import type { Pickup } from '../mock/api'

const BASE = import.meta.env.VITE_API_URL ?? ''

/** A request failed. */
export class ApiError extends Error {
  override readonly name = 'ApiError'

  constructor(
    /** Status of the response. 0 if there was no response. */
    readonly status: number,
    /** The message of the service. Empty if the service sent no message. */
    readonly detail = '',
  ) {
    super(`status ${status}`)
  }
}

/** The API specification does not define the body of an error, so this reads several forms. */
async function detailOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => undefined)
  const { detail, errors } = Object(body) as { detail?: unknown; errors?: unknown }
  if (typeof detail === 'string') return detail
  const messages = Object.values(Object(errors) as object).map(
    (error: { message?: unknown }) => error.message,
  )
  return messages.filter((message) => typeof message === 'string').join(' ')
}

async function get(path: string, token: string, signal: AbortSignal): Promise<unknown> {
  let response: Response
  try {
    response = await fetch(`${BASE}${path}`, { headers: { authorization: `Bearer ${token}` }, signal })
  } catch (error) {
    throw signal.aborted ? error : new ApiError(0)
  }
  if (!response.ok) throw new ApiError(response.status, await detailOf(response))
  return response.json()
}

export async function getVolunteer(userId: string, token: string, signal: AbortSignal): Promise<Volunteer> {
  const found = await get(`/api/v0/users/${encodeURIComponent(userId)}/volunteer`, token, signal)
  // The API specification does not say what "not found" looks like. `null` is one possibility.
  if (found === null) throw new ApiError(404)
  return found as Volunteer
}

/** Returns what the service has at a path: `null` if there is nothing, and `undefined` if the request fails for another reason. */
async function find(path: string, token: string, signal: AbortSignal): Promise<unknown> {
  try {
    return await get(path, token, signal)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.status === 404 ? null : undefined
  }
}

/** What the app reads of a registration. */
export interface Registration {
  readonly badgeName: string
  readonly status: 'paid' | 'unpaid'
}

/** Returns a user's registration: `null` if the user is not registered, and `undefined` if the request fails. */
export async function findRegistration(
  userId: string,
  token: string,
  signal: AbortSignal,
): Promise<Registration | null | undefined> {
  const path = `/api/v0/users/${encodeURIComponent(userId)}/registration`
  return (await find(path, token, signal)) as Registration | null | undefined
}

/** Returns whether a user has picked up the badge. */
export async function findPickup(
  userId: string,
  token: string,
  signal: AbortSignal,
): Promise<Pickup | null | undefined> {
  const path = `/api/v0/users/${encodeURIComponent(userId)}/pickup`
  return (await find(path, token, signal)) as Pickup | null | undefined
}

export async function getRoles(
  cursor: string | undefined,
  token: string,
  signal: AbortSignal,
): Promise<RoleList> {
  const query = cursor === undefined ? '' : `?nextPage=${encodeURIComponent(cursor)}`
  return (await get(`/api/v0/roles${query}`, token, signal)) as RoleList
}
