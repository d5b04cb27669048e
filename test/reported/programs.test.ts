import { expect, it, onTestFinished } from 'vitest'
import { createMock } from '../../src/index.js'
import { reportedApi } from '../../src/reported.js'
import { startServer } from '../../src/server.js'

// What public programs do with these operations, over a socket, with a token of the token endpoint.

interface User {
  readonly id: string
  readonly email: string
}
interface Registration {
  readonly badgeName: string
  readonly status: string
  readonly productId: string
  readonly user: User
}
interface Page<T> {
  readonly data: readonly T[]
  readonly nextPage: string | null
  readonly hasMore: boolean
}

async function open() {
  const mock = createMock({ profile: 'reported', extend: reportedApi })
  const server = await startServer({ mock, port: 0 })
  onTestFinished(() => server.close())
  const credentials = new URLSearchParams({
    client_id: 'conmock',
    client_secret: 'conmock-secret',
    grant_type: 'client_credentials',
    scope: 'user:read user:roles:update registration:read volunteer:read vendor:read',
  })
  const granted = await fetch(`${server.url}/api/oauth/token`, { method: 'POST', body: credentials })
  const { access_token: token } = (await granted.json()) as { access_token: string }
  async function call(method: string, path: string, body?: unknown) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
    return fetch(`${server.url}/api/v0/${path}`, init)
  }
  async function json<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await call(method, path, body)
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    return (await response.json()) as T
  }
  /** Reads all pages while there are more. */
  async function all<T>(path: string, filter?: object): Promise<T[]> {
    const found: T[] = []
    let page: Page<T> | undefined
    do {
      const nextPage: string | null | undefined = page?.nextPage
      page = await json<Page<T>>('POST', path, { ...(filter && { filter }), ...(nextPage && { nextPage }) })
      found.push(...page.data)
    } while (page.hasMore)
    return found
  }
  /** What the mock did not answer as an operation. */
  const unanswered = () => mock.requests.all().filter(({ operation }) => operation === null)
  return { mock, call, json, all, unanswered }
}

it('reports the badge names of all volunteers', async () => {
  const { mock, all, unanswered } = await open()
  const volunteers = await all<{ user: User & { isStaff: boolean } }>('volunteers/search')
  const userIds = volunteers.map(({ user }) => user.id)
  const byUser = new Map<number, Registration>()
  for (let start = 0; start < userIds.length; start += 100) {
    const found = await all<Registration>('registration/search', {
      userIds: userIds.slice(start, start + 100),
    })
    for (const each of found) byUser.set(Number.parseInt(each.user.id, 10), each)
  }
  const report = volunteers.map(({ user }) => {
    const registration = byUser.get(Number.parseInt(user.id, 10))
    const isPaid = registration?.status === 'paid'
    return [user.id, user.isStaff, registration?.badgeName ?? 'not registered', isPaid]
  })
  expect(report).toHaveLength(mock.volunteers.count())
  const expected = mock.volunteers.findMany().map(({ user: { id } }) => {
    const { badgeName = 'not registered', status } = mock.registrations.find({ userId: id }) ?? {}
    return [id, expect.any(Boolean) as boolean, badgeName, status === 'paid']
  })
  expect(report).toEqual(expected)
  expect(report.filter(([, , badgeName]) => badgeName === 'not registered').length).toBeGreaterThan(5)
  expect(unanswered()).toEqual([])
})

it('gives and takes a role, with a second try of each', async () => {
  const { mock, call, json, unanswered } = await open()
  const roleId = mock.roles.find({ name: 'staff' })!.id
  const role = `users/2/roles/${roleId}`
  const names = async () => {
    const { data } = await json<{ data?: { name: string }[] }>('GET', 'users/2/roles')
    return (data ?? []).map(({ name }) => name)
  }
  async function give(): Promise<'given' | 'had'> {
    const response = await call('PUT', role, { scope: 'convention' })
    if (response.ok) return 'given'
    const { errors } = (await response.json()) as { errors: { logic?: { code: number } } }
    if (errors.logic?.code === 3) return 'had'
    throw new Error(`${response.status}`)
  }
  async function take(): Promise<'taken' | 'gone'> {
    const { ok, status } = await call('DELETE', role)
    if (ok || status === 404) return ok ? 'taken' : 'gone'
    throw new Error(`${status}`)
  }
  expect([await give(), await give(), await names()]).toEqual(['given', 'had', ['staff']])
  expect(mock.userRoles.find({ userId: '2', roleId })?.scope).toBe('convention')
  const withRole = await json<Page<User>>('POST', 'users/search', { filter: { roleId: Number(roleId) } })
  expect(withRole.data.map(({ id }) => id)).toContain('2')
  expect([await take(), await take(), await names()]).toEqual(['taken', 'gone', []])
  expect(mock.userRoles.find({ userId: '2', roleId })).toBeUndefined()
  expect(unanswered()).toEqual([])
})

it('looks up a registration by an email address', async () => {
  const { mock, call, json, unanswered } = await open()
  async function lookUp(email: string): Promise<string> {
    const { data } = await json<Page<User>>('POST', 'users/search', { filter: { email }, limit: 1 })
    const [user] = data
    if (!user) return 'unknown'
    const response = await call('GET', `users/${user.id}/registration`)
    if (response.status === 404) return 'not registered'
    const { badgeName, productId } = (await response.json()) as Registration
    return `${badgeName} ${Number.parseInt(productId, 10)}`
  }
  for (const user of mock.users.findMany().slice(0, 30)) {
    const registration = mock.registrations.find({ userId: user.id })
    const expected = registration ? `${registration.badgeName} ${registration.productId}` : 'not registered'
    expect(await lookUp(user.email)).toBe(expected)
  }
  expect(await lookUp('nobody@example.com')).toBe('unknown')
  expect(unanswered()).toEqual([])
})

it('lists dealers until there is no next page', async () => {
  const { mock, json, unanswered } = await open()
  const tables: string[] = []
  let nextPage: string | null = null
  do {
    const page: Page<{
      name: string
      user: User
      applications: { status: string; tableNumber: string | null }[]
    }> = await json('POST', 'dealers/search', { limit: 10, ...(nextPage !== null && { nextPage }) })
    for (const { name, user, applications } of page.data) {
      tables.push(
        `${name} ${user.id} ${applications.map(({ status, tableNumber }) => tableNumber ?? status).join()}`,
      )
    }
    nextPage = page.nextPage
  } while (nextPage !== null)
  expect(tables).toEqual(
    mock.dealers
      .findMany()
      .map(
        ({ name, userId, applications }) =>
          `${name} ${userId} ${applications.map(({ status, tableNumber }) => tableNumber ?? status).join()}`,
      ),
  )
  expect(unanswered()).toEqual([])
})
