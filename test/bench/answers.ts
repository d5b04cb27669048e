import { createMock } from '../../src/index.js'

/** The resources that the benchmark requests. */
export const targets = ['volunteer', 'roles'] as const
export type Target = (typeof targets)[number]

export const targetNames: Readonly<Record<Target, string>> = {
  volunteer: 'one volunteer',
  roles: 'a page of 100 roles',
}

/** The paths of the API. */
export const apiPaths: Readonly<Record<Target, string>> = {
  volunteer: '/api/v0/users/1/volunteer',
  roles: '/api/v0/roles',
}

export const AUTHORIZATION = 'Bearer mock-all-scopes'

/** The bodies of conmock's responses; the floor and the peers serve the same data. */
export type Bodies = Readonly<Record<Target, string>>

export async function readBodies(): Promise<Bodies> {
  const mock = createMock()
  const read = async (target: Target) => {
    const headers = { authorization: AUTHORIZATION }
    const response = await mock.fetch(`http://conmock.test${apiPaths[target]}`, { headers })
    return response.text()
  }
  return { volunteer: await read('volunteer'), roles: await read('roles') }
}
