import { createMock, type AssumptionInput } from '../../../src/index.js'
import { ask, BASE, readPages, volunteerPath } from '../../support/ask.js'
import { listOperations, type ListName } from '../../support/convention.js'
import type { Coverage } from '../../../src/convention/types.js'

/** Requests everything that the API can answer, as the tests of a thorough app would. */
export async function meetEverything(assumptions: AssumptionInput = {}): Promise<Coverage> {
  const pageSizes = listOperations.map(({ list }) => [`${list}.pageSize`, 4] as const)
  const mock = createMock({
    data: 'edge-cases',
    assumptions: { ...assumptions, ...Object.fromEntries(pageSizes) },
  })
  const isShown = (name: string | null | undefined) =>
    name !== null || assumptions['user.preferredNameUnset'] !== 'absent'
  const shown = mock.volunteers.findMany().filter(({ user: { preferredName } }) => isShown(preferredName))
  for (const { user } of shown) await ask(mock, volunteerPath(user.id))
  const { user } = shown[0]!
  const { id } = await mock.users.create({})
  for (const someone of ['nobody', id]) await ask(mock, volunteerPath(someone))
  for (const { path } of [...listOperations, { path: volunteerPath(user.id) }]) {
    await mock.fetch(BASE + path)
    for (const token of ['unknown', 'mock-expired', 'mock-no-scopes']) await ask(mock, path, token)
  }
  for (const { list: name, path } of listOperations) {
    const list = name as ListName
    await mock[list].createMany(9)
    await readPages(mock, path)
    await ask(mock, `${path}?nextPage=unknown`)
    for (const records of [[{ name: 'staff' }], []]) {
      await mock.replace({ ...mock.export(), [list]: records })
      await ask(mock, path)
    }
  }
  return mock.coverage()
}

/** The variants in which responses may show one thing. Together they contain each variant at least once. */
export const variants: readonly AssumptionInput[] = [
  { unset: 'absent', lastPage: 'null', empty: 'array' },
  { unset: 'null', lastPage: 'absent', empty: 'null' },
  { unset: 'null', lastPage: 'absent', empty: 'absent' },
].map(({ unset, ...ofLists }) => {
  const rows = Object.entries(ofLists).flatMap(([name, value]) =>
    listOperations.map(({ list }) => [`${list}.${name}`, value]),
  )
  return { 'user.preferredNameUnset': unset, ...Object.fromEntries(rows) } as AssumptionInput
})
