import type { Coverage } from '../../../src/coverage/coverage.js'
import { createMock, type AssumptionInput, type Mock } from '../../../src/index.js'

const BASE = 'https://reg.example.com/api/v0'

async function ask(
  mock: Mock,
  path: string,
  token: string | undefined = 'mock-all-scopes',
): Promise<Response> {
  return mock.fetch(BASE + path, { headers: token === '' ? {} : { authorization: `Bearer ${token}` } })
}

/** Requests everything that the API can answer, as the tests of a thorough app would. */
export async function meetEverything(assumptions: AssumptionInput = {}): Promise<Coverage> {
  const mock = createMock({ scenario: 'personas', roles: 250, assumptions })
  const isShown = (name: string | null | undefined) =>
    name !== null || assumptions['user.preferredNameUnset'] !== 'absent'
  const shown = mock.volunteers.findMany().filter(({ user: { preferredName } }) => isShown(preferredName))
  for (const { user } of shown) await ask(mock, `/users/${user.id}/volunteer`)
  const { user } = shown[0]!
  const { id } = await mock.users.create({})
  for (const someone of ['nobody', id]) await ask(mock, `/users/${someone}/volunteer`)
  for (const token of ['', 'unknown', 'mock-expired', 'mock-no-scopes']) {
    await ask(mock, '/roles', token)
    await ask(mock, `/users/${user.id}/volunteer`, token)
  }
  let page: string | null | undefined = ''
  while (typeof page === 'string') {
    const response = await ask(mock, `/roles${page === '' ? '' : `?nextPage=${page}`}`)
    page = ((await response.json()) as { nextPage?: string | null }).nextPage
  }
  await ask(mock, '/roles?nextPage=unknown')
  await mock.replace({ ...mock.export(), roles: [{ name: 'staff' }] })
  await ask(mock, '/roles')
  await mock.replace({ ...mock.export(), roles: [] })
  await ask(mock, '/roles')
  return mock.coverage()
}

/** The variants in which responses may show one thing. Together they contain each variant at least once. */
export const variants: readonly AssumptionInput[] = [
  { 'user.preferredNameUnset': 'absent', 'roles.lastPage': 'null', 'roles.empty': 'array' },
  { 'user.preferredNameUnset': 'null', 'roles.lastPage': 'absent', 'roles.empty': 'null' },
  { 'user.preferredNameUnset': 'null', 'roles.lastPage': 'absent', 'roles.empty': 'absent' },
]
