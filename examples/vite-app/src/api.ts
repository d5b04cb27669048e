import type { RoleList, Volunteer } from 'conmock'

const BASE = import.meta.env.VITE_API_URL ?? ''

/** A request that brought no data. */
export class ApiError extends Error {
  override readonly name = 'ApiError'

  constructor(
    /** Of the answer; 0 when there was none. */
    readonly status: number,
    /** What the service itself says of it, if it does. */
    readonly detail = '',
  ) {
    super(`status ${status}`)
  }
}

/** The document does not say what the body of an error is: take what there is. */
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
  // "Not found" is nowhere defined, so an empty answer may be one.
  if (found === null) throw new ApiError(404)
  return found as Volunteer
}

export async function getRoles(
  cursor: string | undefined,
  token: string,
  signal: AbortSignal,
): Promise<RoleList> {
  const query = cursor === undefined ? '' : `?nextPage=${encodeURIComponent(cursor)}`
  return (await get(`/api/v0/roles${query}`, token, signal)) as RoleList
}
