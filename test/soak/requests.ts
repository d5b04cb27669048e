import { createMock } from '../../src/index.js'

/** A request, and the status and body of its response. Tests of conformance compare the headers. */
export interface Exchange {
  readonly method: 'GET' | 'PUT'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly status: number
  readonly text: string
}

const options = { seed: 1, volunteerCount: 3000, roleCount: 2500 }

/** Flags for a server with the same responses as the mock of `createExchanges`. */
export const serverFlags = [
  `--seed=${options.seed}`,
  `--volunteer-count=${options.volunteerCount}`,
  `--role-count=${options.roleCount}`,
  '--set=roles.limit=applied',
]

const ROLES = '/api/v0/roles'
export const BIG_PAGE = `${ROLES}?limit=1000`
const TOKEN = { authorization: 'Bearer mock-all-scopes' }

/** Returns requests, whose responses do not depend on their order. */
export async function createExchanges(): Promise<Exchange[]> {
  const mock = createMock({ ...options, assumptions: { 'roles.limit': 'applied' } })

  async function ask(
    path: string,
    headers: Exchange['headers'] = TOKEN,
    method: Exchange['method'] = 'GET',
  ): Promise<Exchange> {
    const response = await mock.fetch(`http://conmock.test${path}`, { headers, method })
    return { method, path, headers, status: response.status, text: await response.text() }
  }

  const volunteers = mock.volunteers.findMany({}).map(({ user }) => `/api/v0/users/${user.id}/volunteer`)
  const tokens = ['unknown-token', 'mock-expired', 'mock-no-scopes']
  return Promise.all([
    ...volunteers.map((path) => ask(path)),
    ...tokens.map((token) => ask(ROLES, { authorization: `Bearer ${token}` })),
    ask(`/${'x/'.repeat(3000)}`),
    ask(ROLES, TOKEN, 'PUT'),
    ...Array.from({ length: 100 }, (_, index) => ask(`${ROLES}?limit=${index + 1}`)),
  ])
}
