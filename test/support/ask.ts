interface Asked {
  fetch(request: Request): Promise<Response>
}

export const BASE = 'https://reg.example.com'
export const ROLES = '/api/v0/roles'

/** A GET with the given token, by default one with all scopes. */
export function authorized(path: string, token = 'mock-all-scopes'): Request {
  return new Request(new URL(path, BASE), { headers: { authorization: `Bearer ${token}` } })
}

/** Sends such a GET, and returns the status and the parsed body. */
export async function ask(
  mock: Asked,
  path: string,
  token?: string,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const response = await mock.fetch(authorized(path, token))
  return { status: response.status, body: await response.json() }
}

/** The form with which the built-in client requests a token. */
export function tokenForm(secret = 'conmock-secret'): URLSearchParams {
  const client = { client_id: 'conmock', client_secret: secret }
  return new URLSearchParams({ grant_type: 'client_credentials', ...client })
}

export function tokenRequest(secret?: string): Request {
  return new Request(`${BASE}/api/oauth/token`, { method: 'POST', body: tokenForm(secret) })
}

export function volunteerPath(userId: string): string {
  return `/api/v0/users/${encodeURIComponent(userId)}/volunteer`
}

interface ListPage {
  readonly data: readonly { readonly name: string }[]
  readonly nextPage?: string | null
}

export async function readPages(mock: Asked, path: string): Promise<readonly ListPage[]> {
  const pages: ListPage[] = []
  for (let cursor: string | null | undefined = ''; typeof cursor === 'string';) {
    const query: string = cursor === '' ? '' : `?nextPage=${encodeURIComponent(cursor)}`
    const { body } = await ask(mock, `${path}${query}`)
    const page = body as ListPage
    pages.push(page)
    cursor = page.nextPage
  }
  return pages
}

/** Reads all pages of roles, and returns the names. */
export async function roleNames(mock: Asked): Promise<string[]> {
  return (await readPages(mock, ROLES)).flatMap(({ data }) => data.map(({ name }) => name))
}
