import type { Coverage } from '../../../src/coverage/coverage.js'
import { createMock, type AssumptionInput } from '../../../src/index.js'
import { ask, BASE, roleNames, ROLES, volunteerPath } from '../../support/ask.js'

/** Requests everything that the API can answer, as the tests of a thorough app would. */
export async function meetEverything(assumptions: AssumptionInput = {}): Promise<Coverage> {
  const mock = createMock({ data: 'edge-cases', roleCount: 250, assumptions })
  const isShown = (name: string | null | undefined) =>
    name !== null || assumptions['user.preferredNameUnset'] !== 'absent'
  const shown = mock.volunteers.findMany().filter(({ user: { preferredName } }) => isShown(preferredName))
  for (const { user } of shown) await ask(mock, volunteerPath(user.id))
  const { user } = shown[0]!
  const { id } = await mock.users.create({})
  for (const someone of ['nobody', id]) await ask(mock, volunteerPath(someone))
  for (const path of [ROLES, volunteerPath(user.id)]) {
    await mock.fetch(BASE + path)
    for (const token of ['unknown', 'mock-expired', 'mock-no-scopes']) await ask(mock, path, token)
  }
  await roleNames(mock)
  await ask(mock, `${ROLES}?nextPage=unknown`)
  for (const roles of [[{ name: 'staff' }], []]) {
    await mock.replace({ ...mock.export(), roles })
    await ask(mock, ROLES)
  }
  return mock.coverage()
}

/** The variants in which responses may show one thing. Together they contain each variant at least once. */
export const variants: readonly AssumptionInput[] = [
  { 'user.preferredNameUnset': 'absent', 'roles.lastPage': 'null', 'roles.empty': 'array' },
  { 'user.preferredNameUnset': 'null', 'roles.lastPage': 'absent', 'roles.empty': 'null' },
  { 'user.preferredNameUnset': 'null', 'roles.lastPage': 'absent', 'roles.empty': 'absent' },
]
